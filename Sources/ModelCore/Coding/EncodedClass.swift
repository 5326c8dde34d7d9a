/// What encoding asks of a class for each object.
final class EncodedClass {
    let type: BaseModel.Type
    let codedClass: CodedClass
    /// True where reading lays a file over a resource file, so that a nil has to be in it.
    let keepsNil: Bool
    /// True where code that nobody knows encodes its objects.
    let encodesItself: Bool

    init(_ modelClass: ModelClass) {
        encodesItself = modelClass.overrides.contains(.encodeWithEncoder)
        type = modelClass.type
        codedClass = modelClass.codedClass
        keepsNil = modelClass.hasResource
    }
}
