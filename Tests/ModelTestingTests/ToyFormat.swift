import Foundation
import ModelCore

/// A small format as an outsider would write it: a tree as `TREE1`, then tagged text with lengths, then a full stop.
struct ToyFormat: NodeFormatProvider {
    var format = FileFormat("toy", displayName: "Toy", fileExtension: "toy", library: "Toys")
    var capabilities = FormatCapabilities.all

    static let head = Data("TREE1\n".utf8)

    func detect(_ content: Data) -> FormatDetection? {
        content.starts(with: Self.head) ? FormatDetection(format, .certain) : nil
    }

    func data(from node: ModelNode) throws -> Data {
        var writer = ToyWriter()
        try writer.write(node)
        return Self.head + Data(writer.text.utf8) + Data(".".utf8)
    }

    func node(from content: Data, context: DecodingContext) throws -> ModelNode {
        guard content.starts(with: Self.head) else { throw ModelError(.corruptData, "The head is missing.") }
        var reader = ToyReader(bytes: [UInt8](content.dropFirst(Self.head.count)), context: context)
        let node = try reader.node()
        guard try reader.byte() == UInt8(ascii: "."), reader.isAtEnd else { throw reader.corrupt("Something follows the end.") }
        return node
    }
}

struct ToyWriter {
    var text = ""
    private var known: [ObjectIdentifier: Int] = [:]

    private mutating func put(_ tag: String, _ payload: String = "") {
        text += "\(tag)\(payload.utf8.count):\(payload)"
    }

    /// True where the instance is new; else a reference was written.
    private mutating func isNew(_ instance: AnyObject) -> Bool {
        if let number = known[ObjectIdentifier(instance)] {
            put("r", "\(number)")
            return false
        }
        known[ObjectIdentifier(instance)] = known.count
        return true
    }

    mutating func write(_ node: ModelNode) throws {
        switch node {
        case .scalar(let scalar): try write(scalar)
        case .array(let array):
            guard isNew(array) else { return }
            put("a\(array.kind == .array ? "" : array.kind == .set ? "s" : "o")", "\(array.elements.count)")
            for element in array.elements { try write(element) }
        case .dictionary(let dictionary):
            guard isNew(dictionary) else { return }
            put("m", "\(dictionary.entries.count)")
            for (key, value) in dictionary.entries {
                try write(key)
                try write(value)
            }
        case .object(let object):
            guard isNew(object) else { return }
            put("o", "\(object.properties.count)")
            put("c", object.codedClass.name)
            for (key, value) in object.properties {
                put("k", key)
                try write(value)
            }
        case .model: throw ModelError(.unrepresentableValue, "A model that was not taken apart.")
        }
    }

    private mutating func write(_ scalar: ModelScalar) throws {
        switch scalar {
        case .null: put("n")
        case .bool(let value): put("b", "\(value)")
        case .int64(let value): put("i", "\(value)")
        case .uint64(let value): put("u", "\(value)")
        case .float(let value): put("f", "\(value.bitPattern)")
        case .double(let value): put("d", "\(value.bitPattern)")
        case .decimal(let value):
            guard value.isFinite else { throw ModelError(.unrepresentableValue, "Decimals that aren't numbers have no text.") }
            put("D", "\(value)")
        case .string(let value): put("s", value)
        case .data(let value): put("x", value.base64EncodedString())
        case .date(let value): put("t", "\(value.timeIntervalSinceReferenceDate.bitPattern)")
        case .url(let value):
            put("l", value.relativeString)
            put("l", value.baseURL?.absoluteString ?? "")
        case .uuid(let value): put("U", value.uuidString)
        case .geometry(let value): write(value)
        }
    }

    private mutating func write(_ geometry: ModelGeometry) {
        let numbers: [CGFloat]
        switch geometry {
        case .point(let value): numbers = [value.x, value.y]
        case .size(let value): numbers = [value.width, value.height]
        case .rect(let value): numbers = [value.origin.x, value.origin.y, value.size.width, value.size.height]
        case .transform(let value): numbers = [value.m11, value.m12, value.m21, value.m22, value.tX, value.tY]
        case .range(let value): return put("g", "NSRange \(value.location) \(value.length)")
        case .indexSet(let value):
            return put(
                "g", (["IndexSet"] + value.rangeView.flatMap { ["\($0.lowerBound)", "\($0.count)"] }).joined(separator: " "))
        }
        put("g", ([geometry.typeName] + numbers.map { "\(Double($0).bitPattern)" }).joined(separator: " "))
    }
}
