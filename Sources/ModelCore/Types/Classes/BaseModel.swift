import FormatSupport

/// The superclass of all models: classes that are declared once, and loaded and saved in any format.
///
/// ```swift
/// @Model final class TodoItem: BaseModel {
///     var text = ""
///     var isDone = false
/// }
/// ```
///
/// `init()` makes an instance with the declared defaults, calls ``setUp()``, and sets the values of the class's
/// resource file. Loading then sets the properties that the file has keys for: a missing key leaves the default.
///
/// Instances may be made and used on any thread, each by one thread at a time.
nonisolated open class BaseModel {
    /// The object's state besides its properties; nil if it has no such state.
    var extras: ModelExtras?
    /// Digests of the values of the object's overlaps when the object was read. An overlap is a property that files
    /// store inside the value of another property. Nil for most classes, which have no overlaps.
    var readOverlaps: ReadOverlaps?
    /// True while the object is read, if its class overrides ``awakeAfterDecoding()``. References to the object may
    /// then have to be changed to a replacement.
    var isAsleep = false
    /// The relationship upkeep that happens when a property with an inverse is set.
    var inverseUpkeep = InverseUpkeep.all
    private var isSetUp = false

    /// Makes an instance with its declared defaults, ``setUp()``, and the class's resource file, in this order.
    ///
    /// `BaseModel` itself is abstract: making one stops the program. If the class is only known at run time, use a
    /// function that throws, such as ``instance()``.
    ///
    /// A resource file that can't be read leaves all or some of the defaults: ``resourceError`` tells why, and the
    /// functions that throw report that error.
    public required init() {
        // Only a mistake in the program leads here, and no file: decoders call `requireConcrete()` first.
        if type(of: self) == BaseModel.self {
            preconditionFailure("BaseModel is abstract: make an instance of a subclass.")
        }
        setUp()
        isSetUp = true
        applyResourceFile()
    }

    deinit {
        // The properties of subclasses still exist: they are released after the superclass's deinitialiser.
        if isSetUp { tearDown() }
        if !StackGuard.hasRoomToRelease { DeepRelease.keepReferences(of: self) }
    }

    // MARK: Life

    /// Called once for each instance, before anything is loaded. The default implementation does nothing.
    open func setUp() {}

    /// Called when an instance is deallocated, if ``setUp()`` was called. The default implementation does nothing.
    open func tearDown() {}

    // MARK: The class

    /// The description of the class: its name in files, its properties, and more. `@Model` overrides it; a class
    /// without the macro needn't.
    open class var modelClass: ModelClass { ModelClass.unannotated(self) }

    /// The treatment of keys in files that the class doesn't know; by default their values are kept.
    /// `@Model(unknownKeys:)` overrides it.
    open class var unknownKeys: UnknownKeys { .keep }

    /// The treatment of objects in files whose class isn't known, where an instance of this class is expected; by default
    /// ``UnknownSubclasses/keepTagged``. `@Model(unknownSubclasses:)` overrides it.
    open class var unknownSubclasses: UnknownSubclasses { .keepTagged }

    /// The treatment of properties with the values of a new instance, when objects are written; by default they are
    /// written. `@Model(writtenDefaults:)` overrides it.
    open class var writtenDefaults: WrittenDefaults { .all }

    /// The treatment of nulls in files; by default a property is nil, or keeps its default if it can't be nil.
    /// `@Model(readNulls:)` overrides it.
    open class var readNulls: ReadNulls { .asNil }

    /// Migrates an object of a file from one version of the class to the next, before an instance is made from it.
    /// The default implementation does nothing.
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
    /// The method is called once for each step up to the class's version, and only for classes that declare a
    /// version. Superclasses come first. An object without a version has version 1. A step may change the object's
    /// class: the instance is made from the class that the object has in the end.
    ///
    /// - Parameters:
    ///   - object: The object as the file stores it.
    ///   - version: The version of the object. After the call, it is taken to have the next version.
    open class func migrate(_ object: inout ModelDocument, from version: Int) throws {}

    /// The stored properties. The properties of superclasses come first. `@Model` overrides it; a class without the
    /// macro lists them by hand.
    open class var modelProperties: [ModelProperty] { [] }

    // MARK: Coding

    /// Writes all properties. Override this method to add keys of your own, and call `super`.
    ///
    /// The code of another model may pass its encoder: then the properties become keys of that model's object. If the
    /// encoder expects a value and not a key, the model is written as this value.
    ///
    /// - Throws: `invalidCoding` if the class has a version, and the properties would become keys of another model's
    ///   object.
    open func encode(with encoder: ModelEncoder) throws {
        try encoder.encodeProperties(of: self)
    }

    /// Reads all properties that the decoder has keys for. Override this method to read keys of your own, and call
    /// `super`.
    ///
    /// The code of another model may pass its decoder: then the properties are read from that model's object. If an
    /// object or a dictionary is at the decoder's position, the properties are read from it.
    ///
    /// May be called more than once, and for an instance that already has values. A model that is nested deeper than
    /// the thread's stack reaches, far beyond the standard limit, is made during the call, but gets its own values
    /// afterwards.
    ///
    /// - Throws: `invalidCoding` if no object was entered; in an object of another model also if the class has a
    ///   version, or is only set with dictionaries.
    open func set(with decoder: ModelDecoder) throws {
        try decoder.decodeProperties(of: self)
    }

    /// Called when an instance and all of its properties were read from a file or a document. Returns the instance to
    /// use in its place, by default the same instance.
    ///
    /// Override it to correct values, or to return another instance, such as an instance that the program already has
    /// for the same identifier. The returned instance is used wherever the file refers to the object, also inside the
    /// object itself. References in constants, and references that a class's own coding stores outside of properties,
    /// aren't replaced. The method isn't called when a file whose text is kept is read again to find what has
    /// changed.
    ///
    /// - Throws: An error that makes reading the file fail.
    open func awakeAfterDecoding() throws -> BaseModel { self }

    // MARK: Setting from a plain value

    /// Sets the properties that the dictionary has keys for, and ignores its other keys. An instance that represents
    /// an object of an unknown class keeps the other keys.
    ///
    /// If a class overrides this method, files of every format are read with it. If the class overrides
    /// ``set(with:)-(ModelDecoder)`` too, that method gets the objects whose class the file names. Then this method
    /// gets plain dictionaries, property lists and JSON.
    ///
    /// - Throws: `typeMismatch` with the key if a value can't be converted exactly.
    open func set(with dictionary: [String: Any]) throws {
        let decoder = try ModelDecoder(dictionary, from: FileConventions.ofDictionary)
        try decoder.beginObject()
        try decoder.decodeDictionary(of: self)
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

    /// Copies the values of the properties that both models have. A nil of the other model is skipped.
    ///
    /// - Throws: `typeMismatch` if properties with the same name have different types; `duplicateKey` if two
    ///   properties of a model have one name.
    open func mergeValues(from other: BaseModel) throws {
        try copyProperties(from: other, keepingNil: false)
    }

    // MARK: Files

    /// The file whose values replace the defaults of every instance: by default `ClassName.plist` in
    /// ``resourceFolder``. The value is a name, a path relative to that folder, or an absolute path; nil for no file.
    /// The default file may be missing; a file of any other name must exist.
    open class var resourceFile: String? { usualResourceFile }

    /// The default of ``resourceFile``, a file that may be missing.
    class var usualResourceFile: String { "\(ModelClass.of(self).name).plist" }

    /// The path of the folder in which ``resourceFile`` is searched: by default the folder of the main bundle's
    /// resources, which on Linux is the program's own folder. The folder of a package's resources is
    /// `Bundle.module.resourcePath`. Nil for no folder.
    open class var resourceFolder: String? { AppFolder.resources }

    /// The file of the shared instance: by default `ClassName` with the extension of ``saveFormat``. The value is a
    /// path relative to ``applicationSupportDirectory``, or an absolute path. Not used if ``saveFormat`` names a
    /// store.
    open class var saveFile: String {
        let name = ModelClass.of(self).name
        return saveFormat.fileExtension.map { "\(name).\($0)" } ?? name
    }

    /// The format of the shared instance's file. A format such as `.userDefaults` names the store that contains the
    /// instance.
    open class var saveFormat: FileFormat { .keyedArchive }

    /// Saves the shared instance to ``saveFile`` in ``saveFormat``, or in the store that ``saveFormat`` names.
    ///
    /// Override it to save other instances elsewhere, or to save the root of the graph that they belong to.
    ///
    /// - Throws: `notSaveable` for an instance that isn't the shared one; `fileUnreadable` if the file holds something
    ///   that the class can't read, and `classMismatch` if it belongs to another class: such a file is never
    ///   overwritten; `fileChanged` if the file was written since it was last loaded or saved here (see
    ///   ``save(overwritingChanges:)``); the errors of ``write(toStore:)``.
    open func save() throws {
        try saveSharedInstance()
    }

    // MARK: Equality

    /// Returns true if another model is equal. `==` calls it. By default a model is equal only to itself.
    /// `@Model(hashable:)` overrides it, with ``hash(into:)``.
    open func isEqual(to other: BaseModel) -> Bool { self === other }

    /// Adds the values that ``isEqual(to:)`` compares to the hasher.
    open func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

    // MARK: Description

    /// The class, and each property with its value. An object that occurs again is only named, so cycles end. The text
    /// ends after 16 MiB.
    open var debugDescription: String { ModelDescription.text(of: self) }

    func unsupported(_ kind: String) -> ModelError {
        var error = ModelError(.typeMismatch, expected: "a dictionary", found: kind)
        let type = type(of: self)
        error.reason +=
            kind == "an array"
            ? " Read a list as [\(type)].self, or override set(with: [Any]) in \(type)."
            : " \(type) doesn't override set(with:) for it."
        return error
    }
}

extension BaseModel: CustomDebugStringConvertible {}

extension BaseModel: Hashable {
    public static func == (left: BaseModel, right: BaseModel) -> Bool { left.isEqual(to: right) }
}
