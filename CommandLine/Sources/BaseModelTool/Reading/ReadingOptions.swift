import ArgumentParser
import FormatSupport
import HRCoder
import JSONFormat
import ModelCore
import PlistFormat

/// The options for reading files.
struct ReadingOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Read as this format, whatever the content looks like.", valueName: "format"))
    var from: FormatName?

    @Option(help: ArgumentHelp("How deeply values may be nested.", valueName: "levels"))
    var maxDepth = DecodingLimits.standard.depth

    @Option(
        help: ArgumentHelp(
            """
            What a key means that a dictionary of JSON or a property list has more than once: an error, or its first \
            or last value. Apple's tools take the last one.
            """,
            valueName: "rule"))
    var duplicateKeys = DuplicateKeys.error

    @OptionGroup(title: "Encrypted files") var password: PasswordOptions

    func validate() throws {
        guard maxDepth > 0 else { throw ValidationError("--max-depth has to be at least 1.") }
    }

    var limits: DecodingLimits { DecodingLimits(depth: maxDepth) }

    /// Returns the provider that reads and writes a format.
    ///
    /// - Parameter file: The file's name, for the prompt that asks for a password.
    func provider(for format: FileFormat, of file: String) throws -> any FormatProvider {
        if format == .cryptoCoding { return password.provider(for: file) }
        switch try FormatRegistry.current.provider(for: format) {
        case var json as JSONFormat:
            json.duplicateKeys = duplicateKeys
            return json
        case var lists as PlistFormat:
            lists.duplicateKeys = duplicateKeys
            return lists
        case is HRCoder: return HRCoder(duplicateKeys: duplicateKeys)
        case let other: return other
        }
    }

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - format: The format of this file only. Nil: the format that `--from` names, otherwise the format that the
    ///     content seems to be in.
    ///   - keepsContent: True to keep the file's bytes as well.
    func read(_ path: String, as format: FormatName? = nil, keepsContent: Bool = false) throws -> InputFile {
        try InputFile(path, self, as: (format ?? from)?.format, keepsContent: keepsContent)
    }
}

/// A file that was read.
struct InputFile {
    /// The file's name in errors.
    let name: String
    let format: FileFormat
    let document: ModelDocument
    /// The number of bytes in the file.
    let byteCount: Int
    /// The bytes of the file. Nil if the caller didn't ask for them.
    let content: Data?
    /// True for a file of a plain format that may be HRCoded, because it contains an array of objects that name their
    /// classes. The user hasn't named the file's format.
    let mayBeHRCoded: Bool

    init(_ path: String, _ options: ReadingOptions, as named: FileFormat?, keepsContent: Bool) throws {
        let name = path == "-" ? "standard input" : ValueText.file(path)
        self.name = name
        do {
            let content = try FileContent.read(path)
            func parsed(as format: FileFormat) throws -> ModelDocument {
                let provider = try options.provider(for: format, of: name)
                return try provider.document(from: content, as: format, limits: options.limits)
            }
            let found = try named ?? Self.detected(in: content, ofFile: path)
            let read = try parsed(as: found)
            // Comments alone may be a file of strings, or the beginning of any other.
            let other = named == nil && found.hasOnlyText && read.root.count == 0 ? Self.format(ofFile: path) : nil
            document = try other.map { try parsed(as: $0) } ?? read
            format = other ?? found
            byteCount = content.count
            mayBeHRCoded =
                named == nil && [.json, .xmlPropertyList, .binaryPropertyList].contains(format)
                && document.root.kind == .array && document.root.elements.contains { $0.className != nil }
            self.content = keepsContent ? content : nil
        } catch {
            var error = ModelError(wrapping: error).named(name)
            let choosing: [FileFormat] = [
                .json, .xmlPropertyList, .binaryPropertyList, .hrCodedJSON, .hrCodedXML, .hrCodedBinary,
            ]
            if error.code == .duplicateKey, options.duplicateKeys == .error,
                error.format.map(choosing.contains) ?? false
            {
                error.reason += " --duplicate-keys last takes the last value."
            }
            throw error
        }
    }

    /// Returns the format of content. In a file of strings, and in a project of Xcode, content that isn't another
    /// property list is an OpenStep property list. An error in the content is then an error of this format.
    private static func detected(in content: Data, ofFile path: String) throws -> FileFormat {
        let isStrings = ["strings", "pbxproj"].contains(URL(filePath: path).pathExtension.lowercased())
        if isStrings, PlistFormat().detect(content) == nil { return .openStepPropertyList }
        return try FormatRegistry.current.detect(content)
    }

    /// Returns the first format with the extension of a file's name. Returns nil if no format has the extension, or
    /// if the format is a property list.
    private static func format(ofFile path: String) -> FileFormat? {
        let name = URL(filePath: path).pathExtension.lowercased()
        guard name != FileFormat.openStepPropertyList.fileExtension else { return nil }
        return FormatRegistry.current.formats.first { $0.fileExtension == name }
    }
}

extension DuplicateKeys: @retroactive ExpressibleByArgument {}

extension ModelDocument.Value {
    /// Returns a copy of the value in a document in order: containers come before the references to them, as a walker
    /// visits them.
    func inOrder(_ limits: DecodingLimits) throws -> ModelDocument.Value {
        var walker = DocumentWalker(ModelDocument(self), limits: limits)
        _ = try walker.next()
        return walker.value
    }
}

extension ModelError {
    /// Returns a copy of the error with the file's name as the user wrote it.
    func named(_ name: String) -> ModelError {
        var copy = self
        copy.file = ValueText.file(name)
        return copy
    }
}
