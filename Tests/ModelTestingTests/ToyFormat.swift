import Foundation
import TestSupport

@testable import Documents
@testable import ModelCore

/// A small format as an outsider would write it: a tree as `TREE1`, then tagged text with lengths, then a full stop.
struct ToyFormat: FormatProvider {
    static let format = FileFormat("toy", displayName: "Toy", fileExtension: "toy", library: "Toys")
    static let head = Data("TREE1\n".utf8)

    var capabilities = FormatCapabilities.all

    var formats: [FileFormat] { [Self.format] }
    func capabilities(of format: FileFormat) -> FormatCapabilities { capabilities }

    func detect(_ content: Data) -> FormatDetection? {
        content.starts(with: Self.head) ? .certain(Self.format) : nil
    }

    func serialize(_ walker: inout DocumentWalker, context: FormatContext) throws -> Data {
        var writer = ToyWriter()
        while let step = try walker.next() { try writer.write(step, walker) }
        return writer.file
    }

    func parse(_ content: Data, into builder: inout DocumentBuilder, context: FormatContext) throws {
        guard content.starts(with: Self.head) else { throw ModelError(.corruptData, "The head is missing.") }
        var reader = ToyReader(bytes: [UInt8](content.dropFirst(Self.head.count)))
        try reader.read(into: &builder)
    }
}

struct ToyWriter {
    private var text = ""

    /// The file with what was written.
    var file: Data { ToyFormat.head + Data(text.utf8) + Data(".".utf8) }

    private mutating func put(_ tag: String, _ payload: String = "") {
        text += "\(tag)\(payload.utf8.count):\(payload)"
    }

    /// The number by which references lead to a container; nothing for none.
    private func number(_ walker: borrowing DocumentWalker) -> String { walker.number.map { "\($0)" } ?? "" }

    mutating func write(_ step: DocumentWalker.Step, _ walker: borrowing DocumentWalker) throws {
        switch step {
        case .null: put("n")
        case .bool(let value): put("b", "\(value)")
        case .int64(let value): put("i", "\(value)")
        case .uint64(let value): put("u", "\(value)")
        case .float(let value): put("f", "\(value.bitPattern)")
        case .double(let value): put("d", "\(value.bitPattern)")
        case .date(let value): put("t", "\(value.timeIntervalSinceReferenceDate.bitPattern)")
        case .string: put("s", walker.text)
        case .data: put("x", walker.data.base64EncodedString())
        case .other: try write(walker.scalar ?? .null)
        case .beginArray(let kind, _): put(kind == .array ? "A" : kind == .set ? "S" : "O", number(walker))
        case .beginDictionary: put("D", number(walker))
        case .beginValueDictionary: put("M", number(walker))
        case .beginObject:
            put("C", number(walker))
            put("c", walker.codedClass?.name ?? "")
        case .key: put("k", walker.text)
        case .reference(let number): put("r", "\(number)")
        case .end: put("e")
        }
    }

    private mutating func write(_ scalar: ModelScalar) throws {
        switch scalar {
        case .decimal(let value):
            guard value.isFinite else {
                throw ModelError(.unrepresentableValue, "Decimals that aren't numbers have no text.")
            }
            put("m", "\(value)")
        case .url(let value):
            put("l", value.relativeString)
            put("l", value.baseURL?.absoluteString ?? "")
        case .uuid(let value): put("U", value.uuidString)
        case .geometry(let value): write(value)
        default: throw ModelError(.unrepresentableValue, "No tag for \(scalar).")
        }
    }

    private mutating func write(_ geometry: ModelGeometry) {
        let numbers: [Double]
        switch geometry {
        case .point(let x, let y): numbers = [x, y]
        case .size(let width, let height): numbers = [width, height]
        case .rect(let x, let y, let width, let height): numbers = [x, y, width, height]
        case .transform(let m11, let m12, let m21, let m22, let tX, let tY): numbers = [m11, m12, m21, m22, tX, tY]
        case .range(let location, let length): return put("g", "NSRange \(location) \(length)")
        case .indexSet(let ranges):
            return put(
                "g", (["IndexSet"] + ranges.flatMap { ["\($0.lowerBound)", "\($0.count)"] }).joined(separator: " "))
        }
        put("g", ([geometry.typeName] + numbers.map { "\($0.bitPattern)" }).joined(separator: " "))
    }
}

/// A format that a test writes over trees.
protocol TreeFormat: FormatProvider {
    var capabilities: FormatCapabilities { get }
    func data(from node: ModelNode) throws -> Data
    func node(from content: Data, context: FormatContext) throws -> ModelNode
}

extension TreeFormat {
    var formats: [FileFormat] { ToyFormat().formats }
    var capabilities: FormatCapabilities { .all }
    func capabilities(of format: FileFormat) -> FormatCapabilities { capabilities }

    func detect(_ content: Data) -> FormatDetection? { ToyFormat().detect(content) }
    func data(from node: ModelNode) throws -> Data { try ToyFormat().data(from: node) }

    func node(from content: Data, context: FormatContext) throws -> ModelNode {
        try ToyFormat().node(from: content, context: context)
    }

    func serialize(_ walker: inout DocumentWalker, context: FormatContext) throws -> Data {
        try data(from: try walker.document(limits: context.limits).decode(ModelNode.self, limits: context.limits))
    }

    func parse(_ content: Data, into builder: inout DocumentBuilder, context: FormatContext) throws {
        let node = try node(from: content, context: context)
        var walker = DocumentWalker(try ModelDocument(encoding: node, limits: context.limits), limits: context.limits)
        try walker.copy(into: &builder)
    }
}

extension ToyFormat {
    func data(from node: ModelNode) throws -> Data {
        var walker = DocumentWalker(try ModelDocument(encoding: node))
        return try serialize(&walker, context: FormatContext(format: Self.format))
    }

    func node(from content: Data, context: FormatContext) throws -> ModelNode {
        var builder = DocumentBuilder(limits: context.limits)
        try parse(content, into: &builder, context: context)
        return try builder.finish().decode(ModelNode.self, limits: context.limits)
    }
}
