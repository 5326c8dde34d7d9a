/// The functions for relationships that reading and writing a model calls. `BaseModel` conforms to this protocol in
/// the folder that implements relationships.
///
/// The code for reading and writing knows nothing else of relationships. For a class without relationships it only
/// asks once whether the class has any.
protocol ModelRelations {
    /// True if properties of the class have an inverse.
    static func haveInverses(_ modelClass: ModelClass) -> Bool
    /// True if a format without references has to know the whole file to decide which values of a model the file
    /// contains.
    static func dependOnWhole(_ modelClass: ModelClass) -> Bool
    /// Throws `unknownRelationship` if the declaration of a relationship is wrong.
    static func check(_ modelClass: ModelClass) throws(ModelError)

    /// Makes the models that a model refers to refer back to the model, after it was read.
    static func link(_ object: BaseModel, in context: DecodingContext)
    /// Makes the models that refer to a model refer to its replacement.
    static func unlink(_ object: BaseModel, replacedBy other: BaseModel, in context: DecodingContext)
    /// Prepares a model for putting a replacement into its properties. Returns false if the model itself was
    /// replaced.
    static func prepareForReplacement(in holder: BaseModel, _ context: DecodingContext) -> Bool

    /// Encodes the value of a property whose models may refer back.
    static func encode<Value: ModelValue>(
        _ value: Value, named name: String, of model: BaseModel, isNilDefault: Bool, to encoder: ModelEncoder) throws
}

extension BaseModel {
    static var relations: any ModelRelations.Type { BaseModel.self }
}
