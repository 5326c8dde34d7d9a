import FormatSupport

/// An error that occurred while a model was read, written, made or changed. It tells the reason and the location.
public struct ModelError: Error, Sendable, Hashable {
    /// The kind of failure. The set is open: formats may add codes.
    public struct Code: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        /// Creates a code with a name.
        public init(_ rawValue: String) { self.rawValue = rawValue }
        public var description: String { rawValue }
    }

    /// The kind of failure, for programs to check.
    public var code: Code {
        get { content.code }
        set { content.code = newValue }
    }
    /// A sentence that tells what happened, without the location. The sentence may quote text of a file, of any
    /// length and with any characters. For a log, use ``description``.
    public var reason: String {
        get { content.reason }
        set { content.reason = newValue }
    }
    /// The format being read or written.
    public var format: FileFormat? {
        get { content.format }
        set { content.format = newValue }
    }
    /// The path of the file being read or written.
    public var file: String? {
        get { content.file }
        set { content.file = newValue }
    }
    /// The path from the root to the value concerned. Empty if the error is about the root itself.
    public var path: ModelPath {
        get { content.path }
        set { content.path = newValue }
    }
    /// The location in the file.
    public var location: ModelLocation? {
        get { content.location }
        set { content.location = newValue }
    }
    /// A description of the expected value. Nil if the error isn't about an unexpected value.
    public var expected: String? {
        get { content.expected }
        set { content.expected = newValue }
    }
    /// A description of the value that was found instead of the expected one.
    public var found: String? {
        get { content.found }
        set { content.found = newValue }
    }

    /// The error of another type that this error wraps. Nil if this error wraps no other error, or if the other error
    /// might reveal the content of a confidential format or store.
    public package(set) var underlyingError: (any Error)? {
        get { content.underlying?.error }
        set { content.underlying = newValue.map { Underlying(error: $0) } }
    }

    /// The situation in which the error occurred, such as a migration. Only the localized texts of the error depend on
    /// it. Nil if no situation is known.
    package var circumstance: ErrorCircumstance? {
        get { content.circumstance }
        set { content.circumstance = newValue }
    }

    /// The objects that the error has passed on its way out, if coding was too deep. They distinguish a cycle from
    /// great depth.
    var cycle: CycleTrace? {
        get { content.cycle }
        set { content.cycle = newValue }
    }

    /// The document at whose root the path starts. Nil if the path may lack outer steps.
    var wholePath: WholePath? {
        get { content.wholePath }
        set { content.wholePath = newValue }
    }

    private struct Content: Sendable, Hashable {
        var code: Code
        var reason: String
        var format: FileFormat?
        var file: String?
        var path = ModelPath()
        var location: ModelLocation?
        var expected: String?
        var found: String?
        var cycle: CycleTrace?
        var underlying: Underlying?
        var wholePath: WholePath?
        var circumstance: ErrorCircumstance?
    }

    /// The identity of a document's content. All values of this type are equal, so that the comparison of two errors
    /// ignores the identity.
    struct WholePath: Sendable, Hashable {
        let content: ObjectIdentifier
        static func == (left: WholePath, right: WholePath) -> Bool { true }
        func hash(into hasher: inout Hasher) {}
    }

    /// An error of any type. All values of this type are equal, so that the comparison of two errors ignores the
    /// wrapped error.
    private struct Underlying: Sendable, Hashable {
        let error: any Error
        static func == (left: Underlying, right: Underlying) -> Bool { true }
        func hash(into hasher: inout Hasher) {}
    }

    private final class Box: Sendable {
        let content: Content
        init(_ content: Content) { self.content = content }
    }

    /// A reference of 8 bytes to the error's values, because each call that may throw reserves room for the error. As
    /// a structure, the error had 224 bytes, which were copied everywhere.
    private var box: Box

    private var content: Content {
        get { box.content }
        set { box = Box(newValue) }
    }

    /// Creates an error without a path and a location. The core adds them while the error propagates.
    public init(_ code: Code, _ reason: String) {
        box = Box(Content(code: code, reason: reason))
    }

    /// Creates an error whose reason tells what was expected and what was found.
    public init(_ code: Code, expected: String, found: String) {
        self.init(code, "Expected \(expected), found \(found).")
        content.expected = expected
        content.found = found
    }

    public static func == (left: ModelError, right: ModelError) -> Bool {
        left.box === right.box || left.content == right.content
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(content) }
}

extension ModelError.Code {
    /// The bytes aren't what the format prescribes.
    public static let corruptData = Self("corruptData")
    /// No linked format recognises the bytes.
    public static let unknownFormat = Self("unknownFormat")
    /// The format's plugin isn't linked.
    public static let requisiteLibraryMissing = Self("requisiteLibraryMissing")
    /// Two linked plugins provide the same format.
    public static let duplicateFormat = Self("duplicateFormat")
    /// A value has another type than the property.
    public static let typeMismatch = Self("typeMismatch")
    /// The file has no value for a property, or for a value of an enum's case, that has no default.
    public static let missingValue = Self("missingValue")
    /// A number doesn't fit the property's type.
    public static let outOfRange = Self("outOfRange")
    /// The format can't store the value.
    public static let unrepresentableValue = Self("unrepresentableValue")
    /// A dictionary contains a key twice, or two properties of a type share a name or a key.
    public static let duplicateKey = Self("duplicateKey")
    /// Calls to an encoder, a decoder or a builder don't fit together: for example, a value without a key or an end
    /// without a beginning.
    public static let invalidCoding = Self("invalidCoding")
    /// The key path of a property isn't valid, or its key is reserved for an object's class or version.
    public static let invalidKey = Self("invalidKey")
    /// The file has a key that the class doesn't know, and the class refuses unknown keys.
    public static let unknownKey = Self("unknownKey")
    /// No property has the given name, or a document has no value at the given path.
    public static let unknownProperty = Self("unknownProperty")
    /// No property that contains models has the given name.
    public static let unknownRelationship = Self("unknownRelationship")
    /// The property can't be set.
    public static let readOnlyProperty = Self("readOnlyProperty")
    /// No transform for values of the property's type is registered under the name.
    public static let unknownTransform = Self("unknownTransform")
    /// The file names a class that the program doesn't know.
    public static let unknownClass = Self("unknownClass")
    /// An object is of another class than expected.
    public static let classMismatch = Self("classMismatch")
    /// A class has stored properties that aren't listed anywhere, so that they would not be saved.
    public static let notAModel = Self("notAModel")
    /// Two classes have the same name in files.
    public static let duplicateClass = Self("duplicateClass")
    /// An abstract class can't be instantiated.
    public static let abstractClass = Self("abstractClass")
    /// An object refers to itself, directly or through other objects, and the format can't store the cycle.
    public static let cycle = Self("cycle")
    /// Values are nested more deeply than the limit, or than the thread's stack allows.
    public static let depthExceeded = Self("depthExceeded")
    /// A file holds more values than the limit.
    public static let nodesExceeded = Self("nodesExceeded")
    /// A file is larger than the limit.
    public static let bytesExceeded = Self("bytesExceeded")
    /// A test of a patch has found another value.
    public static let patchTestFailed = Self("patchTestFailed")
    /// The file doesn't exist.
    public static let fileMissing = Self("fileMissing")
    /// The file exists, but can't be read.
    public static let fileUnreadable = Self("fileUnreadable")
    /// Another program has written the file since this program last loaded or saved it.
    public static let fileChanged = Self("fileChanged")
    /// The file can't be written.
    public static let fileUnwritable = Self("fileUnwritable")
    /// The file was written by a newer version of the format, or contains a newer version of a class.
    public static let newerVersion = Self("newerVersion")
    /// Data contains a keyed archive of objects, but archives in data aren't trusted.
    public static let untrustedArchive = Self("untrustedArchive")
    /// The model can't be saved this way: it has no file or store, or the format can't store its class.
    public static let notSaveable = Self("notSaveable")
    /// Other code than the main actor's asked for a shared instance that belongs to the main actor.
    public static let wrongIsolation = Self("wrongIsolation")
    /// An error of another type, thrown by a `Codable` type or by a method that the program overrides.
    public static let underlying = Self("underlying")
}

extension ModelError: CustomStringConvertible {
    /// The location and the reason in one line: `JSON file todo.json, items[3].due (line 7, column 12): Expected
    /// date, found bool.`
    ///
    /// Characters that would end the line, or change what a terminal shows, are escaped as in Swift's string
    /// literals. The middle of a long text is omitted. The error's properties contain the unabridged texts. The
    /// description is for developers. `localizedDescription` is for the people who use the program.
    public var description: String {
        var place = ""
        if let format { place += format.displayName }
        if let file = file?.inOneLine() { place += place.isEmpty ? "File \(file)" : " file \(file)" }
        if !path.components.isEmpty { place += (place.isEmpty ? "" : ", ") + path.abridged }
        if let location { place += place.isEmpty ? "At \(location)" : " (\(location))" }
        let reason = reason.inOneLine()
        return place.isEmpty ? reason : "\(place): \(reason)"
    }
}

extension ModelError {
    /// Returns the error with a format, unless it has one.
    package func `in`(_ format: FileFormat) -> ModelError {
        guard self.format == nil else { return self }
        var copy = self
        copy.format = format
        return copy
    }

    /// Returns the error with a location in the file, unless it has one already.
    public func at(_ location: ModelLocation?) -> ModelError {
        guard self.location == nil, let location else { return self }
        var copy = self
        copy.location = location
        return copy
    }

    /// Returns the error with the situation in which it occurred. Returns it unchanged if it has a situation already,
    /// or is about another file.
    package func under(_ circumstance: ErrorCircumstance) -> ModelError {
        guard self.circumstance == nil, file == nil else { return self }
        var copy = self
        copy.circumstance = circumstance
        return copy
    }

    /// Returns the error for the outer file, if the program's code got the error by reading content inside the file,
    /// such as JSON in a text. The location in the inner content moves into the reason.
    package var fromOutside: ModelError {
        guard let format, let location else { return self }
        var copy = self
        copy.reason += " (In the \(format.displayName) there: \(location).)"
        copy.format = nil
        copy.location = nil
        return copy
    }

    /// Returns the error with the path of a file, unless it has one already.
    public func inFile(_ path: String?) -> ModelError {
        guard file == nil, let path else { return self }
        var copy = self
        copy.file = path
        return copy
    }

    /// Returns the error with one more component at the beginning of its path. An error of another type is wrapped
    /// first.
    @inline(never)
    public static func prefixing(_ component: ModelPath.Component, to error: any Error) -> ModelError {
        var copy = ModelError(wrapping: error)
        copy.path.components.insert(component, at: 0)
        return copy
    }

    /// Returns the error for a key that occurs a second time.
    package static func duplicateKey(_ key: String) -> ModelError {
        ModelError(.duplicateKey, "The key \(ErrorText.quoted(key)) is there twice.")
    }

    /// Returns the error for calls in an order that doesn't build a value.
    @usableFromInline @inline(never) package static func misuse(_ reason: String) -> ModelError {
        ModelError(.invalidCoding, reason)
    }

    /// Creates a `ModelError` from any error. A `ModelError` is kept unchanged, and an error of the property list
    /// codec becomes `corruptData`. Any other error gets the code `underlying`, and is kept in ``underlyingError``.
    public init(wrapping error: any Error) {
        if let error = error as? ModelError {
            self = error
        } else if let error = error as? any PlacedError {
            self = ModelError(.corruptData, error.reason).at(ModelLocation(byteOffset: error.offset))
        } else {
            self.init(.underlying, "\(error)")
            underlyingError = error
        }
    }
}
