import CryptoCoder
import DefaultsStore
import FastCoder
import Foundation
import HRCoder
import JSONFormat
import KeyedArchive
import ModelCore
import PlistFormat

/// A format, with the options of its provider, in which files are kept.
struct GoldenFormat: Sendable {
    /// The extension of the files.
    let name: String
    let format: FileFormat
    let provider: any FormatProvider

    private init(_ name: String, _ format: FileFormat, _ provider: any FormatProvider) {
        (self.name, self.format, self.provider) = (name, format, provider)
    }

    private init(_ format: FileFormat, _ provider: any FormatProvider) { self.init(format.rawValue, format, provider) }

    private static let password = CryptoPassword("golden")

    /// The formats in which every value is kept that they can contain. The encrypted files have a low cost, so that the tests are
    /// fast.
    static let plain: [GoldenFormat] = [
        GoldenFormat(.keyedArchive, KeyedArchive()), GoldenFormat(.xmlPropertyList, PlistFormat()),
        GoldenFormat(.binaryPropertyList, PlistFormat()), GoldenFormat(.json, JSONFormat()),
        // The provider isn't used: a store keeps them.
        GoldenFormat(.userDefaults, PlistFormat()),
        GoldenFormat(.cryptoCoding, CryptoCoder(password, cost: ScryptCost(n: 1 << 8))), GoldenFormat(.hrCodedXML, HRCoder()),
        GoldenFormat(.hrCodedJSON, HRCoder()), GoldenFormat(.hrCodedBinary, HRCoder()), GoldenFormat(.fastCoding, FastCoder()),
    ]

    /// The same formats with options that change what is written.
    static let styled: [GoldenFormat] = [
        GoldenFormat("json5", .json5, JSONFormat(writing: .json5, reading: .json5)),
        GoldenFormat("jsonPretty", .json, JSONFormat(writing: [.prettyPrinted, .sortedKeys])),
        GoldenFormat("jsonSnake", .json, JSONFormat(keys: .snakeCase, dates: .secondsSince1970, writtenDefaults: .omitted)),
        GoldenFormat("jsonPascal", .json, JSONFormat(keys: .pascalCase, dates: .secondsSince2001)),
        GoldenFormat("jsonUpper", .json, JSONFormat(keys: .upperSnakeCase, dates: .millisecondsSince1970)),
        GoldenFormat("jsonSortable", .json, JSONFormat(writing: .sortedKeys, dates: .sortableText)),
        GoldenFormat(
            "xmlStyled", .xmlPropertyList,
            PlistFormat(indentation: .spaces(2), sortsKeys: true, fractionalDates: .rounded, keys: .kebabCase, writtenDefaults: .omitted)
        ),
        GoldenFormat("xmlLine", .xmlPropertyList, PlistFormat(indentation: .none)),
        GoldenFormat("binaryStyled", .binaryPropertyList, PlistFormat(sortsKeys: true, keys: .snakeCase, writtenDefaults: .omitted)),
        GoldenFormat("cryptoVersion2", .cryptoCoding, CryptoCoder(password, writing: .insecureVersion2)),
    ]

    /// With the cost that the library recommends.
    static let costly = GoldenFormat("cryptoCostly", .cryptoCoding, CryptoCoder(password))
    /// Patches between two models.
    static let patches = ["jsonPatch", "jsonMergePatch"].map { GoldenFormat($0, .json, JSONFormat()) }

    #if Macros
        /// With a mapping of a class.
        static let mapped: [GoldenFormat] = {
            let mapping = (try? GoldenShipment.mapping()) ?? ModelMapping()
            return [
                GoldenFormat("jsonMapped", .json, JSONFormat().mapped(by: mapping)),
                GoldenFormat("archiveMapped", .keyedArchive, KeyedArchive().mapped(by: mapping)),
            ]
        }()
    #else
        static let mapped: [GoldenFormat] = []
    #endif

    static let all = plain + styled + [costly] + patches + mapped

    /// Runs `body` in a program whose user defaults are a file of this content, and returns the content that it has then.
    func withDefaults<Result>(
        _ content: Data?, _ body: (FileFormat) throws -> Result
    ) throws -> (result: Result, content: Data) {
        let folder = URL.temporaryDirectory.appending(path: "Golden-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "golden.plist")
        try content?.write(to: file)
        let registry = FormatRegistry([], stores: [UserDefaultsStore(folder: folder.path)])
        let result = try FormatRegistry.withFormats(registry) { try body(.userDefaults(suite: "golden")) }
        return (result, try Data(contentsOf: file))
    }
}
