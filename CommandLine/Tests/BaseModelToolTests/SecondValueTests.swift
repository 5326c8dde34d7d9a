import Foundation
import JSONFormat
import ModelCore
import Testing

/// Several values of a kind in one file, and two things at once.
@Suite struct SecondValueTests {
    /// A document with a ring, and after it a list under several keys, which contains numbers that JSON hasn't.
    private func knot() throws -> ModelDocument {
        var builder = DocumentBuilder()
        try builder.beginDictionary(number: 1)
        try builder.key("ring")
        try builder.beginDictionary(number: 2)
        try builder.key("up")
        try builder.appendReference(to: 1)
        try builder.key("own")
        try builder.appendReference(to: 2)
        try builder.key("name")
        try builder.append("ring")
        try builder.end()
        for key in ["one", "two", "three"] {
            try builder.key(key)
            if builder.hasContainer(3) {
                try builder.appendReference(to: 3)
            } else {
                try builder.beginArray(number: 3)
                try builder.appendReference(to: 2)
                try builder.append(Float.infinity)
                try builder.append(Double.nan)
                try builder.appendReference(to: 1)
                try builder.append("last")
                try builder.end()
            }
        }
        try builder.end()
        return try builder.finish()
    }

    @Test(
        "What leads back is left out each time, and what is in several places without that is in each",
        arguments: [
            FileFormat.fastCoding, .keyedArchive,
        ])
    func lossy(_ format: FileFormat) throws {
        let tool = try Tool()
        try tool.write(knot(), to: "a", as: format)
        let done = try tool.run("convert", "a", "a.json", "--lossy", "--compact")
        #expect(done.status == 0, "\(done.errors)")
        let list = #"[{"name":"ring"},null,null,null,"last"]"#
        #expect(
            try tool.text(of: "a.json") == #"{"ring":{"name":"ring"},"one":\#(list),"two":\#(list),"three":\#(list)}"#)
    }

    @Test(
        "Data is its base64 and no other text",
        arguments: [
            (Data([1, 2, 255]), "AQL/", true), (Data([1, 2, 255]), "AQL+", false), (Data([1, 2, 255]), "x", false),
            (Data(), "", true), (Data([0]), "AA==", true), (Data([0]), "AAA=", false),
            (Data(repeating: 7, count: 60), "", false),
            (Data(repeating: 7, count: 60), Data(repeating: 7, count: 60).base64EncodedString(), true),
        ])
    func base64(_ data: Data, _ text: String, _ isSame: Bool) throws {
        let tool = try Tool()
        try tool.write(ModelDocument(encoding: ["a": data, "b": data]), to: "a", as: .binaryPropertyList)
        try tool.write(ModelDocument(encoding: ["a": text, "b": text]), to: "b", as: .json)
        let (plain, exact) = (try tool.run("diff", "a", "b"), try tool.run("diff", "a", "b", "--exact"))
        #expect(plain.lines.count == (isSame ? 0 : 2) && plain.status == (isSame ? 0 : 1), "\(plain.text)")
        #expect(exact.lines.count == 2 && exact.text.contains("in other terms") == isSame, "\(exact.text)")
    }

    @Test(
        "A number stays of its kind, whichever is edited",
        arguments: [
            FileFormat.keyedArchive, .fastCoding, .hrCodedXML, .binaryPropertyList,
        ])
    func kinds(_ format: FileFormat) throws {
        let tool = try Tool()
        func document(_ numbers: [ModelScalar]) throws -> ModelDocument {
            var builder = DocumentBuilder()
            try builder.beginDictionary()
            for (index, number) in numbers.enumerated() {
                try builder.key("n\(index)")
                try builder.append(number)
            }
            try builder.end()
            return try builder.finish()
        }
        var numbers: [ModelScalar] = [.float(0.5), .double(0.5), .int64(1), .float(2), .bool(true), .double(3)]
        try tool.write(document(numbers), to: "a", as: format)
        let edits: [(Int, String, ModelScalar)] = [
            (0, "0.25", .float(0.25)), (3, "7", .float(7)), (1, "0.1", .double(0.1)), (5, "4", .double(4)),
            (2, "18446744073709551615", .uint64(.max)), (4, "false", .bool(false)), (0, "0.1", .float(0.1)),
        ]
        for (index, text, scalar) in edits {
            let edited = try tool.run("edit", "a", "n\(index)", text)
            #expect(edited.status == 0, "\(edited.errors)")
            numbers[index] = scalar
            try tool.write(document(numbers), to: "b", as: format)
            #expect(try tool.run("diff", "a", "b", "--exact").text == "", "\(index) \(text)")
        }
    }

    @Test("Every key that only one of two files has is told")
    func keys() throws {
        let tool = try Tool()
        try tool.write(#"{"a":1,"b":[{"x":1}],"c":2,"d":3}"#, to: "a.json")
        try tool.write(#"{"e":1,"b":[{"x":1,"y":2,"z":3}],"f":2}"#, to: "b.json")
        #expect(
            try tool.run("diff", "a.json", "b.json").lines.sorted() == [
                "+ b[0].y: 2", "+ b[0].z: 3", "+ e: 1", "+ f: 2", "- a: 1", "- c: 2", "- d: 3",
            ])
    }

    @Test("One list in two places isn't two equal ones, on whichever side it is", arguments: [true, false])
    func sharing(_ isLeft: Bool) throws {
        let tool = try Tool()
        func document(_ numbers: [Int]) throws -> ModelDocument {
            var builder = DocumentBuilder()
            try builder.beginArray()
            for number in numbers {
                if builder.hasContainer(number) {
                    try builder.appendReference(to: number)
                } else {
                    try builder.beginArray(number: number)
                    try builder.append("x")
                    try builder.end()
                }
            }
            try builder.end()
            return try builder.finish()
        }
        try tool.write(document([1, 1, 2, 2]), to: isLeft ? "a" : "b", as: .fastCoding)
        try tool.write(document([1, 1, 2, 1]), to: isLeft ? "b" : "a", as: .fastCoding)
        #expect(try tool.run("diff", "a", "b").status == 1)
        try tool.write(document([1, 1, 2, 2]), to: "a", as: .fastCoding)
        try tool.write(document([1, 1, 2, 2]), to: "b", as: .keyedArchive)
        #expect(try tool.run("diff", "a", "b").text == "")
    }

    /// An XML property list with a list.
    private func list(_ lines: String) -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <plist version="1.0">
        <array>\(lines)</array>
        </plist>

        """
    }

    @Test(
        "An element that goes takes its comment along, the last one, too",
        arguments: [
            ("<string>a</string> <!-- a --><string>b</string> <!-- b -->", 1, "<string>a</string> <!-- a -->"),
            ("<string>a</string><string>b</string><!-- b -->", 1, "<string>a</string>"),
            ("<string>a</string> <!-- a -->", 0, ""),
            (
                "\n\t<string>a</string> <!-- a -->\n\t<string>b</string> <!-- b -->\n", 1,
                "\n\t<string>a</string> <!-- a -->\n"
            ),
            (
                "\n\t<string>a</string> <!-- a -->\n\t<!-- above -->\n\t<string>b</string>\n", 1,
                "\n\t<string>a</string> <!-- a -->\n"
            ),
            ("\n\t<string>a</string> <string>b</string> <!-- b -->\n", 1, "\n\t<string>a</string>\n"),
        ])
    func comments(_ lines: String, _ index: Int, _ left: String) throws {
        let tool = try Tool()
        try tool.write(list(lines), to: "a.plist")
        #expect(try tool.run("edit", "a.plist", "[\(index)]", "--delete").status == 0)
        #expect(try tool.text(of: "a.plist") == list(left))
    }
}
