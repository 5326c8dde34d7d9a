import Foundation

/// A format over a tree: the short way for a format that has a parser and a printer of its own already.
///
/// ```swift
/// struct YAMLProvider: NodeFormatProvider {
///     var format: FileFormat { FileFormat("yaml", fileExtension: "yaml", library: "YAMLFormat") }
///     var capabilities: FormatCapabilities { [.null] }
///     func detect(_ content: Data) -> FormatDetection? { … }
///     func data(from node: ModelNode) throws -> Data { … }
///     func node(from content: Data, context: DecodingContext) throws -> ModelNode { … }
/// }
/// ```
///
/// What ``capabilities`` don't name never arrives in ``data(from:)``. It is put in plainer terms first, which the
/// declared type of a property reads back exactly: sets are arrays, dictionary keys text, floats doubles, data base64,
/// dates ISO 8601, decimals, URLs and UUIDs text, objects have no class name (`""`), shared objects are repeated. A cycle is `cycle`. What
/// has no plainer terms is `unrepresentableValue`: null, numbers that aren't finite, geometry, and a URL with a base.
///
/// The whole tree is in memory beside the models and the bytes. A format that must be fast implements `FormatProvider`.
public protocol NodeFormatProvider: FormatProvider {
    /// The one format that is served.
    var format: FileFormat { get }

    /// What a tree of this format may hold, of which ``data(from:)`` and ``node(from:context:)`` keep everything.
    var capabilities: FormatCapabilities { get }

    /// True where text stands for numbers, dates and data too. By default, where some kind of scalar has to be text.
    var convertsText: Bool { get }

    /// The bytes of a tree. The same tree gives the same bytes.
    ///
    /// With the capability `.identity` a node that the tree holds twice is one instance, and it may lead to itself.
    func data(from node: ModelNode) throws -> Data

    /// The tree that a file holds.
    ///
    /// The bytes may be hostile. A parser that recurses calls `context.enter()` before each level and `context.leave()`
    /// behind it, which throws before the stack runs out; the core counts only when the tree is there.
    ///
    /// - Throws: A `ModelError` with `corruptData` and the place in the file. Other errors are wrapped.
    func node(from content: Data, context: DecodingContext) throws -> ModelNode
}

extension NodeFormatProvider {
    public var formats: [FileFormat] { [format] }

    public var convertsText: Bool { !capabilities.isSuperset(of: [.typedScalars, .data, .exactDates]) }

    public func makeEncoder(for format: FileFormat, context: EncodingContext) throws -> any ModelEncoder {
        NodeEncoder(context: context, capabilities: capabilities, serialize: data(from:))
    }

    public func makeDecoder(
        for format: FileFormat, content: Data, context: DecodingContext
    ) throws -> any ModelDecoder {
        // Of its own, so that nothing counts twice.
        let parsing = DecodingContext(
            format: format, byteCount: content.count, limits: context.limits, classes: context.classes)
        let root: ModelNode
        do {
            root = try node(from: content, context: parsing)
        } catch let error as ModelError {
            throw error
        } catch {
            throw ModelError(.corruptData, "\(error)")
        }
        return NodeDecoder(root, context: context, convertsText: convertsText)
    }
}
