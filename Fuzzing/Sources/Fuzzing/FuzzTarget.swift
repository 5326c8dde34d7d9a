import CryptoCoder
import FastCoder
import Foundation
import HRCoder
import JSONFormat
import ModelCore
import PlistFormat

/// A format as it is fuzzed: what reads it, and how its files are damaged.
public struct FuzzTarget: Sendable {
    /// How the bytes are made up, for changes that leave most of a file valid.
    enum Syntax { case text, binaryPropertyList, fastCoding }

    /// What it is called on the command line, and in reports.
    public let name: String
    let format: FileFormat
    let provider: any FormatProvider
    let syntax: Syntax
    /// What the format's parser knows: words, tags, marks.
    let tokens: [String]
    /// Whether a file that the tests have is one of these.
    let accepts: @Sendable (Data) -> Bool
    /// What the format keeps.
    let capabilities: FormatCapabilities
    /// Writes trees: the provider, where no other way is given.
    var writes: @Sendable (ModelDocument) throws -> Data
    /// True where the same tree gives other bytes each time.
    var isRandom = false
    /// True for the file of the user's defaults, which is read as models alone.
    var isStore = false

    init(
        _ name: String, _ format: FileFormat, _ provider: any FormatProvider, _ syntax: Syntax, tokens: [String] = [],
        accepts: (@Sendable (Data) -> Bool)? = nil
    ) {
        self.name = name
        self.format = format
        self.provider = provider
        self.syntax = syntax
        self.tokens = tokens
        self.accepts = accepts ?? { (try? FormatRegistry.current.detect($0)) == format }
        capabilities =
            provider.capabilities(of: format)
        writes = { try provider.encode($0, as: format) }
    }

    /// True where the format keeps values of no declared type as they are.
    var keepsAll: Bool { capabilities.isSuperset(of: .all) }

    /// True where what is read is written in another format, which doesn't hold all of it: keys with a NUL, infinite numbers.
    var isReadOnly: Bool { name == "openStep" || name == "json5" }
}

extension FuzzTarget {
    /// Everything that is fuzzed.
    public static let all: [FuzzTarget] = {
        let plist = PlistFormat()
        let isVersion2: @Sendable (Data) -> Bool = { $0.starts(with: [0x54, 0x53, 0x41, 0x46, 2]) }
        var openStep = FuzzTarget(
            "openStep", .xmlPropertyList, plist, .text, tokens: openStepTokens, accepts: { _ in false })
        openStep.writes = { Data(try OpenStepText.text(of: $0).utf8) }
        var crypto = FuzzTarget(
            "cryptoCoding", .cryptoCoding, SealedArchive.provider, .binaryPropertyList, tokens: archiveTokens)
        crypto.isRandom = true
        // What is damaged before it is encrypted: else nothing behind the authentication is ever seen.
        var sealed = crypto.named("cryptoCodingInside", accepts: { _ in false })
        sealed.writes = { try KeyedArchive().encode($0) }
        var defaults = FuzzTarget(
            "userDefaults", .xmlPropertyList, plist, .text, tokens: xmlTokens + [DefaultsTrial.className])
        defaults.isStore = true
        return [
            FuzzTarget("keyedArchive", .keyedArchive, KeyedArchive(), .binaryPropertyList, tokens: archiveTokens),
            FuzzTarget("xmlPropertyList", .xmlPropertyList, plist, .text, tokens: xmlTokens),
            FuzzTarget("binaryPropertyList", .binaryPropertyList, plist, .binaryPropertyList),
            openStep,
            FuzzTarget("json", .json, JSONFormat(), .text, tokens: jsonTokens),
            FuzzTarget("json5", .json, JSONFormat(reading: .json5), .text, tokens: jsonTokens + json5Tokens),
            FuzzTarget("hrCodedXML", .hrCodedXML, HRCoder(), .text, tokens: xmlTokens + hrTokens),
            FuzzTarget("hrCodedJSON", .hrCodedJSON, HRCoder(), .text, tokens: jsonTokens + json5Tokens + hrTokens),
            FuzzTarget("hrCodedBinary", .hrCodedBinary, HRCoder(), .binaryPropertyList, tokens: hrTokens),
            FuzzTarget(
                "fastCoding", .fastCoding, FastCoder(), .fastCoding,
                accepts: { !isVersion2($0) && FastCoder().detect($0) != nil }),
            FuzzTarget("fastCoding2", .fastCoding, FastCoder(), .fastCoding, accepts: isVersion2),
            crypto, sealed, defaults,
        ]
    }()

    private func named(_ name: String, accepts: @escaping @Sendable (Data) -> Bool) -> FuzzTarget {
        var other = FuzzTarget(name, format, provider, syntax, tokens: tokens, accepts: accepts)
        other.isRandom = isRandom
        return other
    }

    /// True where an input is an archive, which is encrypted before it is read.
    var isSealed: Bool { name == "cryptoCodingInside" }

    private static let jsonTokens = [
        "{", "}", "[", "]", ",", ":", "null", "true", "false", "\"\"", "\"\\u0000\"", "\"\\ud800\"",
        "\"\\ud83d\\ude00\"",
        "\"$class\"", "\"NaN\"", "\u{FEFF}", "\"YnBsaXN0MD\"", "\"2018-03-16T16:49:14.125Z\"",
        "\"-0001-01-01T00:00:00Z\"",
    ]
    private static let json5Tokens = [
        "//", "/*", "*/", "'", "Infinity", "-Infinity", "NaN", "0x", "+1", ".5", "5.", "\\\n", "\u{2028}", "$key",
        "\\u0041",
    ]
    private static let hrTokens = [
        "$class", "$alias", "$root", "$data", "\"$alias\"", "\"$class\"", "ContractLink", "others[0]", "next.next", ".",
        "%00",
        "<key>$class</key>", "<key>$alias</key>",
    ]
    private static let xmlTokens = [
        "<dict>", "</dict>", "<array>", "</array>", "<key>", "</key>", "<string>", "</string>", "<integer>",
        "</integer>",
        "<real>", "</real>", "<true/>", "<false/>", "<date>", "</date>", "<data>", "</data>", "<plist>", "</plist>",
        "<!--",
        "-->", "<![CDATA[", "]]>", "&lt;", "&#0;", "&#x110000;", "&#xD800;", "<?xml ?>", "<!DOCTYPE",
        "<key>CF$UID</key>",
        "2018-03-16T16:49:14Z", "nan", "inf", "$null", "\u{FEFF}",
    ]
    private static let openStepTokens = [
        "{", "}", "(", ")", "<", ">", "=", ";", ",", "\"", "'", "\\U0041", "\\377", "/*", "*/", "//", "<*I5>", "<*BY>",
        "<*D",
        "<[", "]>", "(  )", "\u{FEFF}",
    ]
    private static let archiveTokens = [
        "$null", "$class", "$objects", "$top", "$version", "$archiver", "$classes", "$classname", "NSKeyedArchiver",
        "root",
        "NS.objects", "NS.keys", "NS.string", "NS.data", "NS.time", "NS.base", "NSDictionary", "NSArray", "NSSet",
        "NSDate",
        "NSData", "NSNull", "NSURL", "NSUUID", "NSOrderedSet", "NSDecimalNumber", "NSValue", "NSIndexSet",
        "ContractLink",
    ]
}
