/// A fenced block of code in a Markdown file.
struct CodeBlock: Sendable {
    var file: String
    /// The line of the opening fence, counted from 1.
    var line: Int
    var language: String
    var lines: [String]

    /// The blocks of a text, in order. A fence that isn't closed reaches to the end.
    static func all(in text: String, file: String) -> [CodeBlock] {
        var blocks: [CodeBlock] = []
        var open: CodeBlock?
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let trimmed = line.drop { $0 == " " }
            guard trimmed.hasPrefix("```") else {
                open?.lines.append(String(line))
                continue
            }
            if let block = open {
                blocks.append(block)
                open = nil
            } else {
                open = CodeBlock(file: file, line: index + 1, language: String(trimmed.dropFirst(3)), lines: [])
            }
        }
        if let open { blocks.append(open) }
        return blocks
    }

    /// True for a manifest or a part of one, which says so in its first line.
    var isManifest: Bool {
        lines.first.map { $0 == "// Package.swift" || $0.hasPrefix("// swift-tools-version") } ?? false
    }

    /// True where the lines stand in one of the samples, one after the other: but for indentation and empty lines.
    func occurs(in samples: [[String]]) -> Bool {
        let wanted = Sample.normalized(lines)
        guard !wanted.isEmpty else { return true }
        return samples.contains { sample in
            guard sample.count >= wanted.count else { return false }
            return (0...(sample.count - wanted.count)).contains { Array(sample[$0..<$0 + wanted.count]) == wanted }
        }
    }
}
