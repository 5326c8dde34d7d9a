import Foundation
import JSONFormat
import ModelCore
import Testing

@Suite("Documents that are nearly equal")
struct DocumentEqualityTests {
    private func set(_ values: [Int64]) throws -> ModelDocument {
        var builder = DocumentBuilder()
        try builder.beginArray(.set)
        for value in values { try builder.append(value) }
        try builder.end()
        return try builder.finish()
    }

    @Test("A set that has a value twice differs from one that has another value twice")
    func counts() throws {
        #expect(try set([1, 1, 2]) == set([1, 2, 1]))
        #expect(try set([1, 1, 2]) != set([1, 2, 2]))
    }

    @Test("Texts that are kept once count as often as they are there")
    func longTexts() throws {
        let texts = ["a", "b"].map { String(repeating: $0, count: 1000) }
        func set(_ indexes: [Int]) throws -> ModelDocument {
            var builder = DocumentBuilder()
            try builder.beginArray(.set)
            for index in indexes { try builder.append(texts[index]) }
            try builder.end()
            return try builder.finish()
        }
        #expect(try set([0, 0, 1]) == set([1, 0, 0]))
        #expect(try set([0, 0, 1]) != set([0, 1, 1]))
        #expect(try set([0, 0, 1]) != set([0, 1]))
    }

    @Test("A document is equal to itself alone, also where one is the beginning of the other")
    func pairs() throws {
        let texts = [
            "null", "true", "false", "0", "1", "1.5", #""""#, #""a""#, #""b""#, "[]", "[1]", "[1,1]", "[1,2]", "[2,1]", "[1,2,3]", "[[]]",
            "[[],[]]", "[[1]]", "[[1],1]", "{}", #"{"a":1}"#, #"{"a":2}"#, #"{"b":1}"#, #"{"a":1,"b":2}"#, #"{"a":1,"b":2,"c":3}"#,
            #"{"a":{}}"#, #"{"a":[]}"#, #"{"a":null}"#, #"{"$class":"A"}"#, #"{"$class":"B"}"#, #"{"$class":"A","a":1}"#, #"[{"$class":"A"}]"#,
        ]
        let documents = try texts.map { try JSONFormat().document(from: Data($0.utf8)) }
        let others = try texts.map { try JSONFormat().document(from: Data($0.utf8)) }
        for (index, document) in documents.enumerated() {
            for (place, other) in others.enumerated() { #expect((document == other) == (index == place), "\(texts[index]) \(texts[place])") }
        }
        #expect(try JSONFormat().document(from: Data(#"{"b":2,"a":1}"#.utf8)) == JSONFormat().document(from: Data(#"{"a":1,"b":2}"#.utf8)))
    }

    /// An array of empty arrays: equal numbers are the same array.
    private func arrays(_ numbers: [Int]) throws -> ModelDocument {
        var builder = DocumentBuilder()
        try builder.beginArray()
        for number in numbers {
            if builder.hasContainer(number) {
                try builder.appendReference(to: number)
            } else {
                try builder.beginArray(number: number)
                try builder.end()
            }
        }
        try builder.end()
        return try builder.finish()
    }

    @Test("Two shared containers aren't one, and one isn't two, however equal they are")
    func sharing() throws {
        #expect(try arrays([0, 1, 0, 1]) == arrays([5, 3, 5, 3]))
        #expect(try arrays([0, 1, 0, 1]) != arrays([0, 0, 0, 0]))
        #expect(try arrays([0, 0, 0, 0]) != arrays([0, 1, 0, 1]))
        #expect(try arrays([0, 1, 0, 1]) != arrays([0, 1, 1, 0]))
    }
}
