#if Macros
import Foundation
import ModelCore
import ModelTesting
import Testing

// snippet.classes
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
                if case .beginObject = step, let codedClass = walker.codedClass {
                    text += "object \(LineFormat.escaped(codedClass.name))\n"
                } else {
                    text += try LineFormat.line(for: step, of: walker) + "\n"
                }
            default:
                text += try LineFormat.line(for: step, of: walker) + "\n"
            }
        }
        return Data(text.utf8)
    }

    func parse(_ content: Data, into builder: inout DocumentBuilder, context: FormatContext) throws {
        var sharedCount = 0
        var isShared = false
        try LineFormat.read(content, behind: Self.head, into: &builder) { word, rest, builder in
            let number = isShared ? sharedCount : nil
            switch (word, rest) {
            case ("shared", nil) where !isShared:
                isShared = true
                return true
            case ("object", let rest?):
                guard let name = LineFormat.unescaped(rest) else { return false }
                try builder.beginObject(named: name, number: number)
            case ("array", nil): try builder.beginArray(number: number)
            case ("dictionary", nil): try builder.beginDictionary(number: number)
            case ("reference", let rest?) where !isShared:
                // A reference leads back, to a container that has begun.
                guard let place = Int(rest), (0..<sharedCount).contains(place) else { return false }
                try builder.appendReference(to: place)
            default:
                guard !isShared else { return false }
                return try LineFormat.append(word, rest, to: &builder)
            }
            if isShared { sharedCount += 1 }
            isShared = false
            return true
        }
    }
}
// snippet.end

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
