#if Macros
import Foundation
import ModelCore
import ModelTesting
import Testing

extension FileFormat {
    static let objectLines = FileFormat(
        "objectLines", displayName: "Object lines", fileExtension: "objects", library: "LineFormat")
}

/// Lines with the classes of objects, and with references.
@FormatPlugin
struct ObjectLineFormat: FormatProvider {
    var formats: [FileFormat] { [.objectLines] }
    static let head = "objects 1\n"

    func capabilities(of format: FileFormat) -> FormatCapabilities { [.classes, .identity, .null] }

    func detect(_ content: Data) -> FormatDetection? {
        content.starts(with: Self.head.utf8) ? .certain(.objectLines) : nil
    }

    func serialize(_ walker: inout DocumentWalker, context: FormatContext) throws -> Data {
        var text = Self.head
        /// The position of each shared container among those of the file, by the walker's number.
        var written: [Int: Int] = [:]
        while var step = try walker.next() {
            if case .reference(let number) = step, written[number] == nil {
                // A weak reference comes before its container: the container is written here.
                step = try walker.follow()
            }
            switch step {
            case .reference(let number):
                text += "reference \(written[number] ?? 0)\n"
            case .beginArray, .beginDictionary, .beginObject:
                if let number = walker.number {
                    if let place = written[number] {
                        // It was already written for a weak reference.
                        walker.skipContainer()
                        text += "reference \(place)\n"
                        continue
                    }
                    written[number] = written.count
                    text += "shared\n"
                }
                text += try Self.line(for: step, of: walker) + "\n"
            default:
                text += try Self.line(for: step, of: walker) + "\n"
            }
        }
        return Data(text.utf8)
    }

    func parse(_ content: Data, into builder: inout DocumentBuilder, context: FormatContext) throws {
        guard var reader = LineReader(content, behind: Self.head) else {
            throw ModelError(.corruptData, "The file has no head.")
        }
        var sharedCount = 0
        while !reader.isAtEnd {
            builder.offset = reader.offset
            let number = reader.skip("shared\n") ? sharedCount : nil
            if number != nil { sharedCount += 1 }
            if let name = reader.read("object ", { LineFormat.unescaped($0) }) {
                try builder.beginObject(named: name, number: number)
            } else if reader.skip("array\n") {
                try builder.beginArray(number: number)
            } else if reader.skip("dictionary\n") {
                try builder.beginDictionary(number: number)
            } else if number != nil {
                throw reader.corrupt("No container follows.")
            } else if reader.skip("end\n") {
                try builder.end()
            } else if let place = reader.read("reference ", { Int($0.text) }) {
                // A reference leads back, to a container that has begun.
                guard (0..<sharedCount).contains(place) else { throw reader.corrupt("The reference leads nowhere.") }
                try builder.appendReference(to: place)
            } else {
                try reader.readLine(into: &builder)
            }
        }
    }

    static func line(for step: DocumentWalker.Step, of walker: borrowing DocumentWalker) throws -> String {
        switch step {
        case .null: "null"
        case .bool(let value): "\(value)"
        case .int64(let value): "integer \(value)"
        case .uint64(let value): "integer \(value)"
        case .double(let value): "real \(value)"
        case .key, .string: "text \(LineFormat.escaped(walker.text))"
        case .beginArray: "array"
        case .beginDictionary: "dictionary"
        case .beginObject: "object \(LineFormat.escaped(walker.codedClass?.name ?? ""))"
        case .end: "end"
        default: throw ModelError(.unrepresentableValue, "Lines can't store \(step).")
        }
    }
}

@Suite("A format of lines with classes")
struct ObjectLineFormatTests {
    @Test("The contract", arguments: FormatContract.checks)
    func contract(_ check: ContractCheck) async {
        await FormatContract(ObjectLineFormat()).check(check)
    }

    @Test("The lines are as the guide shows them")
    func lines() throws {
        let list = TodoList()
        list.items = [TodoItem("Buy milk"), Reminder("Feed the cat")]
        list.next = list.items[1]
        let text = String(decoding: try ObjectLineFormat().encode(list), as: UTF8.self)
        let guide = try PackageFolder.text("Sources/ModelCore/ModelCore.docc/WritingAFormat.md")
        #expect(guide.contains("```text\n\(text)```"), "\(text)")
        let same = try ObjectLineFormat().decode(TodoList.self, from: Data(text.utf8))
        #expect(same.next === same.items[1] && same.next is Reminder)
    }

    @Test(
        "Lines that no writer writes are refused",
        arguments: [
            "shared", "shared\nshared\narray\nend", "shared\nnull", "reference 0", "array\nreference 0\nend", "object", "object %",
            "shared\narray\nreference 1\nend", "shared\narray\nreference -1\nend", "shared\narray\nshared\nreference 0\nend",
        ])
    func otherLines(_ lines: String) {
        #expect(throws: ModelError.self) { try ObjectLineFormat().document(from: Data("objects 1\n\(lines)\n".utf8)) }
    }
}
#endif
