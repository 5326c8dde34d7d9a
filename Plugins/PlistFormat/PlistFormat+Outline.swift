import Foundation
import ModelCore
import PropertyListCodec

extension PlistFormat: TextFormatProvider {
    /// The outline of an XML property list; nil for the other styles.
    public func outline(of content: Data, context: FormatContext) throws -> TextOutline? {
        guard XMLPropertyList.canRead(content) else { return nil }
        var builder = DocumentBuilder(limits: context.limits)
        try parse(content, into: &builder, context: context)
        let document = try builder.finish()
        guard let source = document.source else { return nil }
        var lexer = XMLPropertyListLexer(source: source)
        return lexer.outline(of: document)
    }
}
