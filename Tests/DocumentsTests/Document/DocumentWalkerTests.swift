import FormatSupport
import Foundation
import FoundationValues
import ModelCore
import TestSupport
import Testing

@Suite("Walking through a document")
struct DocumentWalkerTests {
    /// An object with an ordered set that leads back to it, a property that is nil, and a dictionary.
    private static func document() throws -> ModelDocument {
        var builder = DocumentBuilder()
        builder.offset = 5
        try builder.beginObject(named: "Node", number: 3)
        try builder.key("list")
        try builder.beginArray(.orderedSet, number: 4)
        builder.offset = 9
        try builder.append(.float(1.5), isDeclared: false)
        try builder.appendReference(to: 3)
        try builder.end()
        try builder.key("gone")
        try builder.appendAbsent()
        try builder.key("more")
        try builder.beginDictionary()
        try builder.key("list")
        try builder.append(Data([1, 2]))
        try builder.end()
        try builder.end()
        return try builder.finish()
    }

    @Test("A member is passed over, whatever the order and the kind of keys", arguments: [false, true])
    func skipped(_ sortsKeys: Bool) throws {
        var builder = DocumentBuilder()
        try builder.beginDictionary()
        for key in ["b", "a", "c"] {
            try builder.key(key)
            try builder.append(key)
        }
        try builder.end()
        let plain = try builder.finish()
        builder = DocumentBuilder()
        try builder.beginValueDictionary()
        for number in [2, 1, 3] as [Int64] {
            try builder.append(number)
            try builder.append("\(number)")
        }
        try builder.end()
        for (document, first) in [(plain, "a"), (try builder.finish(), "1")] {
            var walker = DocumentWalker(document, for: [.null])
            walker.sortsKeys = sortsKeys
            var keys: [String] = []
            var values: [String] = []
            while let step = try walker.next() {
                switch step {
                case .key:
                    keys.append(walker.text)
                    if walker.text == first { walker.skipMember() }
                case .string: values.append(walker.text)
                default: break
                }
            }
            #expect(keys == (sortsKeys ? keys.sorted() : keys) && keys.count == 3)
            #expect(values == keys.filter { $0 != first })
        }
    }

    @Test("An error in a dictionary with keys of any kind has the key of its value", arguments: [false, true])
    func pathOfValue(_ sortsKeys: Bool) throws {
        var builder = DocumentBuilder()
        try builder.beginValueDictionary()
        for number in 1...3 {
            try builder.append(Int64(number))
            try builder.beginArray()
            try builder.append(0.5)
            try builder.append(number == 2 ? .nan : 1.5)
            try builder.end()
        }
        try builder.end()
        var walker = DocumentWalker(try builder.finish(), for: [.null])
        walker.sortsKeys = sortsKeys
        var path: ModelPath?
        do { while try walker.next() != nil {} } catch { path = walker.locating(error).path }
        #expect(path == ["2", 1])
    }

    private func steps(_ document: ModelDocument, repeatsShared: Bool = false) throws -> [String] {
        var walker = DocumentWalker(document, for: repeatsShared ? .all.subtracting(.identity) : .all)
        var steps: [String] = []
        while let step = try walker.next() {
            switch step {
            case .key: steps.append("\(walker.text) \(walker.path)")
            case .beginObject:
                steps.append("\(walker.codedClass?.name ?? "") \(walker.number.map(String.init) ?? "-")")
            case .beginArray(let kind, let count):
                steps.append("\(kind) \(count) \(walker.number.map(String.init) ?? "-")")
            case .data: steps.append("\(Array(walker.data))")
            default: steps.append("\(step)")
            }
        }
        return steps
    }

    @Test("Values, keys and ends in their order; what is absent is passed over")
    func order() throws {
        #expect(
            try steps(Self.document()) == [
                "Node 3", "list list", "orderedSet 2 -", "float(1.5)", "reference(3)", "end", "more more",
                "beginDictionary", "list more.list", "[1, 2]", "end", "end",
            ])
    }

    @Test("A container that contains itself can't be repeated")
    func cycle() throws {
        let document = try Self.document()
        #expect { try steps(document, repeatsShared: true) } throws: { ($0 as? ModelError)?.code == .cycle }
    }

    /// Arrays, each of which has the one before twice; the first one has the text.
    private static func doubled(_ count: Int, _ text: String) throws -> ModelDocument {
        var builder = DocumentBuilder()
        for number in 0..<count { try builder.beginArray(number: number) }
        try builder.append(text)
        for number in (0..<count).reversed() {
            try builder.end()
            if number > 0 { try builder.appendReference(to: number) }
        }
        return try builder.finish()
    }

    @Test("What is repeated is bounded by what there is, and much of it is allowed")
    func repetition() throws {
        func repeated(_ document: ModelDocument) throws -> Int {
            var walker = DocumentWalker(document, for: [])
            var bytes = 0
            while let step = try walker.next() {
                if case .string = step { bytes += walker.text.utf8.count } else { bytes += 1 }
            }
            return bytes
        }
        #expect(try repeated(Self.doubled(16, "x")) > 1 << 16)
        let text = String(repeating: "x", count: 1 << 20)
        #expect(try repeated(Self.doubled(4, text)) > 1 << 23)
        for (count, text) in [(100, "x"), (20, text)] {
            #expect { try repeated(Self.doubled(count, text)) } throws: {
                let error = $0 as? ModelError
                return error?.code == .nodesExceeded && error?.reason.contains("64 times") == true
            }
        }
    }

    /// How many bytes of text and keys a writer that has no identity gets.
    private func written(_ document: ModelDocument, sharesLong: Bool = false) throws(ModelError) -> Int {
        var walker = DocumentWalker(document, for: [.null])
        walker.sharesLongText = sharesLong
        var (bytes, known) = (0, Set<Int>())
        while let step = try walker.next() {
            switch step {
            case .key: bytes += walker.text.utf8.count
            case .string:
                if sharesLong, let number = walker.repeatedNumber, !known.insert(number).inserted { continue }
                bytes += walker.text.utf8.count
            default: break
            }
        }
        return bytes
    }

    @Test("Long text is bounded wherever it is referred to from", arguments: [10_000, 100_000])
    func longText(_ length: Int) throws {
        let count = 1_000_000_000 / length
        let text = String(repeating: "x", count: length)
        let source = ByteSource(Data(text.utf8))
        func document(_ build: (inout DocumentBuilder) throws -> Void) throws -> ModelDocument {
            var builder = DocumentBuilder()
            builder.setSource(source, isText: false)
            try build(&builder)
            return try builder.finish()
        }
        func add(to builder: inout DocumentBuilder) throws(ModelError) {
            if length < DocumentBuilder.bytesKept { return try builder.append(text) }
            try builder.append(utf8: source.bytes(0..<length))
        }
        /// In an array, in a container that is repeated, as a value of one key, and as a key of dictionaries.
        let documents = [
            try document { builder in
                try builder.beginArray()
                for _ in 0..<count { try add(to: &builder) }
                try builder.end()
            },
            try document { builder in
                try builder.beginArray()
                try builder.beginArray(number: 0)
                try add(to: &builder)
                try builder.end()
                for _ in 0..<count { try builder.appendReference(to: 0) }
                try builder.end()
            },
            try document { builder in
                try builder.beginArray()
                for _ in 0..<count {
                    try builder.beginDictionary()
                    try builder.key("text")
                    try add(to: &builder)
                    try builder.end()
                }
                try builder.end()
            },
            try document { builder in
                try builder.beginArray()
                for _ in 0..<count {
                    try builder.beginValueDictionary()
                    try add(to: &builder)
                    try builder.appendNull()
                    try builder.end()
                }
                try builder.end()
            },
            try document { builder in
                try builder.beginArray()
                for _ in 0..<count {
                    try builder.beginDictionary()
                    try builder.key(text)
                    try builder.appendNull()
                    try builder.end()
                }
                try builder.end()
            },
        ]
        for (number, document) in documents.enumerated() {
            let code = errorCode { try written(document) }
            #expect(code == .nodesExceeded, "\(number)")
        }
        #expect(try written(documents[0], sharesLong: true) == length)
        #expect(try written(documents[2], sharesLong: true) == length + 4 * count)
    }

    @Test("What is known of a value and of a key")
    func accessors() throws {
        var walker = DocumentWalker(try Self.document())
        var numbers: [String: Set<Int>] = [:]
        while let step = try walker.next() {
            let (key, text) = (walker.keyNumber, walker.text)
            switch step {
            case .key:
                numbers[text, default: []].insert(try #require(key))
            case .float:
                let (isUndeclared, scalar, offset) = (walker.isUndeclared, walker.scalar, walker.offset)
                let (path, depth) = (walker.path, walker.depth)
                #expect(isUndeclared)
                #expect(scalar == .float(1.5))
                #expect(offset == 9)
                #expect(path == ["list", 0])
                #expect(depth == 2)
                #expect(text.isEmpty)
                #expect(key == nil)
            default: break
            }
        }
        #expect(numbers["list"]?.count == 1)
        #expect(Set(numbers.values.map { $0.first }).count == 2)
    }

    @Test(
        "In an edited document too a container comes before the references to it"
    )
    func edited() throws {
        var builder = DocumentBuilder()
        try builder.beginDictionary()
        try builder.key("first")
        try builder.beginArray(number: 0)
        try builder.append("shared")
        try builder.end()
        for key in ["second", "third"] {
            try builder.key(key)
            try builder.appendReference(to: 0)
        }
        try builder.end()
        var document = try builder.finish()
        try document.removeValue(at: ["first"])
        let array = ["array 1 0", "string", "end"]
        #expect(
            try steps(document) == ["beginDictionary", "second second"] + array + [
                "third third", "reference(0)", "end",
            ])
        try document.set(.int64(1), at: ["second"])
        #expect(
            try steps(document) == [
                "beginDictionary", "second second", "int64(1)", "third third", "array 1 -", "string", "end", "end",
            ])
        try document.set(.bool(true), at: [])
        #expect(try steps(document) == ["bool(true)"])
    }

    @Test("Limits hold, each repetition counted")
    func limits() throws {
        var builder = DocumentBuilder()
        try builder.beginArray()
        try builder.beginArray(number: 0)
        for _ in 0..<100 { try builder.appendNull() }
        try builder.end()
        for _ in 0..<100 { try builder.appendReference(to: 0) }
        try builder.end()
        let document = try builder.finish()
        var walker = DocumentWalker(document, for: .all.subtracting(.identity), limits: DecodingLimits(nodes: 1000))
        var code: ModelError.Code?
        do { while try walker.next() != nil {} } catch { code = error.code }
        #expect(code == .nodesExceeded)
        var deep = DocumentWalker(document, limits: DecodingLimits(depth: 1))
        do { while try deep.next() != nil {} } catch { code = error.code }
        #expect(code == .depthExceeded)
    }

    @Test("A text, a number or a boolean is appended as a walker has it, with its place")
    func appended() throws {
        let scalars: [ModelScalar] = [
            .string(""), .string("short"), .string(String(repeating: "é", count: 100)),
            .string(String(repeating: "a", count: DocumentBuilder.bytesKept + 1)), .int64(-1), .uint64(.max),
            .double(0.1), .double(.infinity), .float(2), .bool(true), .bool(false), .decimal(1), .uuid(UUID()),
            .url(try #require(URL(string: "https://example.com"))), .geometry(IndexSet([1, 2]).geometry),
        ]
        var builder = DocumentBuilder()
        try builder.beginArray()
        for (offset, scalar) in (scalars + scalars).enumerated() {
            builder.offset = offset
            try builder.append(scalar)
        }
        try builder.end()
        let document = try builder.finish()
        let copy = try copied(document)
        #expect(copy == document)
        var walker = DocumentWalker(document)
        var other = DocumentWalker(copy)
        while try walker.next() != nil {
            _ = try other.next()
            let places = (walker.offset, other.offset)
            #expect(places.0 == places.1)
        }
        // In plainer terms, too.
        let date = try copied(ModelDocument(.date(Date(timeIntervalSince1970: 0))), for: [.null])
        #expect(date.root.stringValue?.hasPrefix("1970-01-01T00:00:00") == true)
    }

    @Test("A key, a container, a null and data are appended in no such way, and limits are kept")
    func notAppended() throws {
        func code(_ document: ModelDocument, limits: DecodingLimits = .standard) throws -> ModelError.Code? {
            do {
                _ = try copied(document, limits: limits)
                return nil
            } catch {
                return (error as? ModelError)?.code
            }
        }
        for other in [.null, .data(Data([1])), .date(Date())] as [ModelScalar] {
            #expect(try code(ModelDocument(other)) == .invalidCoding)
        }
        #expect(try code(ModelDocument(encoding: ["a": "b"])) == .invalidCoding)
        let texts = try ModelDocument(encoding: ["1234", "5678"])
        #expect(try code(texts) == nil)
        #expect(try code(texts, limits: DecodingLimits(nodes: 2)) == .nodesExceeded)
        #expect(try code(texts, limits: DecodingLimits(bytes: 7)) == .bytesExceeded)
    }

    /// A document of arrays and what ``DocumentBuilder/append(valueOf:)`` takes.
    private func copied(
        _ document: ModelDocument, for capabilities: FormatCapabilities = .all, limits: DecodingLimits = .standard
    ) throws -> ModelDocument {
        var walker = DocumentWalker(document, for: capabilities)
        var builder = DocumentBuilder(limits: limits)
        while let step = try walker.next() {
            switch step {
            case .beginArray(let kind, _): try builder.beginArray(kind)
            case .end: try builder.end()
            default: try builder.append(valueOf: walker)
            }
        }
        return try builder.finish()
    }

    @Test("Members in one step are those in two", arguments: [FormatCapabilities.all, [.null]])
    func members(_ capabilities: FormatCapabilities) throws {
        var builder = DocumentBuilder()
        try builder.beginArray()
        for number in 0..<3 {
            try builder.beginObject(named: "Note", number: number)
            for (index, scalar) in DocumentBuilderTests.scalars.enumerated() where capabilities == .all || index < 4 {
                try builder.key("key\(index)")
                try builder.append(scalar)
            }
            try builder.key("gone")
            try builder.appendAbsent()
            try builder.key("long")
            try builder.append(String(repeating: "x", count: 100))
            try builder.key("list")
            try builder.beginArray()
            try builder.append("element")
            try builder.end()
            try builder.end()
            try builder.beginDictionary()
            try builder.key("$class")
            try builder.append("no class")
            try builder.key("after")
            try builder.append(1.5)
            try builder.end()
        }
        try builder.end()
        let document = try builder.finish()
        #expect(
            try Self.steps(of: document, capabilities, together: true)
                == Self.steps(of: document, capabilities, together: false))
        var limits = DecodingLimits.standard
        limits.nodes = 12
        for together in [false, true] {
            let error = #expect(throws: ModelError.self) {
                try Self.steps(of: document, capabilities, limits, together: together)
            }
            #expect(error?.code == .nodesExceeded)
        }
    }

    private static func steps(
        of document: ModelDocument, _ capabilities: FormatCapabilities, _ limits: DecodingLimits = .standard,
        together: Bool
    ) throws -> [String] {
        var walker = DocumentWalker(document, for: capabilities, limits: limits)
        var steps: [String] = []
        func describe(_ step: DocumentWalker.Step) -> String {
            if case .other = step { return "\(walker.scalar as Any)" }
            var bytes: [UInt8] = []
            walker.withBytes { unsafe bytes = Array($0) }
            return "\(step) \(bytes) \(walker.path) \(walker.offset as Any)"
        }
        while true {
            if together, let step = walker.nextMember() {
                var key: [UInt8] = []
                walker.withKeyBytes { unsafe key = Array($0) }
                // What it is in two steps, but for the path, which is then the same.
                steps.append("key \(key) \(walker.path) \(walker.memberNumber)")
                steps.append(describe(step))
            } else if let step = try walker.next() {
                if case .key = step {
                    var key: [UInt8] = []
                    walker.withKeyBytes { unsafe key = Array($0) }
                    steps.append("key \(key) \(walker.path) \(walker.keyNumber ?? -1)")
                } else {
                    steps.append(describe(step))
                }
            } else {
                return steps
            }
        }
    }
}
