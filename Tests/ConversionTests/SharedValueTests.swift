import FastCoder
import FormatSupport
import Foundation
import HRCoder
import ModelCore
import PlistFormat
import PropertyListCodec
import TestSupport
import Testing

/// One value in a file is one value in memory, however often the file refers to it: else a small file could fill the memory.
@Suite("One value in the file is one in memory")
struct SharedValueTests {
    private static let count = 500
    private static let long = String(repeating: "0123456789", count: 500)
    private static let bytes = Data((0..<5000).map { UInt8(truncatingIfNeeded: $0) })

    /// Where the strings' and the data's bytes are in memory, each place once.
    private static func places(_ value: Any?) -> Set<Int> {
        switch value {
        case let text as String:
            guard text.utf8.count > 64 else { return [] }
            return unsafe [text.utf8.withContiguousStorageIfAvailable { Int(bitPattern: $0.baseAddress) } ?? 0]
        case let data as Data:
            guard data.count > 64 else { return [] }
            return unsafe [data.withUnsafeBytes { Int(bitPattern: $0.baseAddress) }]
        case let array as [Any]: return array.reduce(into: []) { $0.formUnion(places($1)) }
        case let dictionary as [String: Any]:
            return dictionary.reduce(into: []) { $0.formUnion(places($1.key).union(places($1.value))) }
        default: return []
        }
    }

    /// True where a document has one long value, and not one for each place.
    private static func hasOne(_ document: ModelDocument) -> Bool { (5000..<50_000).contains(document.byteCount) }

    /// Reads a file whose long values are all one value, as a document and as what Swift has for it.
    private func expectOne(
        _ content: Data, _ format: FileFormat, _ provider: any FormatProvider, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        #expect(Self.hasOne(try provider.document(from: content, as: format)), sourceLocation: sourceLocation)
        let values = try provider.decode(from: content, as: format) { try AnyValue.decode(from: $0) }
        #expect(Self.places(values).count == 1, sourceLocation: sourceLocation)
    }

    private func list(_ body: (inout BinaryPropertyListWriter) -> UInt32) throws -> Data {
        var writer = BinaryPropertyListWriter()
        let top = body(&writer)
        return try writer.finish(top: top)
    }

    @Test(arguments: [FileFormat.binaryPropertyList, .hrCodedBinary])
    func binary(_ format: FileFormat) throws {
        let provider: any FormatProvider = format == .hrCodedBinary ? HRCoder() : PlistFormat()
        let strings = try list {
            let one = $0.append(Self.long)
            return $0.append(array: [UInt32](repeating: one, count: Self.count).span)
        }
        try expectOne(strings, format, provider)
        #expect(Self.places(try provider.decode([String].self, from: strings, as: format)).count == 1)
        let data = try list {
            let one = $0.append(Self.bytes)
            return $0.append(array: [UInt32](repeating: one, count: Self.count).span)
        }
        try expectOne(data, format, provider)
        #expect(Self.places(try provider.decode([Data].self, from: data, as: format)).count == 1)
        let keys = try list {
            let (key, value) = ($0.append(Self.long), $0.append(true))
            var dictionaries: [UInt32] = []
            for _ in 0..<Self.count { dictionaries.append($0.append(dictionary: [key, value].span)) }
            return $0.append(array: dictionaries.span)
        }
        try expectOne(keys, format, provider)
    }

    @Test func overlapping() throws {
        // Each string begins a byte behind the one before: together they would be a thousand times the file.
        var content = Data("bplist00".utf8)
        let count = 1000
        var offsets: [Int] = []
        for _ in 0..<count {
            offsets.append(content.count)
            content += [0x5F, 0x11, 0x0F, 0xA0]
        }
        content += Data(repeating: 0x61, count: 4000)
        offsets.append(content.count)
        content += [0xAF, 0x11, UInt8(count >> 8), UInt8(count & 0xFF)]
        for number in 0..<count { content += [UInt8(number >> 8), UInt8(number & 0xFF)] }
        let table = content.count
        for offset in offsets { content += [UInt8(offset >> 8), UInt8(offset & 0xFF)] }
        content += [0, 0, 0, 0, 0, 0, 2, 2]
        for number in [offsets.count, count, table] {
            content += (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }
        }
        #expect { try PlistFormat().decode(ModelDocument.self, from: content) } throws: { ($0 as? ModelError)?.code == .corruptData }
    }

    /// An archive of an array of many references to one object.
    private func archive(_ object: (inout BinaryPropertyListWriter) -> [UInt32]) throws -> Data {
        try list { writer in
            let objects = [writer.append("$null")] + object(&writer)
            let references = (0..<Self.count).map { _ in writer.append(uid: 1) }
            let (classKey, name) = (writer.append("$class"), writer.append("NSArray"))
            let arrayClass = writer.append(dictionary: [writer.append("$classname"), name].span)
            let elements = writer.append(array: references.span)
            let root = [
                writer.append("NS.objects"), elements, classKey, writer.append(uid: objects.count + 1),
            ]
            let array = writer.append(dictionary: root.span)
            return writer.appendArchive(of: objects + [array, arrayClass], root: writer.append(uid: objects.count))
        }
    }

    @Test func archives() throws {
        try expectOne(archive { [$0.append(Self.long)] }, .keyedArchive, KeyedArchive())
        try expectOne(archive { [$0.append(Self.bytes)] }, .keyedArchive, KeyedArchive())
        for (className, key, isText) in [
            ("NSMutableString", "NS.string", true), ("NSMutableString", "NS.bytes", false), ("NSMutableData", "NS.data", false),
        ] {
            let content = try archive { writer in
                let value = isText ? writer.append(Self.long) : writer.append(Data(Self.long.utf8))
                let keys = [writer.append(key), value, writer.append("$class"), writer.append(uid: 2)]
                return [
                    writer.append(dictionary: keys.span),
                    writer.append(dictionary: [writer.append("$classname"), writer.append(className)].span),
                ]
            }
            try expectOne(content, .keyedArchive, KeyedArchive())
        }
    }

    @Test func aliases() throws {
        let aliases = [String](repeating: #"{"$alias":"a"}"#, count: Self.count).joined(separator: ",")
        let json = Data(#"{"a":"\#(Self.long)","$class":"Bomb","b":[\#(aliases)]}"#.utf8)
        #expect(Self.hasOne(try HRCoder().document(from: json, as: .hrCodedJSON)))
        let base64 = Data(#"{"a":"\#(Self.bytes.base64EncodedString())","$class":"Bomb","b":[\#(aliases)]}"#.utf8)
        let data = try HRCoder().decode(from: base64, as: .hrCodedJSON) { decoder in
            _ = try decoder.beginObject()
            let found = try decoder.decode([Data].self, forKey: "b")
            try decoder.endObject()
            return found
        }
        #expect(Self.places(data).count == 1)
        let xmlAliases = [String](repeating: "<dict><key>$alias</key><string>a</string></dict>", count: Self.count).joined()
        let xml = """
            <?xml version="1.0" encoding="UTF-8"?><plist version="1.0"><dict><key>$class</key><string>Bomb</string>\
            <key>a</key><string>\(Self.long)</string><key>b</key><array>\(xmlAliases)</array></dict></plist>
            """
        #expect(Self.hasOne(try HRCoder().document(from: Data(xml.utf8), as: .hrCodedXML)))
    }

    @Test func fastCodingAliases() throws {
        let array = [String](repeating: Self.long, count: Self.count)
        try expectOne(FastCoder().encode(array), .fastCoding, FastCoder())
        // What is aliased as an object is.
        for type in [FastBytes.mutableString, .mutableData] {
            try expectOne(FastBytes.aliases(of: type, Self.long, count: Self.count), .fastCoding, FastCoder())
        }
    }
}

/// A FastCoding file by hand.
private enum FastBytes: UInt8 {
    case mutableString = 23
    case mutableData = 28

    /// An array of a value and of aliases that lead to it.
    static func aliases(of type: FastBytes, _ text: String, count: Int) -> Data {
        func number(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
        var bytes: [UInt8] = [0x54, 0x53, 0x41, 0x46, 3, 0, 3, 0]
        for value in [2, 0, 0] { bytes += number(value) }
        bytes += [10, 0, 0, 0]
        bytes += number(count + 1)
        bytes.append(type.rawValue)
        if type == .mutableData {
            bytes += [0, 0, 0]
            bytes += number(text.utf8.count)
        }
        bytes += Array(text.utf8)
        bytes += [UInt8](repeating: 0, count: type == .mutableString ? 1 : (0 &- text.utf8.count) & 3)
        for _ in 0..<count { bytes += [2, 0] }
        return Data(bytes)
    }
}
