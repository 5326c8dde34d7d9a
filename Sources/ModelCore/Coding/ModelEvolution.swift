/// The part that versions and unknown keys have in reading models. `BaseModel` conforms to it where they are
/// implemented.
///
/// Coding calls these functions, and knows nothing else of them: only for objects whose shape isn't known to be
/// current, and for those with members that weren't asked for.
protocol ModelEvolution {
    /// Migrates the object at the position to the version of its class.
    ///
    /// - Parameter expected: The class of the object if the file doesn't name it.
    static func migrate(_ expected: BaseModel.Type, in decoder: ModelDecoder) throws
    /// Migrates the dictionary at the position to the version of a struct.
    static func migrate(_ type: ModelType, in decoder: ModelDecoder) throws

    /// The steps of a migration that have made the object or the dictionary at an index; nil if there are none.
    static func steps(of index: Int, in decoder: ModelDecoder) -> MigrationSteps?

    /// Gives a model the elements of its properties that were skipped.
    ///
    /// - Parameter count: The number of those that were skipped before its object.
    static func keepSkipped(
        since count: Int, of object: BaseModel, _ decodedClass: DecodedClass, in decoder: ModelDecoder)
    /// Gives a model the file's value of a property that can't be written as it is there.
    ///
    /// - Parameter slot: The position of the value.
    static func keepTold(at slot: Int, of property: ModelProperty, in object: BaseModel, from decoder: ModelDecoder)
    /// A copy of the value at an index of the file, which a model keeps; nil for one that contains objects with a class
    /// or an identity.
    static func keptValue(at index: Int, in decoder: ModelDecoder) -> KeptValue?
    /// Keeps or refuses the members of the object that was entered last that its class doesn't know.
    ///
    /// - Parameter keys: The keys of its properties in the file; nil if each key is the property's name.
    /// - Returns: The error, if the class refuses them; else nil.
    static func takeUnknown(of object: BaseModel, _ keys: PropertyKeys?, in decoder: ModelDecoder) throws -> ModelError?
    /// The treatment of members of a class's objects that it doesn't know, if they are read without a document. Nil if
    /// only a document tells which these are, or if they are an error.
    ///
    /// - Parameter known: The keys that the class knows.
    static func unknownMembers(of type: BaseModel.Type, beyond known: KnownKeys) -> PropertyTable.UnknownMembers?
    /// The error if the dictionary that was entered last has keys that a struct doesn't know; else nil.
    static func refuseUnknown(of type: ModelType, _ keys: PropertyKeys?, in decoder: ModelDecoder) throws -> ModelError?
    /// The error if the dictionary that was entered last is nothing but a reference of another library; else nil.
    static func refuseForeign(_ type: ModelType, in decoder: ModelDecoder) -> ModelError?
}

extension BaseModel {
    static var evolution: any ModelEvolution.Type { BaseModel.self }
}
