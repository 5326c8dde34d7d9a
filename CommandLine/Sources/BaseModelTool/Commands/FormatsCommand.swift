import ArgumentParser
import ModelCore

struct FormatsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "formats",
        abstract: "Lists the formats, and what each can hold as it is.")

    func run() throws {
        var rows = [["format", "extension"] + Self.columns.map(\.title)]
        let registry = FormatRegistry.current
        for format in registry.formats {
            let held = try registry.provider(for: format).capabilities(of: format)
            rows.append(
                [format.rawValue, format.fileExtension ?? ""]
                    + Self.columns.map { held.isSuperset(of: $0.capability) ? "yes" : $0.otherwise(held) })
        }
        for line in TextTable.lines(rows) { try Output.standard.line(line) }
        try Output.standard.line()
        for (name, formats) in FormatName.aliases {
            let others = formats.dropFirst().map { ", and reads \($0.rawValue)" }.joined()
            let meaning = formats[0].style == nil ? formats[0].rawValue : formats[0].displayName
            try Output.standard.line("\(name) is short for \(meaning)\(others).")
        }
        try Output.standard.line()
        try Output.standard.line(
            "Without files, for `show --store`: \(registry.storeFormats.map(\.rawValue).joined(separator: ", ")).")
    }

    private struct Column {
        let title: String
        let capability: FormatCapabilities
        var otherwise: @Sendable (FormatCapabilities) -> String = { _ in "-" }
    }

    private static let columns = [
        Column(title: "classes", capability: .classes) { _ in "not the root's" },
        Column(title: "sharing", capability: .identity) { _ in "copies" },
        Column(title: "null", capability: .null) { $0.contains(.archives) ? "archive" : "-" },
        Column(title: "sets", capability: .sets) { _ in "array" },
        Column(title: "any keys", capability: .valueKeys) { _ in "text" },
        Column(title: "dates", capability: .exactDates) {
            $0.contains(.ordinaryDates) ? "ordinary" : $0.contains(.wholeDates) ? "seconds" : "text"
        },
        Column(title: "data", capability: .data) { _ in "base64" },
        Column(title: "decimals", capability: .decimals) { _ in "text" },
        Column(title: "NaN", capability: .nonFinite),
        Column(title: "URL, UUID", capability: .typedScalars) { _ in "text" },
    ]
}
