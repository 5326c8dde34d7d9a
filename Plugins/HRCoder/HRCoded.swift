import Documents
import FormatSupport
import KeyedArchive

/// Human-readable coding over any plain format: classes, shared references and cycles in files that people read and
/// edit.
///
/// ``HRCoder`` does this with property lists and JSON. For another text format, such as YAML, make a provider from the
/// plain format's:
///
/// ```swift
/// let format = FileFormat("hrCodedYAML", fileExtension: "yaml", library: "YAMLFormat")
/// FormatRegistry.register(HRCoded(YAMLFormat(), as: format))
/// ```
///
/// <doc:HRCoder> describes what is written. If the capabilities of the plain format include a value, it is written
/// unchanged, except a set. Any other value is written as the object by which Foundation encodes it.
public struct HRCoded: ProtectingFormatProvider {
    /// The provider of the plain format.
    let base: any FormatProvider
    /// The plain format.
    let plain: FileFormat
    /// The format that this provider serves.
    public let format: FileFormat
    /// True if files of the plain format contain keys as they are. The bytes of a file then show whether it may
    /// contain marks, which are special keys such as `$class`.
    private let hasBareKeys: Bool

    /// - Parameters:
    ///   - base: The plain format's provider.
    ///   - plain: The plain format. The default is the provider's first format.
    ///   - format: The HRCoded format.
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

    /// Returns `all` and `everyClass`. Also returns `archives` if the plain format has this capability and keeps
    /// data. Then data that looks like a keyed archive is an archive. Also returns `confidential`, `longNumbers` and
    /// the capabilities for roots, if the plain format has them.
    public func capabilities(of format: FileFormat) -> FormatCapabilities {
        let plain = base.capabilities(of: plain)
        var kept: FormatCapabilities = [.confidential, .dictionaryRoots, .arrayRoots, .longNumbers, .uncountedMembers]
        if plain.contains(.data) { kept.insert(.archives) }
        return FormatCapabilities.all.union(.everyClass).union(plain.intersection(kept))
    }

    /// Returns the conventions of the plain format. If that format has no dates, a date is written as an object.
    public func conventions(of format: FileFormat) -> FileConventions {
        var conventions = base.conventions(of: plain)
        conventions.hasDatesAsObjects = !base.capabilities(of: plain).contains(.wholeDates)
        return conventions
    }

    /// Returns `certain` if the root names its class, or is an alias. Also returns `certain` if the root is an array
    /// of objects that name their classes, and the file has a mark that no plain file has. Any other file belongs to
    /// the plain format.
    public func detect(_ content: Data) -> FormatDetection? {
        guard !hasBareKeys || HRMarks.mayBeInBytes(content), plainlyHas(content) else { return nil }
        if hasBareKeys, HRMarks.lead(content) { return .certain(format) }
        guard
            let document = try? document(of: content, base.conventions(of: plain), limits: .standard, rootType: nil),
            HRMarks.areAtRoot(document.root)
                || HRMarks.areInArray(document) && base.detect(content) == .possible(plain)
        else { return nil }
        return .certain(format)
    }

    /// Returns the HRCoded format if the plain format's provider requires the plain format for the class. Otherwise
    /// returns nil.
    public func requiredFormat(for type: Any.Type) -> FileFormat? {
        base.protectingFormat(for: type) == plain ? format : nil
    }

    /// Returns true if the plain format's provider detects the content as a file of the plain format.
    func plainlyHas(_ content: Data) -> Bool { base.detect(content)?.format == plain }

    public func parse(_ content: Data, into builder: inout DocumentBuilder, context: FormatContext) throws {
        // The builder's conventions include those of a format around this one, such as a mapping.
        var document = try document(
            of: content, builder.conventions, limits: context.limits, rootType: context.rootType)
        builder.setSource(document.source)
        builder.conventions = document.conventions
        // A number without a mark is a double. A decimal that isn't also a double has a mark.
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

    /// Returns the plain document of a file. In this document, dictionaries that begin with their class are already
    /// objects.
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

    /// Returns true if a plain document needs no conversion except of its aliases. Its only other marks are then names
    /// of the program's classes, and no number has to become a double. This is true for most files.
    private func hasPlainMarks(_ document: ModelDocument) -> Bool {
        document.allKeys.allSatisfy { !HRMarks.mayBe($0) || $0 == HRMarks.aliasKey }
            && document.allClasses.allSatisfy {
                !HRMarks.mayBe($0.name) && FoundationForm.kind(ofClass: $0.name) == nil
            }
            // A numeral without a mark is a double, unless the plain format tells doubles and decimals apart.
            && (keepsDecimals || document.isKept(by: .all.subtracting(.decimals)))
    }

    private var keepsDecimals: Bool {
        let capabilities = base.capabilities(of: plain)
        return capabilities.contains(.decimals) && !capabilities.contains(.numerals)
    }

    /// Returns true if the plain format can contain a key, by serializing the key.
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
        // The writer's document stores a long text once, too, though the plain format's writer may repeat it. Data is
        // made anew in each place.
        walker.sharesLongText = true
        walker.sharesLongData = false
        var writer = HRWriter(capabilities, limits: context.limits, holds: holds)
        // Here, the marks are keys like any other keys. Only floats still have to be lowered.
        return try serialize(
            try writer.document(&walker), capabilities.union(.classes), walker.conventions, context)
    }

    /// Returns true if the plain format can contain the whole document after each object has got the name of its
    /// class. Most documents need no other marks.
    func needsClassesAlone(_ document: ModelDocument, _ capabilities: FormatCapabilities) -> Bool {
        // Data may be an archive. Decimals and numbers that aren't finite have their own encoded forms. A set has no
        // order, so a key path can't name its elements.
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

/// Direct reading and writing. If a file has no marks except the names of classes, it is a file of the plain format
/// with one more key in each object.
extension HRCoded {
    public func parse(_ content: Data, into target: borrowing DirectTarget, context: FormatContext) throws -> Bool {
        try base.parse(
            content, into: target,
            context: FormatContext(format: plain, limits: context.limits, rootType: context.rootType))
    }

    public func serialize(_ source: borrowing DirectSource, context: FormatContext) throws -> Data? {
        try base.serialize(
            source,
            context: FormatContext(
                format: plain, limits: context.limits, rootType: context.rootType, rootClass: context.rootClass))
    }
}

/// The outline is that of the plain format, in which the marks of classes and references are ordinary keys.
extension HRCoded: TextFormatProvider {
    public func outline(of content: Data, context: FormatContext) throws -> TextOutline? {
        try (base as? any TextFormatProvider)?
            .outline(of: content, context: FormatContext(format: plain, limits: context.limits))
    }
}
