import Documents
import FormatSupport
import Foundation
import Yams

/// YAML over the library Yams. An object's class is its tag: `!TodoItem`.
///
/// This is all that a format needs which has a parser and a printer already: the core does the rest of the work. The attribute makes the format known to every program that links this module.
@FormatPlugin
public struct YAMLFormat: FormatProvider {
    public init() {}

    public var formats: [FileFormat] { [.yaml] }
    public func capabilities(of format: FileFormat) -> FormatCapabilities { [.null, .classes] }

    /// YAML has no signature. What is written here begins with `---`; other files mostly begin with a key or a comment.
    public func detect(_ content: Data) -> FormatDetection? {
        if content.starts(with: "---".utf8) || content.starts(with: "%YAML ".utf8) {
            return .certain(.yaml)
        }
        let firstLine = String(decoding: content.prefix(200).prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        return firstLine.contains(/^(# |[\w ]+:( |\r?$))/) ? .possible(.yaml) : nil
    }

    public func serialize(_ walker: inout DocumentWalker, context: FormatContext) throws -> Data {
        let root = try YAMLWriter.yaml(try walker.document(limits: context.limits).root)
        return Data(try Yams.serialize(node: root, width: -1, allowUnicode: true, explicitStart: true).utf8)
    }

    public func parse(_ content: Data, into builder: inout DocumentBuilder, context: FormatContext) throws {
        guard let text = String(validating: content, as: UTF8.self) else {
            throw ModelError(.corruptData, "The text is no UTF-8.")
        }
        builder.setSource(ByteSource(content))
        do {
            let document = try DeepStack.run {
                guard let root = try YAMLTree.compose(text) else {
                    throw ModelError(.corruptData, "There is no document.")
                }
                var reader = YAMLReader(text: text, limits: context.limits)
                return try reader.document(root)
            }
            var walker = DocumentWalker(document, limits: context.limits)
            try walker.copy(into: &builder)
        } catch let error as YamlError {
            throw ModelError(error, in: text)
        }
    }
}

/// What people have written in a file stays when it is written with the option `keepingText`.
extension YAMLFormat: TextFormatProvider {
    /// Nil for what Yams's marks don't tell: see ``YAMLOutline``.
    public func outline(of content: Data, context: FormatContext) throws -> TextOutline? {
        guard let text = String(validating: content, as: UTF8.self) else { return nil }
        var builder = DocumentBuilder(limits: context.limits)
        try parse(content, into: &builder, context: context)
        let document = try builder.finish()
        return try DeepStack.run {
            guard let root = try YAMLTree.compose(text) else { return nil }
            var outline = YAMLOutline(document, text: text)
            do {
                try outline.add(root)
            } catch {
                return nil
            }
            return outline.outline
        }
    }
}

extension FileFormat {
    /// YAML, with classes as tags.
    public static let yaml = FileFormat("yaml", displayName: "YAML", fileExtension: "yaml", library: "YAMLFormat")
}
