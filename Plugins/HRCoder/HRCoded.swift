import Documents
import Foundation
import KeyedArchive

/// Human-readable coding over any plain format: classes, shared references and cycles in files that people read and
/// edit.
///
/// ``HRCoder`` is this over property lists and JSON. For another format of text, YAML say, a provider is made of the
/// plain one:
///
/// ```swift
/// let format = FileFormat("hrCodedYAML", fileExtension: "yaml", library: "YAMLFormat")
/// FormatRegistry.register(HRCoded(YAMLFormat(), as: format))
/// ```
///
/// What is written: see <doc:HRCoder>. A value is written as it is where the plain format keeps it, by its
/// capabilities, but for sets; else as the object that Foundation codes it as.
public struct HRCoded: FormatProvider {
    /// The plain format's provider.
    let base: any FormatProvider
    /// The plain format.
    let plain: FileFormat
    /// The format that is served.
    public let format: FileFormat
    /// True where keys stand in the plain file as they are, so that a look at its bytes tells that it has no marks.
    private let hasBareKeys: Bool

    /// - Parameters:
    ///   - base: The plain format's provider.
    ///   - plain: Which of its formats, by default the first.
    ///   - format: What the HRCoded format is called.
    public init(_ base: any FormatProvider, plain: FileFormat? = nil, as format: FileFormat) {
        self.init(base, plain: plain ?? base.formats.first ?? format, as: format, hasBareKeys: false)
    }

    init(_ base: any FormatProvider, plain: FileFormat, as format: FileFormat, hasBareKeys: Bool) {
        self.base = base
        self.plain = plain
        self.format = format
        self.hasBareKeys = hasBareKeys
    }

    public var formats: [FileFormat] { [format] }

    /// All; data that looks like a keyed archive is one where the plain format takes it for one.
    public func capabilities(of format: FileFormat) -> FormatCapabilities {
        let plain = base.capabilities(of: plain)
        let kept: FormatCapabilities = plain.contains(.data) ? [.archives, .confidential] : .confidential
        return FormatCapabilities.all.union(plain.intersection(kept))
    }

    /// The conventions of the plain format.
    public func conventions(of format: FileFormat) -> FileConventions { base.conventions(of: plain) }

    /// Certain of a root that names its class, or is nothing but an alias. Any other file is the plain format's.
    public func detect(_ content: Data) -> FormatDetection? {
        guard !hasBareKeys || HRMarks.mayBeIn(content), plainlyHas(content) else { return nil }
        if hasBareKeys, HRMarks.lead(content) { return .certain(format) }
        guard
            let document = try? document(of: content, base.conventions(of: plain), limits: .standard, rootType: nil),
            HRMarks.areIn(document.root)
        else { return nil }
        return .certain(format)
    }

    /// This format, for classes whose files the plain format requires to be its own.
    public func requiredFormat(for type: Any.Type) -> FileFormat? {
        base.requiredFormat(for: type) == plain ? format : nil
    }

    /// True of a file of the plain format, whatever is in it.
    func plainlyHas(_ content: Data) -> Bool { base.detect(content)?.format == plain }

    public func parse(_ content: Data, into builder: inout DocumentBuilder, context: FormatContext) throws {
        // The builder's conventions include those of a format around this one, such as a mapping.
        var document = try document(
            of: content, builder.conventions, limits: context.limits, rootType: context.rootType)
        builder.setSource(document.source)
        builder.conventions = document.conventions
        // A decimal that isn't a double is marked.
        builder.conventions.hasNumerals = false
        let aliases = try HRAliases(of: document, limits: context.limits)
        if aliases.areReferences, hasPlainMarks(document) {
            try document.setReferences(aliases.references)
            return try builder.append(document)
        }
        var reader = HRReader(
            document, aliases, readsDoubles: !keepsDecimals, byteCount: content.count, limits: context.limits)
        try reader.read(into: &builder)
    }

    /// The plain document of a file, in which dictionaries that begin with their class are objects already.
    private func document(
        of content: Data, _ conventions: FileConventions, limits: DecodingLimits, rootType: Any.Type?
    ) throws -> ModelDocument {
        let capabilities = base.capabilities(of: plain).subtracting(.classes)
        var builder = DocumentBuilder(for: capabilities, conventions, limits: limits, escapesKeys: false)
        do {
            try base.parse(
                content, into: &builder, context: FormatContext(format: plain, limits: limits, rootType: rootType))
        } catch {
            throw builder.locating(error)
        }
        return try builder.finish()
    }

    /// True of a plain document whose only marks are aliases and classes of the program's: all else in it is what it
    /// stands for. Most files have no others.
    private func hasPlainMarks(_ document: ModelDocument) -> Bool {
        document.allKeys.allSatisfy { !HRMarks.mayBe($0) || $0 == HRMarks.aliasKey }
            && document.allClasses.allSatisfy {
                !HRMarks.mayBe($0.name) && FoundationForm.kind(ofClass: $0.name) == nil
            }
            // A numeral without a mark is a double, unless the plain format tells them apart.
            && (keepsDecimals || document.isKept(by: .all.subtracting(.decimals)))
    }

    private var keepsDecimals: Bool {
        let capabilities = base.capabilities(of: plain)
        return capabilities.contains(.decimals) && !capabilities.contains(.numerals)
    }

    /// True where the plain format can hold a key: told by trying.
    private func holds(_ key: String) -> Bool {
        var builder = DocumentBuilder()
        do {
            try builder.beginDictionary()
            try builder.key(key)
            try builder.append(true)
            try builder.end()
            var walker = DocumentWalker(try builder.finish())
            _ = try base.serialize(&walker, context: FormatContext(format: plain))
            return true
        } catch {
            return false
        }
    }

    public func serialize(_ walker: inout DocumentWalker, context: FormatContext) throws -> Data {
        let capabilities = base.capabilities(of: plain).subtracting(.archives)
        if needsClassesAlone(walker.document, capabilities) {
            return try serialize(
                walker.document, capabilities.subtracting(.classes).union(.everyClass), walker.conventions, context)
        }
        // The writer's document also stores a long text once: the plain format's writer may repeat it. Data is made
        // anew in each place.
        walker.sharesLongText = true
        walker.sharesLongData = false
        var writer = HRWriter(capabilities, limits: context.limits, holds: holds)
        // Its marks are keys like any other, and nothing else is left to be put in plainer terms but floats.
        return try serialize(
            try writer.document(&walker), capabilities.union(.classes), walker.conventions, context)
    }

    /// True where the plain format has all of a document, if every object names its class: most have no other marks.
    func needsClassesAlone(_ document: ModelDocument, _ capabilities: FormatCapabilities) -> Bool {
        // Data may be an archive, and decimals and numbers that aren't finite have forms of their own. Sets have no
        // order by which a path could lead into one.
        document.isKept(by: capabilities.subtracting([.data, .decimals, .nonFinite, .sets]))
            && document.allKeys.allSatisfy(HRKeys.isPlain) && document.allClasses.allSatisfy { HRKeys.isPlain($0.name) }
    }

    func serialize(
        _ document: ModelDocument, _ capabilities: FormatCapabilities, _ conventions: FileConventions,
        _ context: FormatContext
    ) throws -> Data {
        var plainWalker = DocumentWalker(document, for: capabilities, limits: context.limits)
        plainWalker.conventions = conventions
        do {
            return try base.serialize(
                &plainWalker, context: FormatContext(format: plain, limits: context.limits, rootType: context.rootType))
        } catch {
            throw plainWalker.locating(error)
        }
    }
}

/// As the plain format's: classes and references are keys there like any other.
extension HRCoded: TextFormatProvider {
    public func outline(of content: Data, context: FormatContext) throws -> TextOutline? {
        try (base as? any TextFormatProvider)?
            .outline(of: content, context: FormatContext(format: plain, limits: context.limits))
    }
}
