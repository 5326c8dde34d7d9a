import Foundation
import JSONFormat
import ModelCore
import Testing

@Suite("JSON5 where types are declared")
struct JSON5ValueTests {
    private func read<Value: ModelValue>(_ type: Value.Type, _ text: String) throws -> Value {
        try JSONFormat(reading: .json5).decode(type, from: Data(text.utf8))
    }

    @Test("Numbers in all their forms")
    func numbers() throws {
        #expect(
            try read([Int].self, "[1, -2, +3, 0x1F, -0x10, 0, 123456789012345678, 5., 1e2,]") == [
                1, -2, 3, 31, -16, 0, 123_456_789_012_345_678, 5, 100,
            ])
        #expect(try read([UInt64].self, "[1, 0xFF, 18446744073709551615]") == [1, 255, .max])
        #expect(
            try read([Double].self, "[1, .5, 5., 0x10, -1.25e2, +1, Infinity]") == [1, 0.5, 5, 16, -125, 1, .infinity])
        #expect(try read([Float].self, "[.5, 5., 0x10, 0.1]") == [0.5, 5, 16, 0.1])
        for text in ["[01]", "[1 2]", "[0x]", "[1.e]", "[--1]", "[.]"] {
            #expect(throws: ModelError.self) { try read([Int].self, text) }
            #expect(throws: ModelError.self) { try read([Double].self, text) }
        }
        #expect(throws: ModelError.self) { try JSONFormat().decode([Int].self, from: Data("[0x10]".utf8)) }
        #expect(throws: ModelError.self) { try JSONFormat().decode([Double].self, from: Data("[0x10]".utf8)) }
    }

    @Test("Numbers that JSON doesn't have are written where JSON5 is allowed, and nowhere else")
    func writtenNumbers() throws {
        let format = JSONFormat(writing: .json5, reading: .json5)
        let text = #"{"a":[NaN,Infinity,-Infinity,1.5],"b":[NaN,-Infinity]}"#
        let document = try format.document(from: Data(text.utf8))
        #expect(try format.encode(document) == Data(text.utf8))
        #expect(try format.encode([Float.nan, -.infinity, 0.1]) == Data("[NaN,-Infinity,0.1]".utf8))
        for strict in [JSONFormat(), JSONFormat(writing: .sortedKeys, reading: .json5)] {
            #expect { try strict.encode([Double.infinity]) } throws: {
                ($0 as? ModelError)?.code == .unrepresentableValue
            }
            #expect(try strict.encode([Double.infinity], as: .json([.json5])) == Data("[Infinity]".utf8))
        }
        #expect(throws: ModelError.self) { try JSONFormat().document(from: Data(text.utf8)) }
    }

    @Test("A file with such numbers keeps its text")
    func keptNumbers() throws {
        let format = JSONFormat(writing: .json5, reading: .json5)
        let old = Data("{a: +NaN, // none\n b: [-Infinity, 1,], c: +Infinity}".utf8)
        var document = try format.document(from: old)
        #expect(try format.encode(document, keepingTextOf: old) == old)
        try document.set(.double(.infinity), at: ["b", 1])
        try document.set(.double(2), at: ["c"])
        let new = try format.encode(document, keepingTextOf: old)
        #expect(String(decoding: new, as: UTF8.self) == "{a: +NaN, // none\n b: [-Infinity, Infinity,], c: 2.0}")
    }

    @Test("Space and comments of every kind and length")
    func space() throws {
        for count in 0...40 {
            let space = String(repeating: " ", count: count)
            for gap in [
                space, "\n\(space)", "\t\(space)\r\n", "\(space)/* x */\(space)", "\(space)// x\n\(space)",
                "\u{A0}\(space)\u{2028}\u{B}",
            ] {
                let text = "\(gap){\(gap)'a'\(gap):\(gap)[\(gap)\"x y\"\(gap),\(gap)'z'\(gap)]\(gap)}\(gap)"
                #expect(try read([String: [String]].self, text) == ["a": ["x y", "z"]])
            }
            let plain = "\(space){\n\(space)\"a\":\(space)[\r\n\(space)1\(space)]}\(space)"
            #expect(try JSONFormat().decode([String: [Int]].self, from: Data(plain.utf8)) == ["a": [1]])
        }
    }

}
