import Foundation
import ModelCore
import Synchronization
import TestSupport
import Testing

/// A way in which formats go wrong, and the checks that must notice it.
struct Defect: Sendable, CustomTestStringConvertible {
    var name: String
    var caughtBy: Set<String>
    /// What a failure of each of these checks must be about, where the check has several parts.
    var subject: String
    /// The size of the largest collection; nil for a small one.
    var hugeCount: Int?
    var format: any FormatProvider

    init(
        _ name: String, caughtBy: Set<String>, about subject: String = "", hugeCount: Int? = nil,
        _ spoil: (inout BrokenFormat) -> Void
    ) {
        var format = BrokenFormat()
        spoil(&format)
        self.init(name, caughtBy: caughtBy, about: subject, hugeCount: hugeCount, format: format)
    }

    init(
        _ name: String, caughtBy: Set<String>, about subject: String = "", hugeCount: Int? = nil,
        format: any FormatProvider
    ) {
        (self.name, self.caughtBy, self.subject, self.format) = (name, caughtBy, subject, format)
        self.hugeCount = hugeCount
    }

    var testDescription: String { name }

    static let all: [Defect] =
        values + structure + sharing + later + order + files + edges + detection + Mistake.defects

    /// Scalars that come back as others.
    private static let values: [Defect] = [
        Defect("true becomes 1", caughtBy: ["untypedValues", "documents"]) {
            $0.spoilTree = { $0.changing(scalars: { $0 == .bool(true) ? .int64(1) : $0 }) }
        },
        Defect("1 becomes true", caughtBy: ["untypedValues", "numbers", "collections"]) {
            $0.spoilResult = { $0.changing(scalars: { $0 == .int64(1) ? .bool(true) : $0 }) }
        },
        Defect("a word of several tags has a capital letter", caughtBy: ["tags"]) {
            $0.spoilTree = { $0.changing(scalars: { $0 == .string("text") ? .string("Text") : $0 }) }
        },
        Defect("a word of several cases has a capital letter", caughtBy: ["caseForms"]) {
            $0.spoilTree = { $0.changing(scalars: { $0 == .string("plain") ? .string("Plain") : $0 }) }
        },
        Defect("whole doubles become integers", caughtBy: ["untypedValues"]) {
            $0.spoilTree = {
                $0.changing(scalars: {
                    if case .double(let value) = $0, let whole = Int64(exactly: value) { .int64(whole) } else { $0 }
                })
            }
        },
        Defect("doubles have fifteen digits", caughtBy: ["numbers"]) {
            $0.spoilTree = {
                $0.changing(scalars: {
                    if case .double(let value) = $0, value.isFinite {
                        .double(Double(String(format: "%.15g", value)) ?? 0)
                    } else {
                        $0
                    }
                })
            }
        },
        Defect("-0.0 becomes 0.0", caughtBy: ["numbers", "foundationValues"]) {
            $0.spoilTree = {
                $0.changing(scalars: { if case .double(let value) = $0, value == 0 { .double(0) } else { $0 } })
            }
        },
        Defect("integers have 53 bits", caughtBy: ["numbers", "enumsAndCodable"]) {
            $0.spoilTree = {
                $0.changing(scalars: {
                    if case .int64(let value) = $0 { .int64(Int64(exactly: Double(value)) ?? value &- 1) } else { $0 }
                })
            }
        },
        Defect("NaN becomes zero", caughtBy: ["numbers"]) {
            $0.spoilTree = {
                $0.changing(scalars: { if case .double(let value) = $0, value.isNaN { .double(0) } else { $0 } })
            }
        },
        Defect("decimals go through doubles", caughtBy: ["numbers"]) {
            $0.spoilTree = {
                $0.changing(scalars: {
                    if case .decimal(let value) = $0, value.isFinite {
                        .decimal(Decimal((value as NSDecimalNumber).doubleValue))
                    } else {
                        $0
                    }
                })
            }
        },
        Defect("text is normalised", caughtBy: ["text"]) {
            $0.spoilTree = {
                $0.changing(scalars: {
                    if case .string(let text) = $0 { .string(text.precomposedStringWithCanonicalMapping) } else { $0 }
                })
            }
        },
        Defect("$null is nil", caughtBy: ["text", "subclasses"]) {
            $0.spoilResult = { $0.changing(scalars: { $0 == .string("$null") ? .null : $0 }) }
        },
        Defect("an accent at the beginning is dropped", caughtBy: ["text"], about: "root: text: combining first") {
            $0.spoilTree = {
                $0.changing(scalars: {
                    guard case .string(let text) = $0, text.unicodeScalars.first == "\u{301}" else { return $0 }
                    return .string(String(text.unicodeScalars.dropFirst()))
                })
            }
        },
        Defect("text ends at a NUL", caughtBy: ["text"]) {
            $0.spoilTree = {
                $0.changing(scalars: {
                    if case .string(let text) = $0 { .string(String(text.prefix { $0 != "\0" })) } else { $0 }
                })
            }
        },
        Defect("data that is an archive is opened", caughtBy: ["data"]) {
            $0.spoilResult = {
                $0.changing(scalars: {
                    if case .data(let data) = $0, data.starts(with: Data("bplist".utf8)) {
                        .string("opened")
                    } else {
                        $0
                    }
                })
            }
        },
        Defect("dates have milliseconds", caughtBy: ["dates"]) {
            $0.spoilTree = {
                $0.changing(scalars: {
                    guard case .date(let date) = $0 else { return $0 }
                    return .date(
                        Date(
                            timeIntervalSinceReferenceDate: (date.timeIntervalSinceReferenceDate * 1000).rounded()
                                / 1000))
                })
            }
        },
        Defect("URLs lose their base", caughtBy: ["foundationValues"]) {
            $0.spoilTree = {
                $0.changing(scalars: { if case .url(let url) = $0 { .url(url.absoluteURL) } else { $0 } })
            }
        },
        Defect("a wrong type is a zero", caughtBy: ["wrongTypes"], format: LenientFormat()),
        Defect("floats are doubles", caughtBy: ["untypedValues"], about: "Any Float Float 0.1") {
            $0.toy.capabilities = FormatCapabilities.all.subtracting(.typedScalars).union(.floats)
            $0.spoilTree = {
                $0.changing(scalars: { if case .float(let value) = $0 { .double(Double(value)) } else { $0 } })
            }
        },
        Defect("decimals are text", caughtBy: ["untypedValues"], about: "Any Decimal Decimal 0.1") {
            $0.toy.capabilities = FormatCapabilities.all.subtracting(.typedScalars).union(.decimals)
            $0.spoilTree = {
                $0.changing(scalars: { if case .decimal(let value) = $0 { .string("\(value)") } else { $0 } })
            }
        },
        Defect("whole dates are text", caughtBy: ["untypedValues"], about: "Any Date Date 1.0") {
            $0.toy.capabilities = FormatCapabilities.all.subtracting(.exactDates).union(.wholeDates)
            $0.spoilTree = {
                $0.changing(scalars: { if case .date(let date) = $0 { .string(date.ISO8601Format()) } else { $0 } })
            }
        },
    ]

    /// Objects, keys and references that get lost.
    private static let structure: [Defect] = [
        Defect("subclasses get lost", caughtBy: ["subclasses", "optionals"]) {
            $0.spoilTree = { $0.changing(objects: { $0.codedClass = CodedClass(name: "") }) }
        },
        Defect("nil is left out", caughtBy: ["optionals"]) {
            $0.spoilTree = { $0.changing(objects: { $0.properties.removeAll { ModelNode.isNil($0.value) } }) }
        },
        Defect("the last key is dropped", caughtBy: ["customCoding", "everyProperty", "keys", "sharing", "misuse"]) {
            $0.spoilTree = { $0.changing(objects: { if $0.properties.count > 1 { $0.properties.removeLast() } }) }
        },
        Defect("the last key is dropped", caughtBy: ["unknownKeys", "versions"]) {
            $0.spoilTree = { $0.changing(objects: { if $0.properties.count > 1 { $0.properties.removeLast() } }) }
        },
        Defect("the first key is dropped", caughtBy: ["unknownKeys"]) {
            $0.spoilTree = { $0.changing(objects: { if $0.properties.count > 1 { $0.properties.removeFirst() } }) }
        },
        Defect("keys with a dollar sign are dropped", caughtBy: ["versions"]) {
            $0.spoilTree = { $0.changing(objects: { $0.properties.removeAll { $0.key.hasPrefix("$") } }) }
        },
        Defect("keys with dots are dropped", caughtBy: ["customCoding"]) {
            $0.spoilTree = { $0.changing(objects: { $0.properties.removeAll { $0.key.contains(".") } }) }
        },
        Defect("references are copies", caughtBy: ["randomGraphs", "randomModels"], format: CopyingFormat()),
        Defect("sets are arrays", caughtBy: ["untypedValues"]) {
            $0.spoilResult = { node in
                node.changing(objects: {
                    for property in $0.properties { if case .array(let array) = property.value { array.kind = .array } }
                })
            }
        },
        Defect("ordered sets are sets", caughtBy: ["documents"], about: "an ordered set") {
            $0.spoilResult = {
                if case .array(let array) = $0, array.kind == .orderedSet { array.kind = .set }
                return $0
            }
        },
        Defect("the thousandth element is lost", caughtBy: ["hugeCollections"]) {
            $0.spoilResult = {
                if case .array(let array) = $0, array.elements.count > 1000 { array.elements.remove(at: 999) }
                return $0
            }
        },
    ]

    /// Files that are taken for what they aren't.
    private static let files: [Defect] = [
        Defect("the last byte is ignored", caughtBy: ["truncation"]) {
            $0.repairBytes = { $0.last == UInt8(ascii: ".") ? $0 : $0 + Data(".".utf8) }
        },
        Defect("a text that was cut is what is left of it", caughtBy: ["truncation"]) {
            $0.repairBytes = { content in
                let (head, rest) = (ToyFormat.head, content.dropFirst(ToyFormat.head.count))
                guard rest.first == UInt8(ascii: "s"), let colon = rest.firstIndex(of: UInt8(ascii: ":")) else {
                    return content
                }
                let text = rest[(colon + 1)...]
                let digits = String(decoding: rest[rest.startIndex + 1..<colon], as: UTF8.self)
                guard let count = Int(digits), text.count < count, String(validating: text, as: UTF8.self) != nil else {
                    return content
                }
                return head + Data("s\(text.count):".utf8) + text + Data(".".utf8)
            }
        },
        Defect("what follows the end is ignored", caughtBy: ["errors"]) {
            $0.repairBytes = { content in
                var content = content
                while let last = content.last, last != UInt8(ascii: ".") { content.removeLast() }
                return content
            }
        },
        Defect(
            "an unreadable file is a null", caughtBy: ["errors", "truncation", "hostileDepth"],
            format: ForgivingFormat()),
        Defect(
            "errors lie behind the file's end", caughtBy: ["errors", "truncation", "mutations"],
            format: MisplacingFormat(code: .corruptData, offset: 1)),
        Defect(
            "errors lie before the file", caughtBy: ["errors", "truncation", "mutations"],
            format: MisplacingFormat(code: .corruptData, offset: .min)),
        Defect(
            "damage is a value that can't be written", caughtBy: ["errors", "truncation", "mutations"],
            format: MisplacingFormat(code: .unrepresentableValue, offset: 0)),
        Defect("text that is no UTF-8 is repaired", caughtBy: ["text"], about: "a text with the bytes FF in it") {
            $0.repairBytes = { content in
                guard let place = content.firstIndex(of: 0xFF), place + 3 < content.endIndex else { return content }
                var content = content
                content.replaceSubrange(place..<place + 3, with: "\u{FFFD}".utf8)
                return content
            }
        },
        Defect("the bytes differ each time", caughtBy: ["determinism", "concurrency"], format: CountingFormat()),
        Defect("errors are of another type and format", caughtBy: ["errors"], format: MisnamingFormat()),
        Defect("few levels are allowed, whatever the limits", caughtBy: ["limits"], format: ShallowFormat()),
        Defect("damaged files take long", caughtBy: ["mutations"], format: SlowFormat()),
        Defect("files get mixed up now and then", caughtBy: ["concurrency"], format: LeakingFormat()),
    ]
}
