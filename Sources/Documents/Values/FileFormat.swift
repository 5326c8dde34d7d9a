/// The name of a format. Any module may define names. A name can be used even if no module that implements the format
/// is linked.
public struct FileFormat: Sendable {
    /// The identifier of the format.
    public let rawValue: String
    /// The name that is shown to people.
    public let displayName: String
    /// The file name extension, without a dot. Nil for formats without files, such as user defaults.
    public let fileExtension: String?
    /// The name of the module that implements the format.
    public let library: String
    /// True for a format that keeps models in a store and not in files, such as user defaults. A ``StoreProvider``
    /// implements it.
    public let isStore: Bool
    /// The location within the store, in the store's own terms: for user defaults, the name of the suite. Nil: the
    /// default location. Formats that differ only in their locations are equal.
    public private(set) var place: String?
    /// The variant in which files are written, as a name that the format's provider defines. Nil: the provider's
    /// default. Formats that differ only in their styles are equal.
    public private(set) var style: String?
    /// True if unchanged values keep the text of the existing file, as ``keepingText`` describes. Formats that differ
    /// only in this property are equal.
    package private(set) var keepsText = false

    /// Creates the name of a format that is stored in files.
    ///
    /// - Parameters:
    ///   - rawValue: The identifier of the format. Two formats are equal if and only if their identifiers are equal.
    ///   - displayName: The name that is shown to people; by default `rawValue`.
    ///   - fileExtension: The file name extension, without a dot.
    ///   - library: The name of the module that implements the format. The error for a module that isn't linked
    ///     contains it.
    public init(_ rawValue: String, displayName: String? = nil, fileExtension: String?, library: String) {
        self.rawValue = rawValue
        self.displayName = displayName ?? rawValue
        self.fileExtension = fileExtension
        self.library = library
        isStore = false
    }

    /// Creates the name of a format that keeps models in a store and not in files.
    ///
    /// - Parameters:
    ///   - store: The identifier of the format.
    ///   - displayName: The name that is shown to people; by default the identifier.
    ///   - library: The name of the module that implements the format.
    public init(store: String, displayName: String? = nil, library: String) {
        rawValue = store
        self.displayName = displayName ?? store
        fileExtension = nil
        self.library = library
        isStore = true
    }

    /// Returns the same format with another location within its store: see ``place``.
    public func at(_ place: String?) -> FileFormat {
        var copy = self
        copy.place = place
        return copy
    }

    /// This format, written into the text of the existing file. Values that are equal keep their bytes, and the file
    /// keeps its comments, order, whitespace and spelling. New, changed and removed values are edited in place.
    ///
    /// ```swift
    /// try settings.write(toFile: path, format: .json.keepingText)
    /// ```
    ///
    /// If there is no such file, or if the format can't read it, a new text is written. Binary formats ignore this
    /// option, except that a binary property list keeps the old file's objects for unchanged values.
    public var keepingText: FileFormat {
        var copy = self
        copy.keepsText = true
        return copy
    }

    /// Returns the same format, written in another variant: see ``style``.
    public func written(in style: String?) -> FileFormat {
        var copy = self
        copy.style = style
        return copy
    }
}

extension FileFormat: Hashable, CustomStringConvertible {
    public static func == (left: FileFormat, right: FileFormat) -> Bool { left.rawValue == right.rawValue }
    public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
    public var description: String { rawValue }
}

extension FileFormat {
    /// A keyed archive, as Apple's NSKeyedArchiver writes it. It stores the class of every object, shared references
    /// and cycles.
    public static let keyedArchive = FileFormat(
        "keyedArchive", displayName: "Keyed archive", fileExtension: "plist", library: "KeyedArchive")
    /// A plain property list as XML.
    public static let xmlPropertyList = FileFormat(
        "xmlPropertyList", displayName: "XML property list", fileExtension: "plist", library: "PlistFormat")
    /// A plain property list in binary.
    public static let binaryPropertyList = FileFormat(
        "binaryPropertyList", displayName: "Binary property list", fileExtension: "plist", library: "PlistFormat")
    /// Plain JSON.
    public static let json = FileFormat("json", displayName: "JSON", fileExtension: "json", library: "JSONFormat")
    /// JSON5: JSON with comments, trailing commas, single quotes, keys without quotes, hexadecimal numbers, `NaN` and
    /// `Infinity`.
    ///
    /// JSON5 is a dialect of ``json``, and the two formats are equal. A class with this format as its
    /// ``BaseModel/saveFormat`` reads its files as JSON5. Files are written as JSON that may contain `NaN` and
    /// `Infinity`.
    public static let json5 = FileFormat(
        "json", displayName: "JSON5", fileExtension: "json5", library: "JSONFormat"
    ).written(in: "json5")
    /// The user defaults, where programs store their settings under keys. The format is a store: it saves models
    /// there and not in files.
    public static let userDefaults = FileFormat(
        store: "userDefaults", displayName: "User defaults", library: "DefaultsStore")
    /// Returns a suite of the user defaults: settings that several programs may share.
    public static func userDefaults(suite: String) -> FileFormat { userDefaults.at(suite) }
    /// The user's secret service, such as the keychain. The format is a store: it saves models there and not in
    /// files.
    public static let keychain = FileFormat(store: "keychain", displayName: "Keychain", library: "SecretStore")
    /// Returns the user's secret service, with a service name other than the app's own identifier.
    public static func keychain(service: String) -> FileFormat { keychain.at(service) }
    /// An encrypted keyed archive.
    public static let cryptoCoding = FileFormat(
        "cryptoCoding", displayName: "CryptoCoding", fileExtension: "plist", library: "CryptoCoder")
    /// An XML property list with classes and shared references, to read and edit by hand.
    public static let hrCodedXML = FileFormat(
        "hrCodedXML", displayName: "HRCoded XML", fileExtension: "plist", library: "HRCoder")
    /// JSON with classes and shared references, to read and edit by hand.
    public static let hrCodedJSON = FileFormat(
        "hrCodedJSON", displayName: "HRCoded JSON", fileExtension: "json", library: "HRCoder")
    /// A binary property list with classes and shared references.
    public static let hrCodedBinary = FileFormat(
        "hrCodedBinary", displayName: "HRCoded binary", fileExtension: "plist", library: "HRCoder")
    /// A fast binary format with classes and shared references.
    public static let fastCoding = FileFormat(
        "fastCoding", displayName: "FastCoding", fileExtension: "fast", library: "FastCoder")

    /// The formats of the original BaseModel, in the original's order.
    public static let wellKnown: [FileFormat] = [
        .keyedArchive, .xmlPropertyList, .binaryPropertyList, .json, .userDefaults, .keychain, .cryptoCoding,
        .hrCodedXML, .hrCodedJSON, .hrCodedBinary, .fastCoding,
    ]

    /// The format of a document in memory that belongs to no file.
    package static let document = FileFormat(
        "document", displayName: "Document", fileExtension: nil, library: "ModelCore")
}
