import ArgumentParser
import FormatSupport
import ModelCore

/// The page of the manual, in the macros of `man`. The page is made from the help of the commands.
struct Manual {
    private var lines: [String] = []

    /// Returns the page's lines.
    static func lines() throws -> [String] {
        let help = try FormatRegistry.current.document(from: Data(BaseModelCommand._dumpHelp().utf8))
        var manual = Manual()
        if let command = help["command"] { manual.add(program: command) }
        return manual.lines
    }

    private mutating func add(program: ModelDocument.Value) {
        let name = Self.text(program, "commandName")
        let commands = (program["subcommands"]?.elements ?? []).filter {
            $0["shouldDisplay"]?.boolValue != false && $0["commandName"]?.stringValue != "help"
        }
        lines.append(".TH \(name.uppercased()) 1")
        section("NAME")
        lines.append("\(name) \\- \(Self.escaped(Self.text(program, "abstract")))")
        section("SYNOPSIS")
        for command in commands { synopsis(of: command, name) }
        section("DESCRIPTION")
        let parts = Discussion.parts(Self.text(program, "discussion"))
        for part in parts where part.title.isEmpty { add(part) }
        section("COMMANDS")
        for command in commands { add(command: command, of: name) }
        for part in parts where !part.title.isEmpty {
            section(part.title)
            add(part)
        }
        section("ENVIRONMENT")
        item("BASEMODEL_PASSWORD", "The password of an encrypted file; see --password-env.")
        item("NO_COLOR", "No colours, if it isn't empty.")
    }

    private mutating func section(_ title: String) { lines.append(".SH \(Self.escaped(title))") }

    private mutating func synopsis(of command: ModelDocument.Value, _ program: String) {
        let words = (command["arguments"]?.elements ?? []).compactMap { argument -> String? in
            guard Self.text(argument, "kind") == "positional" else { return nil }
            let name = "\\fI\(Self.escaped(Self.text(argument, "valueName")))\\fR"
            let several = argument["isRepeating"]?.boolValue == true ? " ..." : ""
            return argument["isOptional"]?.boolValue == true ? "[\(name)]" : name + several
        }
        let name = Self.escaped(Self.text(command, "commandName"))
        let all = ["\\fB\(program) \(name)\\fR", "[\\fIoptions\\fR]"] + words
        lines += [all.joined(separator: " "), ".br"]
    }

    private mutating func add(command: ModelDocument.Value, of program: String) {
        lines.append(".SS \(program) \(Self.escaped(Self.text(command, "commandName")))")
        paragraph(Self.text(command, "abstract"))
        let parts = Discussion.parts(Self.text(command, "discussion"))
        for part in parts where part.title.isEmpty { add(part) }
        for argument in command["arguments"]?.elements ?? [] {
            guard argument["shouldDisplay"]?.boolValue != false, !Self.isGeneral(argument) else { continue }
            let values = (argument["allValues"]?.elements ?? []).compactMap(\.stringValue)
            var help = Self.text(argument, "abstract")
            if values.count > 1, !help.contains(values[0]) { help += " One of: \(values.joined(separator: ", "))." }
            if let value = argument["defaultValue"]?.stringValue { help += " By default \(value)." }
            item(Self.names(of: argument), help)
        }
        for part in parts where !part.title.isEmpty {
            lines += [
                ".PP", "\\fB\(Self.escaped(part.title.prefix(1) + part.title.dropFirst().lowercased()))\\fR", ".br",
            ]
            add(part)
        }
    }

    /// Returns true for an argument that every command has.
    private static func isGeneral(_ argument: ModelDocument.Value) -> Bool {
        ["help", "version"].contains(argument["preferredName"]?["name"]?.stringValue ?? "")
    }

    private static func names(of argument: ModelDocument.Value) -> String {
        let value = text(argument, "valueName")
        if text(argument, "kind") == "positional" { return value }
        let names = (argument["names"]?.elements ?? []).map { name in
            (text(name, "kind") == "long" ? "--" : "-") + text(name, "name")
        }
        return names.joined(separator: ", ") + (text(argument, "kind") == "option" ? " \(value)" : "")
    }

    // MARK: Text

    private mutating func item(_ name: String, _ text: String) {
        lines += [".TP", "\\fB\(Self.escaped(name))\\fR", Self.escaped(text)]
    }

    private mutating func paragraph(_ text: String) { lines += [".PP", Self.escaped(text)] }

    private mutating func add(_ part: Discussion) {
        for text in part.paragraphs { paragraph(text) }
        if !part.examples.isEmpty {
            lines += [".PP", ".nf", ".RS 2"] + part.examples.map(Self.escaped) + [".RE", ".fi"]
        }
    }

    private static func text(_ value: ModelDocument.Value, _ key: String) -> String { value[key]?.stringValue ?? "" }

    /// Returns text without characters that have a meaning for `man`.
    private static func escaped(_ text: some StringProtocol) -> String {
        let text = String(text).replacing("\\", with: "\\e").replacing("-", with: "\\-").replacing("→", with: "\\(->")
        return text.hasPrefix(".") || text.hasPrefix("'") ? "\\&" + text : text
    }
}

/// A part of a command's discussion: the lines under a title in capitals, or before the first title.
private struct Discussion {
    var title = ""
    var paragraphs: [String] = []
    /// Lines that are printed unchanged.
    var examples: [String] = []

    static func parts(_ text: String) -> [Discussion] {
        var parts = [Discussion()]
        for line in text.split(separator: "\n") {
            if line.hasPrefix("  ") {
                parts[parts.count - 1].examples.append(String(line.dropFirst(2)))
            } else if line == line.uppercased() {
                parts.append(Discussion(title: String(line)))
            } else {
                parts[parts.count - 1].paragraphs.append(String(line))
            }
        }
        return parts
    }
}
