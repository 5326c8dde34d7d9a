import FormatSupport
import ModelCore
import PlistFormat

/// A document in another format: its bytes, and an account of the values that have changed. The changes are found by
/// reading the bytes back.
struct Conversion {
    let format: FileFormat
    /// The content of the whole file.
    let content: Data
    let account: ConversionAccount
    /// True if the text of an older file couldn't be kept, so that its comments and its order are lost.
    private let isAnew: Bool
    /// True if an older file was given, and details of it are kept that the document doesn't contain.
    private let keepsOlder: Bool

    /// - Parameters:
    ///   - provider: The provider of the target format.
    ///   - isLossy: True to omit values that the format can't represent at all, such as a cycle.
    ///   - old: An older file of that format. Its text is kept where the values are the same. Nil if there is none.
    ///   - input: The file that the document comes from.
    ///   - change: Repeats in the input's document the changes that were made in `document`.
    init(
        of document: ModelDocument, to format: FileFormat, provider: any FormatProvider, isLossy: Bool,
        keepingTextOf old: Data? = nil, from input: InputFile, limits: DecodingLimits,
        change: (inout ModelDocument) throws -> Void = { _ in }
    ) throws {
        self.format = format
        keepsOlder = old != nil
        var kept = (content: Data(), isAnew: false)
        if isLossy {
            kept = try Self.cut(document, format, provider, keepingTextOf: old, limits)
        } else {
            kept = try Self.encoded(document, format, provider, keepingTextOf: old, limits)
        }
        (content, isAnew) = kept
        let back = try Self.read(content, format, provider, limits)
        var account = ConversionAccount()
        if try back != document || back.nilCount(limits) != document.nilCount(limits) {
            let (left, right) = (try document.root.inOrder(limits), try back.root.inOrder(limits))
            let before = try Self.read(input, limits).map { old in
                var changed = old
                try change(&changed)
                return changed
            }
            var comparison = try DocumentComparison(left, right, limits: limits) { difference in
                // A value that was an archive before, too, is no loss.
                let wasThere = difference.kind == .restated && before?[difference.path] == difference.right
                if !wasThere { account.add(difference) }
            }
            comparison.readsText = format.hasOnlyText
            try comparison.run()
        }
        if let old = input.content, let names = ArchiveNames(of: old, as: input.format, limits: limits) {
            let new = ArchiveNames(of: content, as: format, limits: limits)
            for path in names.pathsLost(in: new, of: document) { account.addLostName(path) }
        }
        self.account = account
    }

    /// Reads a file as other programs read it: archives in it are data or text.
    private static func read(
        _ content: Data, _ format: FileFormat, _ provider: any FormatProvider, _ limits: DecodingLimits
    ) throws -> ModelDocument {
        let capabilities = provider.capabilities(of: format)
        guard capabilities.contains(.archives) else {
            return try provider.document(from: content, as: format, limits: limits)
        }
        var builder = DocumentBuilder(for: capabilities, limits: limits)
        try provider.parse(content, into: &builder, context: FormatContext(format: format, limits: limits))
        return try builder.finish()
    }

    /// Reads the input file as other programs read it. Returns nil if its content wasn't kept, or if its format has
    /// no archives.
    private static func read(_ input: InputFile, _ limits: DecodingLimits) throws -> ModelDocument? {
        guard let content = input.content, let provider = try? FormatRegistry.current.provider(for: input.format),
            provider.capabilities(of: input.format).contains(.archives)
        else { return nil }
        return try read(content, input.format, provider, limits)
    }

    /// Returns the older file into which a new file in the same format is written, so that details are kept that a
    /// document doesn't contain. Returns nil if only the values are written.
    static func base(of input: InputFile, for format: FileFormat, limits: DecodingLimits) -> Data? {
        guard format == .keyedArchive, input.format == format, let content = input.content else { return nil }
        guard content.first == UInt8(ascii: "b"), content.starts(with: Data("bplist".utf8)) else {
            // An archive in XML becomes a binary one.
            return ArchiveNames.list(content, limits).flatMap {
                try? PlistFormat().encode($0, as: .binaryPropertyList, limits: limits)
            }
        }
        return content
    }

    /// Returns the messages about the new file that aren't about losses.
    ///
    /// - Parameter input: The file from which the new file is made.
    func notes(from input: InputFile, limits: DecodingLimits) -> [String] {
        var notes = account.restated.map { "In other terms: \($0.text)." }
        if !keepsOlder, Self.hasMutable(input, limits) {
            notes.append("In other terms: mutable values of Foundation's become immutable.")
        }
        if (try? FormatRegistry.current.detect(content)) != format {
            notes.append("Nothing in it tells that it is \(format.displayName): name the format when it is read.")
        }
        if !keepsOlder, input.mayBeHRCoded {
            notes.append(
                "It was read as \(input.format.displayName). An array of HRCoder's looks the same: --from names its "
                    + "format.")
        }
        if input.format == format, let old = input.content,
            let before = FormatVersion.text(of: old, as: format, limits: limits),
            let after = FormatVersion.text(of: content, as: format, limits: limits), before != after
        {
            notes.append(
                "Version \(before) of \(format.displayName) becomes version \(after), "
                    + "which older programs may refuse.")
        }
        if isAnew { notes.append("Its text can't be kept, and is written anew as \(format.displayName).") }
        return notes
    }

    /// Returns true for bytes that look like text. The binary formats have zeros after their first bytes. Text has
    /// zeros only in UTF-16 and UTF-32.
    private static func isText(_ content: Data) -> Bool {
        let head = Array(content.prefix(2))
        return head == [0xFF, 0xFE] || head == [0xFE, 0xFF] || head.contains(0) || !content.contains(0)
    }

    /// Returns true for an archive that names mutable classes of Foundation, because documents don't distinguish them
    /// from the immutable classes. `NSMutableData` is ignored, because it is part of index sets.
    private static func hasMutable(_ input: InputFile, _ limits: DecodingLimits) -> Bool {
        guard input.format == .keyedArchive, let content = input.content,
            let list = try? PlistFormat().document(from: content, as: .binaryPropertyList, limits: limits)
        else { return false }
        let names = (list["$objects"]?.elements ?? []).compactMap { $0["$classname"]?.stringValue }
        return names.contains { name in
            name.hasPrefix("NSMutable") && name != "NSMutableData" && FoundationForm.kind(ofClass: name) != nil
        }
    }

    /// Returns the bytes of the document. In the result, `isAnew` is true if the text of an older file couldn't be
    /// kept.
    private static func encoded(
        _ document: ModelDocument, _ format: FileFormat, _ provider: any FormatProvider, keepingTextOf old: Data?,
        _ limits: DecodingLimits
    ) throws -> (content: Data, isAnew: Bool) {
        if let old, let kept = try provider.encode(document, as: format, intoTextOf: old, limits: limits) {
            return (kept, false)
        }
        // The provider of a format that isn't text keeps as much of the older file as it can.
        let base = provider is any TextFormatProvider ? nil : old
        let content = try provider.encode(document, as: format, keepingTextOf: base, limits: limits)
        return (content, old.map(isText) ?? false)
    }

    /// Returns the bytes of the document without the values that the format refuses. All cycles and all numbers that
    /// aren't finite are omitted at once, if the format can't represent them. Other values are omitted one by one, as
    /// the format refuses them.
    private static func cut(
        _ document: ModelDocument, _ format: FileFormat, _ provider: any FormatProvider, keepingTextOf old: Data?,
        _ limits: DecodingLimits
    ) throws -> (content: Data, isAnew: Bool) {
        var document = document
        var isCut = false
        for _ in 0..<100 {
            do {
                return try encoded(document, format, provider, keepingTextOf: old, limits)
            } catch let error as ModelError where [.cycle, .unrepresentableValue].contains(error.code) {
                guard isCut else {
                    let capabilities = provider.capabilities(of: format)
                    document = try LossyCopy.of(document, for: capabilities, limits: limits)
                    isCut = true
                    continue
                }
                guard let last = error.path.components.last, document[error.path] != nil else { throw error }
                if case .key = last {
                    try document.removeValue(at: error.path)
                } else if document[error.path]?.isNull == true {
                    // The format has no null either.
                    try document.removeValue(at: error.path)
                } else {
                    // An element becomes null, so that the others keep their places.
                    try document.set(.null, at: error.path)
                }
            }
        }
        throw Failure("\(format.displayName) can't hold more than 100 of the values: too many to leave out.")
    }
}
