/// The part that relationships have in the coding of models. `BaseModel` conforms to it where they are implemented.
///
/// Coding calls these functions, and knows nothing else of relationships. For a class without any it only asks, once,
/// whether there are some.
protocol ModelRelations {
    /// True if properties of the class have an inverse.
    static func haveInverses(_ modelClass: ModelClass) -> Bool
    /// True if a format without references needs to know all of the file to decide what it contains of a model.
    static func dependOnWhole(_ modelClass: ModelClass) -> Bool
    /// Throws `unknownRelationship` if the declaration of a relationship is wrong.
    static func check(_ modelClass: ModelClass) throws(ModelError)

    /// Makes the models that a model refers to refer back, after it was read.
    static func link(_ object: BaseModel, in context: DecodingContext)
    /// Makes the models that refer to a model refer to its replacement.
    static func unlink(_ object: BaseModel, replacedBy other: BaseModel, in context: DecodingContext)
    /// True if a replacement may still be put into a model: it wasn't replaced itself. Its lists are as they will be.
    static func prepareForReplacement(in holder: BaseModel, _ context: DecodingContext) -> Bool

    /// Encodes the value of a property whose models may refer back.
    static func encode<Value: ModelValue>(
        _ value: Value, named name: String, of model: BaseModel, isNilDefault: Bool, to encoder: ModelEncoder) throws
}

extension BaseModel {
    static var relations: any ModelRelations.Type { BaseModel.self }
}
