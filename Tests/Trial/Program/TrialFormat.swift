import CryptoCoder
import FastCoder
import HRCoder
import JSONFormat
import KeyedArchive
import ModelCore
import PlistFormat

/// A format on trial, with the options of its provider.
struct TrialFormat {
    /// How the bytes of a file are damaged.
    enum Syntax { case json, xml, binary, fast, text, encrypted }

    let name: String
    let provider: any FormatProvider
    let format: FileFormat
    let syntax: Syntax
    /// True if values come back as they were: no option leaves any of their parts out.
    var isExact = true
    /// True if a file names the classes of its objects and contains shared ones once.
    var keepsIdentity = false

    static func named(_ name: String) -> TrialFormat? { all.first { $0.name == name } }

    static let all: [TrialFormat] = [
        // The formats as they are.
        TrialFormat(name: "json", provider: JSONFormat(), format: .json, syntax: .json),
        TrialFormat(name: "json5", provider: JSONFormat(), format: .json5, syntax: .json),
        TrialFormat(name: "xml", provider: PlistFormat(), format: .xmlPropertyList, syntax: .xml),
        TrialFormat(name: "binary", provider: PlistFormat(), format: .binaryPropertyList, syntax: .binary),
        TrialFormat(name: "archive", provider: KeyedArchive(), format: .keyedArchive, syntax: .binary, keepsIdentity: true),
        TrialFormat(name: "fast", provider: FastCoder(), format: .fastCoding, syntax: .fast, keepsIdentity: true),
        TrialFormat(name: "hrjson", provider: HRCoder(), format: .hrCodedJSON, syntax: .json, keepsIdentity: true),
        TrialFormat(name: "hrbinary", provider: HRCoder(), format: .hrCodedBinary, syntax: .binary, keepsIdentity: true),
        TrialFormat(name: "hrxml", provider: HRCoder(), format: .hrCodedXML, syntax: .xml, keepsIdentity: true),
        TrialFormat(
            name: "crypto", provider: CryptoCoder(CryptoPassword("trial"), cost: ScryptCost(n: 2, r: 1, p: 1)), format: .cryptoCoding,
            syntax: .encrypted, keepsIdentity: true),
        // Their options.
        TrialFormat(
            name: "json-pretty", provider: JSONFormat(writing: [.prettyPrinted, .sortedKeys], dates: .secondsSince1970), format: .json,
            syntax: .json),
        TrialFormat(name: "json-keys", provider: JSONFormat(keys: .snakeCase, dates: .iso8601), format: .json, syntax: .json, isExact: false),
        TrialFormat(
            name: "json-omitted", provider: JSONFormat(writing: [.json5], keys: .pascalCase, writtenDefaults: .omitted), format: .json,
            syntax: .json, isExact: false),
        TrialFormat(
            name: "json-first", provider: JSONFormat(reading: [.json5], duplicateKeys: .first, dates: .millisecondsSince1970), format: .json,
            syntax: .json, isExact: false),
        TrialFormat(
            name: "json-last", provider: JSONFormat(writing: [.sortedKeys], duplicateKeys: .last, keys: .kebabCase), format: .json,
            syntax: .json),
        TrialFormat(
            name: "xml-sorted", provider: PlistFormat(indentation: .spaces(2), sortsKeys: true, keys: .upperSnakeCase), format: .xmlPropertyList,
            syntax: .xml),
        TrialFormat(
            name: "binary-omitted", provider: PlistFormat(fractionalDates: .rounded, writtenDefaults: .omitted), format: .binaryPropertyList,
            syntax: .binary, isExact: false),
        TrialFormat(
            name: "xml-last", provider: PlistFormat(indentation: .none, duplicateKeys: .last), format: .xmlPropertyList, syntax: .xml),
        TrialFormat(name: "fast-values", provider: FastCoder(reading: .valuesOnly), format: .fastCoding, syntax: .fast, isExact: false),
        TrialFormat(name: "hrjson-last", provider: HRCoder(duplicateKeys: .last), format: .hrCodedJSON, syntax: .json, keepsIdentity: true),
    ]
}
