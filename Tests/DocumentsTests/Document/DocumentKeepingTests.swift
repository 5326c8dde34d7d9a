import Foundation
import ModelCore
import TestSupport
import Testing

@Suite("What a format needn't put in plainer terms")
struct DocumentKeepingTests {
    /// A document of an array of one value.
    private func document(_ append: (inout DocumentBuilder) throws -> Void) throws -> ModelDocument {
        var builder = DocumentBuilder()
        try builder.beginArray()
        try append(&builder)
        try builder.end()
        return try builder.finish()
    }

    @Test(
        "A scalar is kept by those capabilities, and by no fewer",
        arguments: [
            (.bool(true), []), (.int64(-1), []), (.uint64(.max), []), (.double(0.5), []), (.string("text"), []),
            (.null, .null), (.float(0.5), .floats), (.decimal(1.5), .decimals), (.data(Data([1])), .data),
            (.date(Date(timeIntervalSinceReferenceDate: 5)), .wholeDates),
            (.date(Date(timeIntervalSinceReferenceDate: 5.5)), .exactDates),
            (.url(URL(fileURLWithPath: "/a")), .typedScalars), (.uuid(UUID()), .typedScalars),
            (.geometry(.range(location: 1, length: 2)), .typedScalars), (.float(.infinity), [.floats, .nonFinite]),
            (.double(.nan), [.typedScalars, .nonFinite]),
        ] as [(ModelScalar, FormatCapabilities)])
    func scalars(_ scalar: ModelScalar, _ needed: FormatCapabilities) throws {
        let document = try document { try $0.append(scalar, isDeclared: false) }
        #expect(document.isKept(by: needed))
        #expect(document.isKept(by: .all))
        for bit in 0..<12 {
            let capability = FormatCapabilities(rawValue: 1 << bit)
            guard needed.contains(capability) else { continue }
            #expect(!document.isKept(by: .all.subtracting(capability)), "without \(bit)")
        }
    }

    @Test("A numeral stands for a float where its type is declared")
    func numerals() throws {
        #expect(try document { try $0.append(.float(0.5)) }.isKept(by: .numerals))
        #expect(try !document { try $0.append(.float(0.5), isDeclared: false) }.isKept(by: .numerals))
    }

    @Test("Sets, dictionaries with keys of any kind and references need their capabilities; objects need none")
    func containers() throws {
        let set = try document { builder in
            try builder.beginArray(.set)
            try builder.end()
        }
        #expect(set.isKept(by: .sets) && !set.isKept(by: .all.subtracting(.sets)))
        let dictionary = try document { builder in
            try builder.beginValueDictionary()
            try builder.end()
        }
        #expect(dictionary.isKept(by: .valueKeys) && !dictionary.isKept(by: .all.subtracting(.valueKeys)))
        let shared = try document { builder in
            try builder.beginObject(named: "Thing", number: 1)
            try builder.end()
            try builder.appendReference(to: 1)
        }
        #expect(shared.isKept(by: .identity) && !shared.isKept(by: .all.subtracting(.identity)))
        #expect(try ModelDocument(#require(shared[0])).isKept(by: []))
    }

    @Test("Each key and each class of a document is told once")
    func keysAndClasses() throws {
        let thing = CodedClass(name: "Thing")
        let document = try document { builder in
            for _ in 0..<2 {
                try builder.beginObject(thing)
                try builder.key("a")
                try builder.beginDictionary()
                try builder.key("b")
                try builder.append(true)
                try builder.end()
                try builder.end()
            }
        }
        #expect(document.allKeys == ["a", "b"])
        #expect(document.allClasses.map(\.name) == ["Thing"])
        // A walker adds a key to name classes, and not to the document.
        var walker = DocumentWalker(document, for: .everyClass)
        #expect(try walker.document()[0]?.keys == ["$class", "a"])
        #expect(document.allKeys == ["a", "b"])
    }

    @Test("Every object's class comes where that is asked for, its key with a number and the same one each time")
    func everyClass() throws {
        var builder = DocumentBuilder()
        try builder.beginObject(named: "Whole")
        for (key, name) in [("a", "Part"), ("b", "Part"), ("c", "Other")] {
            try builder.key(key)
            try builder.beginObject(CodedClass(name: name), isExpected: true)
            try builder.end()
        }
        try builder.end()
        let document = try builder.finish()
        for sortsKeys in [false, true] {
            var walker = DocumentWalker(document, for: .everyClass)
            walker.sortsKeys = sortsKeys
            var names: [String] = []
            var numbers: Set<Int?> = []
            while let step = try walker.next() {
                if case .string = step { names.append(walker.text) }
                if case .key = step, walker.text == "$class" {
                    numbers.insert(walker.keyNumber)
                    #expect(walker.bytesAsText == "$class")
                }
            }
            #expect(names == ["Whole", "Part", "Part", "Other"])
            #expect(numbers.count == 1 && !numbers.contains(nil))
        }
        var known = DocumentWalker(document, for: [])
        #expect(try known.document()["a"]?.keys == [])
    }
}

extension DocumentWalker {
    fileprivate var bytesAsText: String {
        var text = ""
        withBytes { text = unsafe String(decoding: $0, as: UTF8.self) }
        return text
    }
}
