/// The functions for versions and unknown keys that reading a model calls. `BaseModel` conforms to this protocol in
/// the folder that implements them.
///
/// The code for reading knows nothing else of versions and unknown keys. It calls the functions only for an object
/// whose shape may need a migration, and for an object with members that no property has requested.
protocol ModelEvolution {
    /// Migrates the object at the position to the version of its class.
    ///
    /// - Parameter expected: The class of the object if the file doesn't name it.
    static func migrate(_ expected: BaseModel.Type, in decoder: ModelDecoder) throws
    /// Migrates the dictionary at the position to the version of a struct.
    static func migrate(_ type: ModelType, in decoder: ModelDecoder) throws

    /// The migration steps that have made the object or the dictionary at an index. Nil if no migration has made it.
    static func steps(of index: Int, in decoder: ModelDecoder) -> MigrationSteps?

    /// Gives a model the skipped elements of its properties.
    ///
    /// - Parameter count: The number of elements that were skipped before the model's object.
    static func keepSkipped(
        since count: Int, of object: BaseModel, _ decodedClass: DecodedClass, in decoder: ModelDecoder)
    /// Gives a model the file's value of a property, because the property's type can't write the value again as the
    /// file has it.
    ///
    /// - Parameter slot: The position of the value.
    static func keepTold(at slot: Int, of property: ModelProperty, in object: BaseModel, from decoder: ModelDecoder)
    /// A copy of the value at an index of the file, for a model to keep. Nil for a value that contains objects with a
    /// class or an identity.
    static func keptValue(at index: Int, in decoder: ModelDecoder) -> KeptValue?
    /// Keeps or refuses the unknown members of the object that was entered last: the members whose keys its class
    /// doesn't know.
    ///
    /// - Parameter keys: The keys of the object's properties in the file; nil if each key is the property's name.
    /// - Returns: The error, if the class refuses unknown members; else nil.
    static func takeUnknown(of object: BaseModel, _ keys: PropertyKeys?, in decoder: ModelDecoder) throws -> ModelError?
    /// The treatment of a class's unknown members, for objects that are read without a document. Nil if unknown
    /// members can only be found in a document. Nil also if unknown members are an error.
    ///
    /// - Parameter known: The keys that the class knows.
    static func unknownMembers(of type: BaseModel.Type, beyond known: KnownKeys) -> PropertyTable.UnknownMembers?
    /// Returns the error for a dictionary with keys that a struct doesn't know. It is the dictionary that was entered
    /// last. Returns nil if the struct knows all keys, or ignores unknown keys.
    static func refuseUnknown(of type: ModelType, _ keys: PropertyKeys?, in decoder: ModelDecoder) throws -> ModelError?
    /// Returns the error for a dictionary that contains only another library's reference to an object. It is the
    /// dictionary that was entered last. Returns nil for any other dictionary.
    static func refuseForeign(_ type: ModelType, in decoder: ModelDecoder) -> ModelError?
}

extension BaseModel {
    static var evolution: any ModelEvolution.Type { BaseModel.self }
}
