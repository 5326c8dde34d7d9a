import ArgumentParser
import FormatSupport
import JSONFormat
import ModelCore

/// The conversion of one file to another file.
struct FileConversion {
    /// The path of the input file. `-` is the standard input.
    let input: String
    /// The path of the new file. `-` is the standard output.
    let output: String
    let format: FileFormat
    /// True to write the file even if something is lost.
    let isLossy: Bool
    let isCompact: Bool
    /// True to print only losses and errors.
    let isQuiet: Bool
    let reading: ReadingOptions
    /// Called with each message for the user.
    let tell: (String) -> Void
    /// True if a file at the path of the new file may be replaced. Otherwise such a file is an error.
    var mayReplace = true
    /// True to make missing folders of the new file with the usual permissions. Folders that a save makes are for
    /// their owner only.
    var makesFolders = false

    /// - Throws: `ExitCode` if the reason was already printed.
    func run() throws {
        guard output != "-", FileContent.isSame(input, output) else { return try convert() }
        try FileContent.retrying(output) { try convert() }
    }

    private func convert() throws {
        // Only the file that exists now is replaced. A file that appears later isn't replaced.
        let old = try output == "-" ? nil : FileContent.old(output)
        guard old == nil || mayReplace else {
            throw ModelError(.fileUnwritable, "There is a file already: --overwrite replaces it.").named(output)
        }
        let file = try reading.read(input, keepsContent: true)
        let conversion = try conversion(of: file)
        let name = output == "-" ? "standard output" : output
        func tellLosses() {
            for entry in conversion.account.lost {
                tell("\(name): \(isLossy ? "Lost" : "Would be lost"): \(entry.text).")
            }
        }
        if !conversion.account.lost.isEmpty, !isLossy {
            tellLosses()
            tell(
                "\(name): \(format.displayName) can't hold all of it, and nothing was written. "
                    + "--lossy writes it all the same."
            )
            throw ExitStatus.negative.code
        }
        try write(conversion, replacing: old)
        tellLosses()
        guard !isQuiet else { return }
        for note in conversion.notes(from: file, limits: reading.limits) { tell("\(name): \(note)") }
    }

    private func conversion(of file: InputFile) throws -> Conversion {
        do {
            return try Conversion(
                of: file.document, to: format, provider: try provider(), isLossy: isLossy,
                keepingTextOf: Conversion.base(of: file, for: format, limits: reading.limits), from: file,
                limits: reading.limits)
        } catch let error as ModelError where !isLossy && [.cycle, .unrepresentableValue].contains(error.code) {
            var error = error.named(file.name)
            // The error's format is the new file's, and this file is of another one.
            error.format = nil
            tell("\(error) \(format.displayName) has no form for it: --lossy leaves it out.")
            throw ExitStatus.negative.code
        } catch {
            throw ModelError(wrapping: error).named(file.name)
        }
    }

    private func provider() throws -> any FormatProvider {
        if format == .cryptoCoding { return reading.password.provider(for: output) }
        if format == .json, isCompact { return JSONFormat() }
        return try FormatRegistry.current.provider(for: format)
    }

    private func write(_ conversion: Conversion, replacing old: Data?) throws {
        guard output == "-" else {
            if makesFolders { try makeFolder() }
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

    private func makeFolder() throws {
        let folder = URL(filePath: FileContent.absolute(output)).deletingLastPathComponent()
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        } catch {
            throw ModelError(.fileUnwritable, "Its folder can't be made.").named(output)
        }
    }
}
