import Foundation
import ModelCore

/// Human-readable coding over any plain format: classes, shared references and cycles in files that people read and edit.
///
/// ``HRCoder`` is this over property lists and JSON. For another format of text, YAML say, a provider is made of the plain one:
///
/// ```swift
/// FormatRegistry.register(HRCoded(YAMLFormat(), as: FileFormat("hrCodedYAML", fileExtension: "yaml", library: "YAMLFormat")))
/// ```
///
/// What is written: see <doc:HRCoder>. The plain format must have arrays, dictionaries with text keys in their order, and text.
public struct HRCoded: FormatProvider {
    /// The plain format's provider.
    public let base: any FormatProvider
    /// The plain format.
    public let plain: FileFormat
    /// The format that is served.
    public let format: FileFormat
    /// Which values the plain format brings back by itself; nil for what its encoder says of itself.
    public let form: HRForm?
    let syntax: HRSyntax

    /// - Parameters:
    ///   - base: The plain format's provider.
    ///   - plain: Which of its formats, by default the first.
    ///   - format: What the HRCoded format is called.
    ///   - form: Which values the plain format brings back by itself, by default what its encoder says of itself.
    public init(_ base: any FormatProvider, plain: FileFormat? = nil, as format: FileFormat, form: HRForm? = nil) {
        self.init(base, plain: plain ?? base.formats.first ?? format, as: format, form: form, syntax: .other)
    }

    init(_ base: any FormatProvider, plain: FileFormat, as format: FileFormat, form: HRForm?, syntax: HRSyntax) {
        self.base = base
        self.plain = plain
        self.format = format
        self.form = form
        self.syntax = syntax
    }

    public var formats: [FileFormat] { [format] }

    /// Certain of a root that names its class, or is nothing but an alias. Any other file is the plain format's.
    public func detect(_ content: Data) -> FormatDetection? {
        guard syntax == .other || HRScan.mayBeMarked(content), isPlain(content), (try? isMarked(content)) == true else {
            return nil
        }
        return FormatDetection(format, .certain)
    }

    private func isPlain(_ content: Data) -> Bool {
        syntax.begins(content) ?? (base.detect(content)?.format == plain)
    }

    private func isMarked(_ content: Data) throws -> Bool {
        let context = DecodingContext(format: format, byteCount: content.count)
        let decoder = try seekingDecoder(content, context)
        guard decoder.isAtContainer else { return false }
        if try decoder.peekClass() != nil { return true }
        guard try decoder.peekKind() == .dictionary || decoder.peekKind() == .object else { return false }
        _ = try decoder.beginDictionary()
        var keys: [String] = []
        while let entry = try decoder.nextEntry() {
            guard case .text(let key) = entry else { return false }
            if key == "$class", try !decoder.isAtContainer && decoder.peekKind() == .string { return true }
            if keys.count < 2 { keys.append(key) }
            try decoder.skipValue()
        }
        return keys == ["$alias"]
    }

    public func makeEncoder(for format: FileFormat, context: EncodingContext) throws -> any ModelEncoder {
        let encoder = try base.makeEncoder(for: plain, context: context)
        return HREncoder(encoder, form: form ?? HRForm(encoder.capabilities), context: context)
    }

    public func makeDecoder(
        for format: FileFormat, content: Data, context: DecodingContext
    ) throws -> any ModelDecoder {
        let decoder = try seekingDecoder(content, context)
        let map =
            HRScan.isSimple(content, syntax)
            ? nil : try HRSurvey.map(of: decoder, byteCount: content.count, limits: context.limits)
        return HRDecoder(decoder, map: map, readsDoubles: try !usedForm().contains(.decimals), context: context)
    }

    private func usedForm() throws -> HRForm {
        if let form { return form }
        return HRForm(try base.makeEncoder(for: plain, context: EncodingContext(format: plain)).capabilities)
    }

    /// The plain format's decoder. One that can't return to a value is read into a tree first.
    private func seekingDecoder(_ content: Data, _ context: DecodingContext) throws -> any SeekingDecoder {
        let decoder = try base.makeDecoder(for: plain, content: content, context: context)
        if let seeking = decoder as? any SeekingDecoder { return seeking }
        let tree = try ModelNode.decode(from: decoder)
        try decoder.finish()
        return NodeDecoder(tree, context: context, convertsText: decoder.convertsText)
    }
}
