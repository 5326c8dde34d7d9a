import FormatSupport

/// A format with a mapping. The mapping determines how files store the properties of some classes, instead of the
/// classes' own declarations.
struct MappedFormat<Base: FormatProvider>: ProtectingFormatProvider {
    /// The format without the mapping.
    var base: Base
    /// The keys and the encoded forms of properties in the format's files.
    var mapping: ModelMapping

    var formats: [FileFormat] { base.formats }
    func capabilities(of format: FileFormat) -> FormatCapabilities { base.capabilities(of: format) }
    func conventions(of format: FileFormat) -> FileConventions {
        var conventions = base.conventions(of: format)
        conventions.mapping = mapping
        return conventions
    }
    func detect(_ content: Data) -> FormatDetection? { base.detect(content) }
    func requiredFormat(for type: Any.Type) -> FileFormat? { base.protectingFormat(for: type) }
    func parse(_ content: Data, into builder: inout DocumentBuilder, context: FormatContext) throws {
        try base.parse(content, into: &builder, context: context)
    }
    func serialize(_ walker: inout DocumentWalker, context: FormatContext) throws -> Data {
        try base.serialize(&walker, context: context)
    }
}

extension FormatProvider {
    /// The format with a mapping. The mapping determines how files store the properties of some classes, instead of
    /// the classes' own declarations.
    ///
    /// ```swift
    /// let json = JSONFormat().mapped(by: mapping)
    /// let person = try json.decode(Person.self, from: data)
    /// ```
    public func mapped(by mapping: ModelMapping) -> some FormatProvider { MappedFormat(base: self, mapping: mapping) }
}

extension MappedFormat: TextFormatProvider where Base: TextFormatProvider {
    func outline(of content: Data, context: FormatContext) throws -> TextOutline? {
        try base.outline(of: content, context: context)
    }
}
