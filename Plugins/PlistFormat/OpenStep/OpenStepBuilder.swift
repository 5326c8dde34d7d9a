import FormatSupport
import Foundation
import ModelCore
import PropertyListCodec

/// Builds a document of a property list in the OpenStep style, whose numbers, dates and booleans are text.
///
/// Such files are written by people, and small: the values are listed first.
enum OpenStepBuilder {
    static func read(_ content: Data, into builder: inout DocumentBuilder) throws(ModelError) {
        var text = ByteSource(content)
        let nodes: [OpenStepNode]
        do throws(PropertyListError) {
            text = try PropertyListEncoding.utf8(text)
            nodes = try OpenStepParser.nodes(in: text)
        } catch {
            throw ModelError(error, in: text)
        }
        builder.setSource(text)
        // GNUstep's have numbers, dates and booleans of their own.
        builder.scalars = nodes.contains(where: \.isTyped) ? .text : .strings
        do {
            try append(nodes, to: &builder)
        } catch {
            throw error.at(ModelLocation(builder.offset ?? 0, in: text))
        }
    }

    private static func append(_ nodes: [OpenStepNode], to builder: inout DocumentBuilder) throws(ModelError) {
        /// Where the open containers end.
        var ends: [Int] = []
        for (index, node) in nodes.enumerated() {
            builder.offset = node.offset
            if builder.expectsKey, let key = node.text {
                try builder.key(key)
                continue
            }
            switch node.kind {
            case .scalar(let scalar): try builder.append(scalar)
            case .array:
                try builder.beginArray()
                ends.append(node.end)
            case .dictionary:
                try builder.beginDictionary()
                ends.append(node.end)
            }
            while ends.last == index + 1 {
                ends.removeLast()
                try builder.end()
            }
        }
    }
}
