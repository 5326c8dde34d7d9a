import FormatSupport
import Foundation
import PropertyListCodec

/// What went wrong while a model was read, written, made or changed, and where.
public struct ModelError: Error, Sendable, Hashable {
    /// What kind of failure it is. An open set: formats may add codes of their own.
    public struct Code: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        /// A code of that name.
        public init(_ rawValue: String) { self.rawValue = rawValue }
        public var description: String { rawValue }
    }

    /// What kind of failure it is: what programs ask for.
    public var code: Code {
        get { content.code }
        set { content.code = newValue }
    }
    /// What happened, in a sentence without the place. It may quote a file, of any length and with any characters:
    /// ``description`` is what a log is to have.
    public var reason: String {
        get { content.reason }
        set { content.reason = newValue }
    }
    /// The format being read or written.
    public var format: FileFormat? {
        get { content.format }
        set { content.format = newValue }
    }
    /// The file being read or written.
    public var file: String? {
        get { content.file }
        set { content.file = newValue }
    }
    /// The value concerned, from the root; empty where the root itself is meant.
    public var path: ModelPath {
        get { content.path }
        set { content.path = newValue }
    }
    /// The place in the file.
    public var location: ModelLocation? {
        get { content.location }
        set { content.location = newValue }
    }
    /// What was wanted, where something else was found.
    public var expected: String? {
        get { content.expected }
        set { content.expected = newValue }
    }
    /// What was found.
    public var found: String? {
        get { content.found }
        set { content.found = newValue }
    }

    /// What code of the program threw that is no `ModelError`; nil where this says all, and where it may hold what a
    /// confidential format keeps.
    public internal(set) var underlyingError: (any Error)? {
        get { content.underlying?.error }
        set { content.underlying = newValue.map { Underlying(error: $0) } }
    }

    /// Follows an error from the place where coding was too deep, to tell a cycle from mere depth.
    package var cycle: CycleTrace? {
        get { content.cycle }
        set { content.cycle = newValue }
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
    }

    /// An error of any type. Two that are alike in all else are one.
    private struct Underlying: Sendable, Hashable {
        let error: any Error
        static func == (left: Underlying, right: Underlying) -> Bool { true }
        func hash(into hasher: inout Hasher) {}
    }

    private final class Box: Sendable {
        let content: Content
        init(_ content: Content) { self.content = content }
    }

    /// One word, because each call that may throw makes room for the error: as a structure, it was 224 bytes of copies
    /// all over.
    private var box: Box

    private var content: Content {
        get { box.content }
        set { box = Box(newValue) }
    }

    /// An error without a place, which the core adds while it unwinds.
    public init(_ code: Code, _ reason: String) {
        box = Box(Content(code: code, reason: reason))
    }

    /// An error that says what was wanted and what was found.
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
    /// Two plugins claim one format.
    public static let duplicateFormat = Self("duplicateFormat")
    /// A value has another type than the property.
    public static let typeMismatch = Self("typeMismatch")
    /// A file has no value for a property, or a case, that has no default.
    public static let missingValue = Self("missingValue")
    /// A number doesn't fit the property's type.
    public static let outOfRange = Self("outOfRange")
    /// The format has no way to hold the value.
    public static let unrepresentableValue = Self("unrepresentableValue")
    /// A dictionary holds a key twice.
    public static let duplicateKey = Self("duplicateKey")
    /// Code of a class or of a type encodes or decodes what is no file: a value without a key, an end without a
    /// beginning, and the like.
    public static let invalidCoding = Self("invalidCoding")
    /// A class wants a property at a path that is none, or a value under a key that says something of the object.
    public static let invalidKey = Self("invalidKey")
    /// A file has a key that the class doesn't know, and refuses.
    public static let unknownKey = Self("unknownKey")
    /// There is no property of that name.
    public static let unknownProperty = Self("unknownProperty")
    /// There is no property of that name that holds models.
    public static let unknownRelationship = Self("unknownRelationship")
    /// The property can't be set.
    public static let readOnlyProperty = Self("readOnlyProperty")
    /// No transform is registered under a name.
    public static let unknownTransform = Self("unknownTransform")
    /// The file names a class that the program doesn't know.
    public static let unknownClass = Self("unknownClass")
    /// The file holds an object of another class.
    public static let classMismatch = Self("classMismatch")
    /// A class has properties that would not be saved.
    public static let notAModel = Self("notAModel")
    /// Two classes claim one name.
    public static let duplicateClass = Self("duplicateClass")
    /// An abstract class can't be made.
    public static let abstractClass = Self("abstractClass")
    /// An object refers to itself in a format that can't hold that.
    public static let cycle = Self("cycle")
    /// Values are nested more deeply than the limit.
    public static let depthExceeded = Self("depthExceeded")
    /// A file holds more values than the limit.
    public static let nodesExceeded = Self("nodesExceeded")
    /// A file is larger than the limit.
    public static let bytesExceeded = Self("bytesExceeded")
    /// There is no such file.
    public static let fileMissing = Self("fileMissing")
    /// The file is there, and can't be read.
    public static let fileUnreadable = Self("fileUnreadable")
    /// Another program has written the file since this one last loaded or saved it.
    public static let fileChanged = Self("fileChanged")
    /// The file can't be written.
    public static let fileUnwritable = Self("fileUnwritable")
    /// The file was written by a newer version of the format.
    public static let newerVersion = Self("newerVersion")
    /// Data hold a keyed archive of objects, where archives aren't trusted.
    public static let untrustedArchive = Self("untrustedArchive")
    /// There is nowhere to save to.
    public static let notSaveable = Self("notSaveable")
    /// A foreign error, from a `Codable` type or a method that the program overrides.
    public static let underlying = Self("underlying")
}

extension ModelError: CustomStringConvertible, LocalizedError {
    /// What ``description`` says, as what `localizedDescription` asks for.
    public var errorDescription: String? { description }

    /// The whole story in a line: `JSON file todo.json, items[3].due (line 7, column 12): Expected date, found bool.`
    ///
    /// Characters from a file that would end the line, or have a terminal do something, are escaped as in Swift's
    /// string literals, and the middle of a long text is left out. The error's parts have all as it is.
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
    /// The same error with a format, unless it has one.
    package func `in`(_ format: FileFormat) -> ModelError {
        guard self.format == nil else { return self }
        var copy = self
        copy.format = format
        return copy
    }

    /// The same error with a place, unless it has one.
    public func at(_ location: ModelLocation?) -> ModelError {
        guard self.location == nil, let location else { return self }
        var copy = self
        copy.location = location
        return copy
    }

    /// The same error with the path of a file, unless it has one.
    public func inFile(_ path: String?) -> ModelError {
        guard file == nil, let path else { return self }
        var copy = self
        copy.file = path
        return copy
    }

    /// The same error seen from one step further out. Any other error is wrapped.
    @inline(never)
    public static func prefixing(_ component: ModelPath.Component, to error: any Error) -> ModelError {
        var copy = ModelError(wrapping: error)
        copy.path.components.insert(component, at: 0)
        return copy
    }

    /// The error itself if it is a `ModelError`, else one that says what it says.
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
