import Foundation
import Testing

@Suite("Code in the documentation")
struct SampleTests {
    /// Each sample, as its lines.
    static let samples: [[String]] = sources.flatMap { Sample.all(in: $0).values }
    static let sources = PackageFolder.files(below: "Tests/DocumentationTests/Samples", suffix: ".swift").compactMap {
        try? PackageFolder.text($0)
    }

    @Test("There is something to check")
    func notEmpty() {
        #expect(Self.samples.count > 20)
        #expect(PackageFolder.documents.count > 10)
    }

    @Test("Every block of code is compiled as a sample", arguments: PackageFolder.documents)
    func blocks(_ file: String) throws {
        for block in CodeBlock.all(in: try PackageFolder.text(file), file: file) where !block.isManifest {
            switch block.language {
            case "swift":
                #expect(
                    block.occurs(in: Self.samples),
                    "\(file):\(block.line): this block isn't a part of any sample in Tests/DocumentationTests/Samples.")
            case "json", "xml":
                let texts = Self.sources.map { $0.split(separator: "\n").map { $0.drop { $0 == " " } } }
                let wanted = block.lines.map { $0.drop { $0 == " " } }.filter { !$0.isEmpty }
                let isFound = texts.contains { text in
                    text.count >= wanted.count && text.indices.contains { text[$0...].starts(with: wanted) }
                }
                #expect(isFound, "\(file):\(block.line): no sample has this result.")
            // What a session in a terminal shows, the command line's own tests run.
            case "sh", "console", "text", "objc": break
            default: Issue.record("\(file):\(block.line): a block without a language that is known: \(block.language)")
            }
        }
    }

    @Test("A wrong block is found")
    func wrongBlock() {
        let text = "Words.\n\n```swift\nlet a = 1\nlet b = 2\n```\n\n  ```swift\n  let c = 3\n  ```\n"
        let blocks = CodeBlock.all(in: text, file: "x.md")
        #expect(blocks.map(\.line) == [3, 8])
        let source = """
            // snippet.one
                let a = 1

                let b = 2
            // snippet.end
            let c = 3
            """
        let samples = Array(Sample.all(in: source).values)
        #expect(blocks[0].occurs(in: samples))
        // It stands in the source, but in no sample.
        #expect(!blocks[1].occurs(in: samples))
        let wrong = CodeBlock.all(in: "```swift\nlet a = 1\n  let b = 2\n```", file: "x.md")
        #expect(!wrong[0].occurs(in: samples))
        #expect(!CodeBlock.all(in: "```swift\nlet a = 1\nlet b = 3\n```", file: "x.md")[0].occurs(in: samples))
    }

    @Test("A sample continues where its name begins again, at any depth")
    func parts() {
        let source = """
            // snippet.one
            import Foundation
            // snippet.end
                // snippet.one
                if true {
                    // snippet.end
                    check()
                    // snippet.one
                }
                // snippet.end
            """
        #expect(Sample.all(in: source)["one"] == ["import Foundation", "if true {", "}"])
    }
}
