/// Code between `// snippet.name` and `// snippet.end`. A name that begins again in the same file continues its sample. Each part is moved
/// to the left separately: an import and a class inside a suite may be parts of one sample.
enum Sample {
    /// The samples of a source text, by name.
    static func all(in text: String) -> [String: [String]] {
        var samples: [String: [String]] = [:]
        var name: String?
        var part: [String] = []
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            let trimmed = line.drop { $0 == " " }
            guard trimmed.hasPrefix("// snippet.") else {
                part.append(String(line))
                continue
            }
            if let name { samples[name, default: []] += normalized(part) }
            let next = trimmed.dropFirst("// snippet.".count)
            name = next == "end" ? nil : String(next)
            part = []
        }
        return samples
    }

    /// The lines that aren't empty, moved to the left as far as they go together.
    static func normalized(_ lines: [String]) -> [String] {
        let full = lines.filter { line in line.contains { $0 != " " } }
        let indent = full.map { $0.prefix { $0 == " " }.count }.min() ?? 0
        return full.map { String($0.dropFirst(indent)) }
    }
}
