import CryptoCoder
import FastCoder
import Foundation
import HRCoder
import JSONFormat
import ModelCore
import PlistFormat
import Testing

/// A format that values of every type are written in, and what it may refuse.
struct RangeFormat: CustomTestStringConvertible, Sendable {
    /// What a format has no form for at all.
    struct Gaps: OptionSet {
        let rawValue: Int
        /// NaN and the infinities.
        static let nonFinite = Gaps(rawValue: 1)
        /// The bits of a NaN other than its being one.
        static let payloads = Gaps(rawValue: 2)
        /// Characters in keys that XML has no form for.
        static let controlsInKeys = Gaps(rawValue: 4)
        /// Keys of dictionaries that no text stands for.
        static let valueKeys = Gaps(rawValue: 8)
    }

    /// Whether the format may refuse a value of a type in a form, which is its text's first word.
    func mayRefuse(_ type: String, _ refusal: String) -> Bool {
        let form = refusal.prefix { $0 != ":" }
        // Nobody can: it is longer than Int.max.
        if type == "Range<Int>", refusal.contains("Range -9223372036854775808..<") { return true }
        if gaps.contains(.nonFinite), refusal.contains("This format has no number for") {
            return ["Double", "Float", "CGFloat", "Decimal"].contains(type) || form == "Codable"
        }
        if gaps.contains(.controlsInKeys), refusal.contains("control characters of the key") {
            return type == "String" && form == "key"
        }
        return gaps.contains(.valueKeys) && form == "key" && refusal.contains("This format's keys are text")
            && !["Bool", "String", "Data", "UUID", "Int", "Int8", "Int16", "Int32", "Int64"].contains(type)
            && !type.hasPrefix("UInt")
    }

    let name: String
    let format: FileFormat
    let provider: any FormatProvider
    let gaps: Gaps

    init(_ name: String, _ format: FileFormat, _ provider: any FormatProvider, _ gaps: Gaps = []) {
        self.name = name
        self.format = format
        self.provider = provider
        self.gaps = gaps
    }

    var testDescription: String { name }

    func encode<Value: ModelValue>(_ value: Value) throws -> Data { try provider.encode(value, as: format) }

    func decode<Value: ModelValue>(_ type: Value.Type, _ data: Data) throws -> Value {
        try provider.decode(type, from: data, as: format)
    }

    /// True for text that XML can hold.
    static func isXML(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy {
            $0.value >= 0x20 && $0.value != 0xFFFE && $0.value != 0xFFFF || "\t\n\r".unicodeScalars.contains($0)
        }
    }

    /// True where a value comes back as its own type though nobody says what is expected.
    var keepsTypes: Bool {
        provider.capabilities(of: format).contains(.typedScalars)
    }

    static let all: [RangeFormat] = {
        var all = [
            RangeFormat("JSON", .json, JSONFormat(), [.nonFinite, .payloads, .valueKeys]),
            RangeFormat(
                "JSON5", .json, JSONFormat(writing: .prettyPrinted, reading: .json5),
                [.nonFinite, .payloads, .valueKeys]),
            RangeFormat("XML", .xmlPropertyList, PlistFormat(), [.payloads, .controlsInKeys, .valueKeys]),
            RangeFormat("binary", .binaryPropertyList, PlistFormat(), .valueKeys),
            RangeFormat("archive", .keyedArchive, KeyedArchive()),
            RangeFormat("FastCoding", .fastCoding, FastCoder()),
            RangeFormat("HRCoded JSON", .hrCodedJSON, HRCoder()),
            RangeFormat("HRCoded XML", .hrCodedXML, HRCoder()),
            RangeFormat("HRCoded binary", .hrCodedBinary, HRCoder()),
        ]
        if let password = try? CryptoPassword(key: Array(repeating: 7, count: 32)) {
            all.append(RangeFormat("CryptoCoding", .cryptoCoding, CryptoCoder(password)))
        }
        return all
    }()
}

/// A property of any type. Files know the class by one name, whatever that type is.
final class RangeHolder<Value: ModelValue & SendableMetatype>: BaseModel {
    var value: Value?

    override class var modelClass: ModelClass { ModelClass(self, name: "RangeHolder", overrides: []) }

    override class var modelProperties: [ModelProperty] {
        super.modelProperties + [ModelProperty("value", \RangeHolder.value)]
    }
}

/// The same with a property that says nothing of its type.
final class UntypedHolder: BaseModel {
    var value: Any?

    override class var modelClass: ModelClass { ModelClass(self, name: "RangeHolder", overrides: []) }

    override class var modelProperties: [ModelProperty] {
        super.modelProperties + [ModelProperty(any: "value", \UntypedHolder.value)]
    }
}
