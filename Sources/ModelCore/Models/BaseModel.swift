import Foundation

/// The superclass of everything that is declared once, and loaded and saved in any format.
///
/// ```swift
/// @Model final class TodoItem: BaseModel {
///     var text = ""
///     var isDone = false
/// }
/// ```
///
/// An instance is made with `init()`, which calls ``setUp()`` and lays the class's resource file over the declared
/// defaults; what is loaded is laid over that. So a key that a file doesn't have leaves the default.
///
/// Instances may be made and used on any thread, each by one thread at a time.
nonisolated open class BaseModel {
    /// What the file that the instance comes from has for it beyond its properties.
    var unknown: UnknownValues?
    /// The values of its overlaps when it was read; nil for most classes, which have no overlaps.
    var readOverlaps: [Overlap: OverlapValues]?
    /// True while it is read: references to it may lead to what takes its place in the end.
    var isAsleep = false
    /// What follows when one of its properties that have an inverse is set.
    var inverseUpkeep = InverseUpkeep.all
    private var isSetUp = false

    /// Makes an instance with its declared defaults, ``setUp()``, and the class's resource file, in this order.
    ///
    /// `BaseModel` itself is abstract: making one stops the program. Where the class is only known while the program
    /// runs, the throwing ways to make one are the right ones.
    ///
    /// A resource file that can't be read leaves the defaults, or some of them: ``resourceError`` tells why, and the
    /// throwing ways throw it.
    public required init() {
        // A mistake in the program that no file can cause: decoders ask `requireConcrete()` first.
        if type(of: self) == BaseModel.self {
            preconditionFailure("BaseModel is abstract: make an instance of a subclass.")
        }
        setUp()
        isSetUp = true
        applyResourceFile()
    }

    deinit {
        // A subclass's properties are still there: they go after the superclass's deinitialiser.
        if isSetUp { tearDown() }
        if !StackGuard.hasRoomToRelease { DeepRelease.keepReferences(of: self) }
    }

    // MARK: Life

    /// Called once for each instance, before anything is loaded. Does nothing by itself.
    open func setUp() {}

    /// Called when an instance goes, if ``setUp()`` was called. Does nothing by itself.
    open func tearDown() {}

    // MARK: The class

    /// What the library knows of the class. `@Model` overrides it; a class without the macro needn't.
    open class var modelClass: ModelClass { ModelClass.unannotated(self) }

    /// What becomes of keys in files that the class doesn't know; by default they are kept. `@Model(unknownKeys:)`
    /// overrides it.
    open class var unknownKeys: UnknownKeys { .keep }

    /// Brings a file's object from one version of the class to the next, before an instance is made of it. Does nothing
    /// by itself.
    ///
    /// ```swift
    /// @Model(version: 2) final class Contact: BaseModel {
    ///     var fullName = ""
    ///
    ///     override class func migrate(_ object: inout ModelDocument, from version: Int) throws {
    ///         try object.renameKey(at: ["name"], to: "fullName")
    ///     }
    /// }
    /// ```
    ///
    /// It is called for each step on the way to the class's version, and for classes alone that say one: superclasses
    /// first. A file that tells no version has the first. The class that the object has afterwards is the one that an
    /// instance is made of.
    ///
    /// - Parameters:
    ///   - object: The object, as the file has it.
    ///   - version: The version that it has: what comes out has the next.
    open class func migrate(_ object: inout ModelDocument, from version: Int) throws {}

    /// The stored properties, superclasses' first. `@Model` overrides it; a class without the macro lists them by hand.
    open class var modelProperties: [ModelProperty] { [] }

    // MARK: Coding

    /// Writes all properties. Override it to add keys of your own, and call `super`.
    open func encode(with encoder: ModelEncoder) throws {
        try encodeProperties(to: encoder)
        if encoder.mayList(type(of: self)) { try encodeListed(to: encoder) }
    }

    /// Reads all properties that the decoder has keys for. Override it to read keys of your own, and call `super`.
    ///
    /// May be called more than once, over values that are there already. Models that are nested deeper than the
    /// thread's stack reaches, far beyond the standard limit, are there when it returns, and get their own values
    /// behind it.
    open func set(with decoder: ModelDecoder) throws {
        try decodeProperties(from: decoder)
        if decoder.context.mayList(type(of: self)) { try decodeListed(from: decoder) }
    }

    /// Called when an instance was read from a file or a document, with all its properties. Returns what takes its
    /// place: by default itself.
    ///
    /// Override it to put things right, or to return another instance, such as the one that the program has already for
    /// an identifier: it stands wherever the file refers to the object, also from within. Constants, and what a class's
    /// own coding keeps elsewhere than in properties, stay what they were given. It isn't called where a file whose
    /// text is kept is read again to see what has changed in it.
    ///
    /// - Throws: Whatever keeps the file from being read.
    open func awakeAfterDecoding() throws -> BaseModel { self }

    /// Writes the properties that `@Model` found. The macro overrides it; call ``encode(with:)`` instead.
    open func encodeProperties(to encoder: ModelEncoder) throws {}

    /// Reads the properties that `@Model` found. The macro overrides it; call ``set(with:)-(ModelDecoder)`` instead.
    open func decodeProperties(from decoder: ModelDecoder) throws {}

    // MARK: Setting from a plain value

    /// Sets the properties that the dictionary has keys for, and ignores its other keys.
    ///
    /// A class that overrides it is read by it from files of every format. One that overrides
    /// ``set(with:)-(ModelDecoder)`` too gets plain dictionaries, property lists and JSON here, and there what formats
    /// have that keep classes.
    ///
    /// - Throws: `typeMismatch` with the key where a value can't be converted exactly.
    open func set(with dictionary: [String: Any]) throws {
        let decoder = try ModelDecoder(dictionary, from: FileConventions.ofDictionary)
        try decoder.beginObject()
        try decoder.decodeProperties(of: self) {
            try decodeProperties(from: decoder)
            if ModelClass.mayList(type(of: self)) { try decodeListed(from: decoder) }
        }
    }

    /// Sets the model from an array. Throws unless overridden.
    open func set(with array: [Any]) throws { throw unsupported("an array") }

    /// Sets the model from a string. Throws unless overridden.
    open func set(with string: String) throws { throw unsupported("a string") }

    /// Sets the model from a number or a boolean. Throws unless overridden.
    open func set(with number: ModelNumber) throws { throw unsupported("a number") }

    /// Sets the model from data. Throws unless overridden.
    open func set(with data: Data) throws { throw unsupported("data") }

    /// Sets the model from a date. Throws unless overridden.
    open func set(with date: Date) throws { throw unsupported("a date") }

    /// Takes over the other model's values: of each property that both have, unless the other's is nil.
    ///
    /// - Throws: `typeMismatch` where a property of that name has another type; `duplicateKey` where two have one name.
    open func mergeValues(from other: BaseModel) throws {
        try copyProperties(from: other, keepingNil: false)
    }

    // MARK: Files

    /// The file that is laid over the defaults of every instance: `ClassName.plist` in ``resourceBundle``. A name, or a
    /// path relative to the bundle's resources, or an absolute path; nil for none. One of another name than that has to
    /// be there.
    open class var resourceFile: String? { usualResourceFile }

    /// The resource file that a class has where it says nothing, and that needn't be there.
    class var usualResourceFile: String { "\(ModelClass.of(self).name).plist" }

    /// The bundle that ``resourceFile`` is looked for in.
    open class var resourceBundle: Bundle { .main }

    /// The file of the shared instance: `ClassName` with the extension of ``saveFormat``. A path relative to
    /// ``applicationSupportDirectory``, or an absolute one. Not used where ``saveFormat`` isn't one of files.
    open class var saveFile: String {
        let name = ModelClass.of(self).name
        return saveFormat.fileExtension.map { "\(name).\($0)" } ?? name
    }

    /// The format of the shared instance's file, or the store that it is kept in, such as `.userDefaults`.
    open class var saveFormat: FileFormat { .keyedArchive }

    /// Saves the shared instance to ``saveFile`` in ``saveFormat``, or in the store that ``saveFormat`` names.
    ///
    /// Override it to give other instances a place of their own, or to save the root of the graph that they belong to.
    ///
    /// - Throws: `notSaveable` for an instance that isn't the shared one; `fileUnreadable` where the file holds
    ///   something that the class can't read, and `classMismatch` where it is another class's, which are never
    ///   overwritten; `fileChanged` where it was written since it was last loaded or saved here (see
    ///   ``save(overwritingChanges:)``); what ``write(toStore:)`` throws.
    open func save() throws {
        try saveSharedInstance()
    }

    // MARK: Equality

    /// True where another model stands for the same, as `==` asks; by default where it is the same object.
    /// `@Model(hashable:)` overrides it, with ``hash(into:)``.
    open func isEqual(to other: BaseModel) -> Bool { self === other }

    /// Adds what ``isEqual(to:)`` compares.
    open func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

    // MARK: Description

    /// The class, and each property with its value. Survives cycles, and ends after 16 MiB.
    open var debugDescription: String { ModelDescription.text(of: self) }

    func unsupported(_ kind: String) -> ModelError {
        ModelError(
            .typeMismatch, "\(type(of: self)) can't be set with \(kind): the class doesn't override that method.")
    }
}

extension BaseModel: CustomDebugStringConvertible {}

extension BaseModel: Hashable {
    public static func == (left: BaseModel, right: BaseModel) -> Bool { left.isEqual(to: right) }
}
