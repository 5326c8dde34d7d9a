import ArgumentParser
import FormatSupport
import ModelCore

struct StatsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stats",
        abstract: "Counts what is in a file: classes, kinds of values, depth, shared objects.",
        discussion: """
            EXAMPLES
              basemodel stats todo.plist
              basemodel stats - < todo.json
              basemodel stats todo.plist --json | jq .classes.TodoItem

            KEYS
              With --json there is an object: format is the name that --from takes. bytes, bytesInMemory, values,
              depth, shared and references are numbers. kinds and classes are objects with the number of each.
            """)

    @Argument(help: "The file; - is the standard input.", completion: .file())
    var file: String

    @Flag(help: "Print JSON.")
    var json = false

    @OptionGroup(title: "Reading") var reading: ReadingOptions

    func run() throws {
        let input = try reading.read(file)
        let statistics = try Statistics(input.document, limits: reading.limits)
        if json { return try report(statistics, of: input) }
        var rows = [
            ["format", input.format.displayName],
            ["bytes", "\(input.byteCount)"],
            ["bytes in memory", "\(input.document.byteCount)"],
            ["values", "\(statistics.values)"],
            ["depth", "\(statistics.depth)"],
            ["shared", "\(statistics.shared)"],
            ["references to them", "\(statistics.references)"],
        ]
        for (kind, count) in statistics.sortedKinds {
            rows.append([kind, "\(count)"])
        }
        for (name, count) in statistics.sortedClasses {
            let shown = ValueText.shortened(name.text, ValueText.longestName)
            rows.append(["class \(PrintableText.text(shown))", "\(count)"])
        }
        for line in TextTable.lines(rows) { try Output.standard.line(line) }
    }

    private func report(_ statistics: Statistics, of input: InputFile) throws {
        try JSONReport.print(reading.limits) { builder in
            try builder.key("format")
            try builder.append(input.format.rawValue)
            let counts = [
                ("bytes", input.byteCount), ("bytesInMemory", input.document.byteCount), ("values", statistics.values),
                ("depth", statistics.depth), ("shared", statistics.shared), ("references", statistics.references),
            ]
            for (key, count) in counts {
                try builder.key(key)
                try builder.append(Int64(count))
            }
            try builder.key("kinds")
            try builder.beginDictionary()
            for (kind, count) in statistics.sortedKinds {
                try builder.key(kind)
                try builder.append(Int64(count))
            }
            try builder.end()
            try builder.key("classes")
            try builder.beginDictionary()
            for (name, count) in statistics.sortedClasses {
                try builder.key(name.text)
                try builder.append(Int64(count))
            }
            try builder.end()
        }
    }
}

/// The statistics of a document: the counts of its values by kind and class, its depth, and its shared containers.
struct Statistics {
    private(set) var values = 0
    private(set) var depth = 0
    /// The number of containers that references refer to.
    private(set) var shared = 0
    /// The number of references.
    private(set) var references = 0
    private(set) var kinds: [String: Int] = [:]
    private(set) var classes: [ExactText: Int] = [:]

    /// The kinds with their counts. The most frequent kind is first.
    var sortedKinds: [(key: String, value: Int)] { kinds.sorted { ($1.value, $0.key) < ($0.value, $1.key) } }

    /// The classes with their counts. The most frequent class is first.
    var sortedClasses: [(key: ExactText, value: Int)] { classes.sorted { ($1.value, $0.key) < ($0.value, $1.key) } }

    init(_ document: ModelDocument, limits: DecodingLimits) throws {
        var walker = DocumentWalker(document, limits: limits)
        while let step = try walker.next() {
            switch step {
            case .key, .end: continue
            case .reference:
                references += 1
                continue
            default: break
            }
            let value = walker.value
            values += 1
            // If a dictionary's keys may be any values, they are counted as values too.
            depth = max(depth, walker.depth + (value.kind.isContainer ? 0 : 1))
            kinds[value.kind.rawValue, default: 0] += 1
            if let name = value.className { classes[ExactText(name), default: 0] += 1 }
            if walker.number != nil { shared += 1 }
        }
    }
}
