import Foundation
import ModelCore
import TestSupport

extension Defect {
    /// Values at the ends of what a number of bits can hold.
    static let edges: [Defect] = [
        Defect("a NaN has another payload", caughtBy: ["numbers"], about: "Double Double nan of the bits") {
            $0.spoilTree = {
                $0.changing(scalars: {
                    guard case .double(let value) = $0, value.isNaN, value.bitPattern != Double.nan.bitPattern else {
                        return $0
                    }
                    return .double(Double(bitPattern: value.bitPattern ^ 2))
                })
            }
        },
        Defect("a NaN has another sign", caughtBy: ["numbers"]) {
            $0.spoilResult = {
                $0.changing(scalars: {
                    if case .float(let value) = $0, value.isNaN { .float(-value) } else { $0 }
                })
            }
        },
        Defect("the size of data has 16 bits", caughtBy: ["data"], about: "property: 65536 bytes") {
            $0.spoilTree = {
                $0.changing(scalars: {
                    if case .data(let data) = $0 { .data(data.prefix(data.count & 0xFFFF)) } else { $0 }
                })
            }
        },
        Defect("the size of data has 7 bits and a sign", caughtBy: ["data"], about: "property: 128 bytes") {
            $0.spoilTree = {
                $0.changing(scalars: { if case .data(let data) = $0, data.count == 128 { .data(Data()) } else { $0 } })
            }
        },
        Defect("the count of an array has 16 bits", caughtBy: ["collections"], about: "65536 booleans") {
            $0.spoilResult = { node in
                node.changing(objects: { object in
                    for property in object.properties {
                        guard case .array(let array) = property.value, array.elements.count > 0xFFFF else { continue }
                        array.elements = Array(array.elements.prefix(array.elements.count & 0xFFFF))
                    }
                })
            }
        },
        Defect("the size of a key has 16 bits", caughtBy: ["text"], about: "property: dictionary key: length 65536") {
            $0.spoilTree = { node in
                node.changing(objects: { object in
                    for property in object.properties {
                        guard case .dictionary(let dictionary) = property.value else { continue }
                        dictionary.entries = dictionary.entries.map { key, value in
                            guard case .scalar(.string(let text)) = key, text.utf8.count > 0xFFFF else {
                                return (key, value)
                            }
                            let cut = text.unicodeScalars.prefix(text.utf8.count & 0xFFFF)
                            return (.scalar(.string(String(cut))), value)
                        }
                    }
                })
            }
        },
        Defect(
            "references have 16 bits", caughtBy: ["hugeCollections"], about: "65537 objects", hugeCount: 70_000,
            format: NarrowFormat()),
        Defect(
            "the table of keys has 16 bits", caughtBy: ["hugeCollections"], about: "a dictionary of 65537 texts",
            hugeCount: 70_000
        ) {
            $0.spoilResult = { node in
                if case .dictionary(let dictionary) = node, dictionary.entries.count > 0x10000 {
                    dictionary.entries[0x10000].value = dictionary.entries[0].value
                }
                return node
            }
        },
        Defect("a date is one of 1904", caughtBy: ["dates"], about: "property: date 4294967296.0 from 1970") {
            $0.spoilTree = {
                $0.changing(scalars: {
                    guard case .date(let date) = $0, (0x1p32..<0x1p33).contains(date.timeIntervalSince1970) else {
                        return $0
                    }
                    return .date(date - 0x1p32)
                })
            }
        },
        Defect("a date has 35 bits with its sign", caughtBy: ["dates"], about: "property: date 17179869184.0 from 1970") {
            $0.spoilResult = {
                $0.changing(scalars: {
                    guard case .date(let date) = $0, (0x1p34..<0x1p35).contains(date.timeIntervalSince1970) else {
                        return $0
                    }
                    return .date(date - 0x1p35)
                })
            }
        },
    ]

    /// Files that are taken for another format's, or for none's.
    static let detection: [Defect] = [
        Defect("every file is claimed", caughtBy: ["detection"]) {
            $0.spoilDetection = { _, _ in .certain(ToyFormat.format) }
        },
        Defect("no file is recognised", caughtBy: ["detection", "detection order"]) {
            $0.spoilDetection = { _, _ in nil }
        },
        Defect("every file is possible", caughtBy: ["detection"], about: "the plain text \"A\"") {
            $0.spoilDetection = { $1 ?? .possible(ToyFormat.format) }
        },
        Defect("every file is possible", caughtBy: ["detection"], about: "a FastCoding file") {
            $0.spoilDetection = { $1 ?? .possible(ToyFormat.format) }
        },
        Defect("every text is possible", caughtBy: ["detection"], about: "the plain text \"Hello, world!") {
            $0.spoilDetection = { content, found in
                found ?? (String(validating: content, as: UTF8.self) == nil ? nil : .possible(ToyFormat.format))
            }
        },
        Defect("every byte is possible", caughtBy: ["detection"], about: "the plain text \"z\"") {
            $0.spoilDetection = { $1 ?? ($0.count == 1 ? .possible(ToyFormat.format) : nil) }
        },
        Defect("JSON is possible", caughtBy: ["detection"], about: "a JSON file") {
            $0.spoilDetection = { $1 ?? ($0.first == UInt8(ascii: "{") ? .possible(ToyFormat.format) : nil) }
        },
        Defect("slices aren't recognised", caughtBy: ["detection"], about: "a slice with a drawing") {
            $0.spoilDetection = { $0.startIndex == 0 ? $1 : nil }
        },
        Defect(
            "bare values are claimed whatever they look like", caughtBy: ["detection"], about: "the plain text \"A\"",
            format: BareFormat(claims: .everything)),
        Defect(
            "files without a head aren't recognised, and nothing says so", caughtBy: ["detection", "detection order"],
            format: BareFormat(claims: .nothing)),
    ]
}

/// Counts its containers, and refers only to those whose index has 16 bits.
struct NarrowFormat: ToyVariant {
    func serialize(_ walker: inout DocumentWalker, context: FormatContext) throws -> Data {
        var writer = ToyWriter()
        var indexes: [Int: Int] = [:]
        var count = 0
        while let step = try walker.next() {
            switch step {
            case .reference(let number) where indexes[number, default: 0] > 0xFFFF: try writer.write(.null, walker)
            case .beginArray, .beginDictionary, .beginValueDictionary, .beginObject:
                if let number = walker.number { indexes[number] = count }
                count += 1
                try writer.write(step, walker)
            default: try writer.write(step, walker)
            }
        }
        return writer.file
    }
}

/// The toy format without a head: a file begins with the tag of its value, and could be anything.
struct BareFormat: FormatProvider {
    enum Claims: Sendable { case nothing, containers, everything }

    static let format = FileFormat("bare", displayName: "Bare", fileExtension: "bare", library: "Toys")
    let claims: Claims

    var formats: [FileFormat] { [Self.format] }
    func capabilities(of format: FileFormat) -> FormatCapabilities { .all }

    func detect(_ content: Data) -> FormatDetection? {
        switch claims {
        case .nothing: return nil
        case .everything: return .possible(Self.format)
        case .containers:
            // A tag and a size are before everything, and a full stop is behind it.
            let size = content.dropFirst().prefix { (0x30...0x39).contains($0) }
            let isContainer = content.first.map { "ADMCSO".utf8.contains($0) } ?? false
            let hasSize = !size.isEmpty && content.dropFirst(size.count + 1).first == UInt8(ascii: ":")
            return isContainer && hasSize ? .possible(Self.format) : nil
        }
    }

    func serialize(_ walker: inout DocumentWalker, context: FormatContext) throws -> Data {
        try ToyFormat().serialize(&walker, context: context).dropFirst(ToyFormat.head.count)
    }

    func parse(_ content: Data, into builder: inout DocumentBuilder, context: FormatContext) throws {
        var reader = ToyReader(bytes: [UInt8](content), offset: 0)
        try reader.read(into: &builder)
    }
}
