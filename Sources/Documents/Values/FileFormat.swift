/// The name of a format. An open set: any module may add names, and a name can be used though nothing that serves it is
/// linked.
public struct FileFormat: Sendable {
    /// What identifies the format.
    public let rawValue: String
    /// What people call it.
    public let displayName: String
    /// The extension of its files; nil for formats that have none, such as user defaults.
    public let fileExtension: String?
    /// The module that serves it.
    public let library: String
    /// True for a format that keeps models elsewhere than in files, such as user defaults: a ``StoreProvider`` serves
    /// it.
    public let isStore: Bool
    /// Where within its store, in the store's own terms: for user defaults the suite. Nil for the usual place. No part
    /// of what identifies the format.
    public private(set) var place: String?
    /// How files are written, in the format's own terms; nil for as its provider does. No part of what identifies the
    /// format.
    public private(set) var style: String?
    /// True where the text of the file that is there is kept as far as its values are: see ``keepingText``. No part of
    /// what identifies the format.
    package private(set) var keepsText = false

    /// - Parameters:
    ///   - rawValue: What identifies the format: two formats are equal just if this is.
    ///   - displayName: What people call it; by default `rawValue`.
    ///   - fileExtension: The extension of its files.
    ///   - library: The module that serves it, for the error where that isn't linked.
    public init(_ rawValue: String, displayName: String? = nil, fileExtension: String?, library: String) {
        self.rawValue = rawValue
        self.displayName = displayName ?? rawValue
        self.fileExtension = fileExtension
        self.library = library
        isStore = false
    }

    /// A format that keeps models elsewhere than in files.
    ///
    /// - Parameters:
    ///   - store: What identifies the format.
    ///   - displayName: What people call it; by default the same.
    ///   - library: The module that serves it.
    public init(store: String, displayName: String? = nil, library: String) {
        rawValue = store
        self.displayName = displayName ?? store
        fileExtension = nil
        self.library = library
        isStore = true
    }

    /// The same format with another place within its store.
    public func at(_ place: String?) -> FileFormat {
        var copy = self
        copy.place = place
        return copy
    }

    /// The same format, written into the text of the file that is there: values that are equal keep their bytes, with
    /// comments, order, space and spelling; what is new, changed or gone is edited in place.
    ///
    /// ```swift
    /// try settings.write(toFile: path, format: .json.keepingText)
    /// ```
    ///
    /// Where there is no such file, or none that the format reads, and for formats that aren't text, it is written as
    /// without it.
    public var keepingText: FileFormat {
        var copy = self
        copy.keepsText = true
        return copy
    }

    /// The same format, written in another style.
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
    /// A keyed archive, as Apple's NSKeyedArchiver writes: every class, shared references, cycles.
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
    /// It is a dialect of ``json``, and equal to it. A class that has it as ``BaseModel/saveFormat`` reads its files as
    /// JSON5. Files are written as JSON, which has `NaN` and `Infinity` then.
    public static let json5 = FileFormat(
        "json", displayName: "JSON5", fileExtension: "json5", library: "JSONFormat"
    ).written(in: "json5")
    /// The user's defaults; no file of the program's.
    public static let userDefaults = FileFormat(
        store: "userDefaults", displayName: "User defaults", library: "PlistFormat")
    /// The user's defaults of a suite, which programs may share.
    public static func userDefaults(suite: String) -> FileFormat { userDefaults.at(suite) }
    /// The secret service; no file.
    public static let keychain = FileFormat(store: "keychain", displayName: "Keychain", library: "SecretStore")
    /// The secret service, under the name of a service that isn't the app's own identifier.
    public static func keychain(service: String) -> FileFormat { keychain.at(service) }
    /// A keyed archive, encrypted.
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
    /// Fast binary with classes and shared references.
    public static let fastCoding = FileFormat(
        "fastCoding", displayName: "FastCoding", fileExtension: "fast", library: "FastCoder")

    /// The formats that BaseModel has always had, in its order.
    public static let wellKnown: [FileFormat] = [
        .keyedArchive, .xmlPropertyList, .binaryPropertyList, .json, .userDefaults, .keychain, .cryptoCoding,
        .hrCodedXML, .hrCodedJSON, .hrCodedBinary, .fastCoding,
    ]

    /// No format: a tree in memory.
    package static let document = FileFormat("document", displayName: "Document", fileExtension: nil, library: "ModelCore")
}
