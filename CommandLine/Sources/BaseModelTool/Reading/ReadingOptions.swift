import ArgumentParser
import Foundation
import ModelCore

/// How files are read.
struct ReadingOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Read as this format, whatever the content looks like.", valueName: "format"))
    var from: FormatName?

    @Option(help: ArgumentHelp("How deeply values may be nested.", valueName: "levels"))
    var maxDepth = DecodingLimits.standard.depth

    @OptionGroup(title: "Encrypted files") var password: PasswordOptions

    func validate() throws {
        guard maxDepth > 0 else { throw ValidationError("--max-depth has to be at least 1.") }
    }

    var limits: DecodingLimits { DecodingLimits(depth: maxDepth) }

    /// What a file holds.
    ///
    /// - Parameter keepsContent: True where the bytes are wanted as well.
    func read(_ path: String, keepsContent: Bool = false) throws -> InputFile {
        try InputFile(path, self, keepsContent: keepsContent)
    }
}

/// A file that was read.
struct InputFile {
    /// What errors call it.
    let name: String
    let format: FileFormat
    let document: ModelDocument
    /// How many bytes it has.
    let byteCount: Int
    /// The bytes, where they were asked for.
    let content: Data?

    init(_ path: String, _ options: ReadingOptions, keepsContent: Bool) throws {
        let name = path == "-" ? "standard input" : ValueText.file(path)
        self.name = name
        do {
            let content = try FileContent.read(path)
            let registry = FormatRegistry.current
            format = try options.from?.format ?? registry.detect(content)
            let provider: any FormatProvider =
                format == .cryptoCoding ? options.password.provider(for: name) : try registry.provider(for: format)
            document = try provider.document(from: content, as: format, limits: options.limits)
            byteCount = content.count
            self.content = keepsContent ? content : nil
        } catch {
            throw ModelError(wrapping: error).named(name)
        }
    }

}

extension ModelDocument.Value {
    /// The same value in a document in which all that references lead to stands before them, as walkers go through it.
    func inOrder(_ limits: DecodingLimits) throws -> ModelDocument.Value {
        var walker = DocumentWalker(ModelDocument(self), limits: limits)
        _ = try walker.next()
        return walker.value
    }
}

extension ModelError {
    /// The same error with the file as the user named it.
    func named(_ name: String) -> ModelError {
        var copy = self
        copy.file = ValueText.file(name)
        return copy
    }
}
