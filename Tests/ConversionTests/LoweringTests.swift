import Foundation
import ModelCore
import ModelTesting
import TestSupport
import Testing

/// A format that holds documents of given capabilities, and refuses what the core should have put in plainer terms.
private struct PlainFormat: FormatProvider {
    static let format = FileFormat("plain", fileExtension: "plain", library: "Tests")
    private static let mark = Data("plain\n".utf8)
    let capabilities: FormatCapabilities
    /// True to go through the document, and to write nothing of it.
    var isMute = false

    var formats: [FileFormat] { [Self.format] }
    func capabilities(of format: FileFormat) -> FormatCapabilities { capabilities }

    func detect(_ content: Data) -> FormatDetection? {
        content.starts(with: Self.mark) ? .certain(Self.format) : nil
    }

    func serialize(_ walker: inout DocumentWalker, context: FormatContext) throws -> Data {
        guard !isMute else {
            while let step = try walker.next() { try check(step) }
            return Self.mark
        }
        let document = try walker.document()
        var copy = DocumentWalker(document)
        while let step = try copy.next() { try check(step) }
        return Self.mark + (try KeyedArchive().encode(document, limits: context.limits))
    }

    private func check(_ step: DocumentWalker.Step) throws {
        if let missing = missing(step) {
            throw ModelError(ModelError.Code("notLowered"), "\(missing) came where it can't be held.")
        }
    }

    private func missing(_ step: DocumentWalker.Step) -> String? {
        func unless(_ capability: FormatCapabilities) -> String? { capabilities.contains(capability) ? nil : "\(step)" }
        return switch step {
        case .null: unless(.null)
        case .double(let value) where !value.isFinite: unless(.nonFinite)
        case .float, .other: unless(.typedScalars)
        case .data: unless(.data)
        case .date: unless(.exactDates)
        case .beginArray(.set, _), .beginArray(.orderedSet, _): unless(.sets)
        case .beginValueDictionary: unless(.valueKeys)
        case .beginObject: unless(.classes)
        case .reference: unless(.identity)
        default: nil
        }
    }

    func parse(_ content: Data, into builder: inout DocumentBuilder, context: FormatContext) throws {
        guard content.starts(with: Self.mark) else { throw ModelError(.corruptData, "The mark is missing.") }
        do {
            let archive = Data(content.dropFirst(Self.mark.count))
            var walker = DocumentWalker(try KeyedArchive().document(from: archive, limits: context.limits))
            try walker.copy(into: &builder)
        } catch var error as ModelError {
            error.format = nil
            throw error
        }
    }
}

@Suite("Documents in terms of what a format can hold")
struct LoweringTests {
    /// All, and more and more of them left out.
    static let capabilities: [FormatCapabilities] = [
        .all, .all.subtracting([.classes, .identity]), [.classes, .identity, .null, .data], [.valueKeys, .nonFinite],
        [],
    ]

    /// Those whose time goes into reading damaged files are left to the archive's own tests.
    static let checks: [ContractCheck] = {
        let others: [ContractCheck] = [.mutations, .truncation, .hostileDepth, .concurrency]
        return FormatContract.checks.filter { check in !others.contains { $0.name == check.name } }
    }()

    @Test("The contract holds whatever a format can hold", arguments: capabilities, checks)
    func contract(_ capabilities: FormatCapabilities, _ check: ContractCheck) async {
        await FormatContract(PlainFormat(capabilities: capabilities), options: .few).check(check)
    }

    private func lowered(
        _ capabilities: FormatCapabilities = [.null], _ build: (inout DocumentBuilder) throws -> Void
    ) throws -> ModelDocument {
        var builder = DocumentBuilder()
        try build(&builder)
        var walker = DocumentWalker(try builder.finish(), for: capabilities)
        return try walker.document()
    }

    @Test("An object's class is the first key of its dictionary, unless it is the root")
    func classes() throws {
        let document = try lowered { builder in
            try builder.beginObject(named: "Root")
            try builder.key("one")
            try builder.beginObject(named: "Shape")
            try builder.key("area")
            try builder.append(1.5)
            try builder.end()
            try builder.end()
        }
        #expect(document.root.keys == ["one"])
        #expect(document["one"]?.kind == .dictionary)
        #expect(document["one"]?.keys == ["$class", "area"])
        #expect(document["one"]?["$class"]?.stringValue == "Shape")
    }

    @Test("A dictionary's own first key is told from a class", arguments: ["$class", "$$class", "$$$class"])
    func ownKeys(_ key: String) throws {
        let values = [key: ["$class": "Shape"]]
        for capabilities in Self.capabilities {
            let format = PlainFormat(capabilities: capabilities)
            #expect(try format.decode([String: [String: String]].self, from: format.encode(values)) == values)
            let document = try format.document(from: format.encode(values))
            #expect(document.root.keys == [key])
            #expect(document[key]?.kind == .dictionary)
            #expect(document[key]?.keys == ["$class"])
        }
    }

    /// A format that says that it has no classes, and whose reader makes objects all the same.
    private struct UntruthfulFormat: FormatProvider {
        let keys: [String]
        var formats: [FileFormat] { [PlainFormat.format] }
        func capabilities(of format: FileFormat) -> FormatCapabilities { [.null] }

        func detect(_ content: Data) -> FormatDetection? { nil }
        func serialize(_ walker: inout DocumentWalker, context: FormatContext) throws -> Data { Data() }

        func parse(_ content: Data, into builder: inout DocumentBuilder, context: FormatContext) throws {
            try builder.beginObject(named: "Shape")
            for key in keys {
                try builder.key(key)
                try builder.append(key)
            }
            try builder.end()
        }
    }

    @Test(
        "Objects of a reader whose format has no classes keep their keys", arguments: [[], ["area"], ["area", "name"]])
    func unexpectedObjects(_ keys: [String]) throws {
        let document = try UntruthfulFormat(keys: keys).document(from: Data())
        #expect(document.root.className == "Shape")
        #expect(document.root.keys == keys)
    }

    @Test("What can't be put in plainer terms is an error with its path")
    func refused() {
        func error(_ build: (inout DocumentBuilder) throws -> Void) -> ModelError? {
            #expect(throws: ModelError.self) {
                try lowered { builder in
                    try builder.beginDictionary()
                    try builder.key("list")
                    try builder.beginArray(number: 0)
                    try builder.append(true)
                    try build(&builder)
                    try builder.end()
                    try builder.end()
                }
            }
        }
        let path: ModelPath = ["list", 1]
        let cycle = error { try $0.appendReference(to: 0) }
        #expect(cycle?.code == .cycle)
        #expect(cycle?.path == path)
        let nan = error { try $0.append(Double.nan) }
        #expect(nan?.code == .unrepresentableValue)
        #expect(nan?.path == path)
        let keys = error { builder in
            try builder.beginValueDictionary()
            for key in [ModelScalar.int64(1), .string("1")] {
                try builder.append(key)
                try builder.appendNull()
            }
            try builder.end()
        }
        #expect(keys?.code == .duplicateKey)
    }

    @Test("A document that fits is left as it is, and a shared value is repeated where there are no references")
    func shared() throws {
        func build(_ builder: inout DocumentBuilder) throws {
            try builder.beginArray()
            try builder.beginArray(number: 7)
            try builder.append("a")
            try builder.end()
            try builder.appendReference(to: 7)
            try builder.end()
        }
        let kept = try lowered(.all, build)
        #expect(kept[0]?.identity != nil)
        #expect(kept[0]?.identity == kept[1]?.identity)
        let repeated = try lowered { try build(&$0) }
        #expect(repeated[0]?.identity == nil)
        #expect(repeated[1]?[0]?.stringValue == "a")
    }

    /// A format that hands on very many values, whatever the file.
    private struct EndlessFormat: FormatProvider {
        var formats: [FileFormat] { [PlainFormat.format] }
        func capabilities(of format: FileFormat) -> FormatCapabilities { .all }

        func detect(_ content: Data) -> FormatDetection? { nil }
        func serialize(_ walker: inout DocumentWalker, context: FormatContext) throws -> Data { Data() }

        func parse(_ content: Data, into builder: inout DocumentBuilder, context: FormatContext) throws {
            try builder.beginArray()
            for _ in 0..<2_000_000 { try builder.appendNull() }
            throw ModelError(.corruptData, "All were taken.")
        }
    }

    @Test("A small file that stands for very many values is refused while it is read")
    func bomb() {
        let error = #expect(throws: ModelError.self) { try EndlessFormat().document(from: Data("small".utf8)) }
        #expect(error?.code == .nodesExceeded)
        #expect(error?.reason == "More than 1000000 values.")
    }

    @Test("A document nested 50,000 deep is put in plainer terms")
    func deep() throws {
        let limits = DecodingLimits(depth: 60_000)
        var builder = DocumentBuilder(limits: limits)
        for _ in 0..<50_000 { try builder.beginArray(.set) }
        for _ in 0..<50_000 { try builder.end() }
        let document = try builder.finish()
        let format = PlainFormat(capabilities: [], isMute: true)
        #expect(try !format.encode(document, limits: limits).isEmpty)
    }
}
