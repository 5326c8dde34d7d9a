import ArgumentParser
import Foundation
import JSONFormat
import ModelCore

struct ConvertCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "convert",
        abstract: "Writes a file anew in another format.",
        discussion: """
            What is written is read back and compared. Where the format has no form of its own for a value, it is \
            put in other terms, which a program that declares the type reads back exactly: that is told. Where \
            something would be lost, such as the class of the root in plain JSON, nothing is written unless --lossy \
            is given. A small keyed archive in the place of a value, such as a null in a property list, counts as a \
            loss: other programs see data. An old version of the same format becomes the present one, which older \
            programs may refuse: that is told, too. The new file takes the old one's place in one step, unless another \
            program has written the old one in the meantime.

            EXAMPLES
              basemodel convert todo.plist todo.json --to hrCodedJSON
              basemodel convert todo.plist todo.json --to json --lossy
              basemodel convert todo.plist - --to xmlPropertyList | less
              basemodel convert secret.plist plain.plist --to keyedArchive

            EXIT STATUS
              0 if it was written, 1 if something would be lost, 2 if there was trouble.
            """)

    @Argument(help: "The file; - is the standard input.", completion: .file())
    var input: String

    @Argument(help: "The new file; - is the standard output.", completion: .file())
    var output: String

    @Option(
        help: ArgumentHelp(
            "The format: see `basemodel formats`. By default JSON for .json and FastCoding for .fast.",
            valueName: "format"))
    var to: FormatName?

    @Flag(help: "Write it though something is lost, and leave out what the format can't hold at all.")
    var lossy = false

    @Flag(help: "Write JSON in one line.")
    var compact = false

    @Flag(name: .shortAndLong, help: "Don't tell what was put in other terms, or written anew.")
    var quiet = false

    @OptionGroup(title: "Reading") var reading: ReadingOptions

    func validate() throws {
        if to == nil, output != "-", Self.format(ofFile: output) == nil {
            throw ValidationError("Which format? Say --to: \(FormatName.allValueStrings.joined(separator: ", ")).")
        }
        if to == nil, output == "-" { throw ValidationError("The standard output needs --to.") }
    }

    func run() throws {
        guard let format = to?.format ?? Self.format(ofFile: output) else { return }
        guard output != "-", FileContent.isSame(input, output) else { return try convert(to: format) }
        try FileContent.retrying { try convert(to: format) }
    }

    private func convert(to format: FileFormat) throws {
        // The file to replace is the one that is there now. A file that appears later isn't replaced.
        let old = try output == "-" ? nil : FileContent.old(output)
        let file = try reading.read(input, keepsContent: true)
        let conversion = try conversion(of: file, to: format)
        let name = output == "-" ? "standard output" : output
        func tellLosses() {
            for entry in conversion.account.lost {
                Output.complain("\(name): \(lossy ? "Lost" : "Would be lost"): \(entry.text).")
            }
        }
        if !conversion.account.lost.isEmpty, !lossy {
            tellLosses()
            Output.complain(
                "\(name): \(format.displayName) can't hold all of it, and nothing was written. "
                    + "--lossy writes it all the same."
            )
            throw ExitStatus.negative.code
        }
        try write(conversion, replacing: old)
        tellLosses()
        if !quiet { conversion.tell(name, from: file, limits: reading.limits) }
    }

    private func conversion(of file: InputFile, to format: FileFormat) throws -> Conversion {
        do {
            return try Conversion(
                of: file.document, to: format, provider: try provider(for: format), isLossy: lossy, from: file,
                limits: reading.limits)
        } catch let error as ModelError where !lossy && [.cycle, .unrepresentableValue].contains(error.code) {
            var error = error.named(file.name)
            // The error's format is the new file's, and this file is of another one.
            error.format = nil
            Output.complain("\(error) \(format.displayName) has no form for it: --lossy leaves it out.")
            throw ExitStatus.negative.code
        } catch {
            throw ModelError(wrapping: error).named(file.name)
        }
    }

    private func provider(for format: FileFormat) throws -> any FormatProvider {
        if format == .cryptoCoding { return reading.password.provider(for: output) }
        if format == .json, compact { return JSONFormat() }
        return try FormatRegistry.current.provider(for: format)
    }

    private func write(_ conversion: Conversion, replacing old: Data?) throws {
        guard output == "-" else {
            return try FileContent.write(
                conversion.content, to: output, as: conversion.format, replacing: old)
        }
        if Terminal.isTerminal(.output) {
            let text = String(validating: conversion.content, as: UTF8.self)
            guard let text, PrintableText.isHarmless(text) else {
                throw Failure("\(conversion.format.displayName) is no text for a terminal: send it to a file.")
            }
        }
        try Output.standard.write(conversion.content)
        if Terminal.isTerminal(.output) { try Output.standard.line() }
    }

    /// The format that a file's extension tells. Nil unless the extension belongs to one format only.
    private static func format(ofFile path: String) -> FileFormat? {
        switch (path as NSString).pathExtension.lowercased() {
        case "json": .json
        case "fast": .fastCoding
        default: nil
        }
    }
}
