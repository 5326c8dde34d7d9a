import ModelCore

/// A call of an encoder, kept to be repeated.
enum EncodingEvent {
    case key(ModelKey)
    case unset(ModelKey, isDefault: Bool)
    case scalar(ModelScalar)
    case array(ModelArrayKind, count: Int, AnyObject?)
    case dictionary(ModelDictionaryKeys, count: Int, AnyObject?)
    case object(AnyObject, CodedClass)
    case endArray, endDictionary, endObject
    case weak(AnyObject, ModelKey)
}
