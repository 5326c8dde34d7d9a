import Documents
import FormatSupport
import PropertyListCodec

/// Builds a document from a property list in the OpenStep style, whose numbers, dates and booleans are text.
///
/// People write such files, so the files are small. Therefore all values are first put into a list.
enum OpenStepBuilder {
    static func read(_ content: Data, _ duplicates: DuplicateKeys, into builder: inout DocumentBuilder)
        throws(ModelError)
    {
        var text = ByteSource(content)
        let nodes: [OpenStepNode]
        do throws(PropertyListError) {
            text = try PropertyListEncoding.utf8(text)
            nodes = try OpenStepParser.nodes(in: text)
        } catch {
            throw ModelError(error, in: text)
        }
        builder.setSource(text)
        // Property lists of GNUstep have typed numbers, dates and booleans.
        builder.scalars = nodes.contains(where: \.isTyped) ? .text : .strings
        do {
            try append(nodes, besides: duplicates == .error ? [] : repeatedKeys(nodes, duplicates), to: &builder)
        } catch {
            throw error.at(ModelLocation(builder.offset ?? 0, in: text))
        }
    }

    /// Returns the indices of the nodes of repeated keys that readers ignore.
    private static func repeatedKeys(_ nodes: [OpenStepNode], _ duplicates: DuplicateKeys) -> Set<Int> {
        var keys = RepeatedKeys(keepsLast: duplicates == .last)
        var ends: [Int] = []
        var expectsKey = false
        for (index, node) in nodes.enumerated() {
            while ends.last == index {
                ends.removeLast()
                keys.end()
                expectsKey = keys.isInObject ?? false
            }
            if expectsKey, let key = node.text {
                keys.note(key, at: index)
                expectsKey = false
                continue
            }
            switch node.kind {
            case .scalar: expectsKey = keys.isInObject ?? false
            case .array, .dictionary:
                ends.append(node.end)
                if case .dictionary = node.kind { expectsKey = true } else { expectsKey = false }
                keys.begin(isObject: expectsKey)
            }
        }
        return keys.places
    }

    private static func append(
        _ nodes: [OpenStepNode], besides ignored: Set<Int>, to builder: inout DocumentBuilder
    ) throws(ModelError) {
        /// The indexes at which the open containers end. The innermost container is last.
        var ends: [Int] = []
        var index = 0
        while index < nodes.count {
            let node = nodes[index]
            builder.offset = node.offset
            index += 1
            if builder.expectsKey, let key = node.text {
                if ignored.contains(index - 1) { index = nodes[index].end } else { try builder.key(key) }
            } else {
                switch node.kind {
                case .scalar(let scalar): try builder.append(scalar)
                case .array:
                    try builder.beginArray()
                    ends.append(node.end)
                case .dictionary:
                    try builder.beginDictionary()
                    ends.append(node.end)
                }
            }
            while ends.last == index {
                ends.removeLast()
                try builder.end()
            }
        }
    }
}
