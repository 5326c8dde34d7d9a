/// Decoders over values that are in memory already.
enum ValueDecoding {
    static func decoder(of value: Any) throws -> NodeDecoder {
        NodeDecoder(try AnyValue.unreadNode(of: value), context: context())
    }

    static func context() -> DecodingContext {
        // What is in memory already needs no bound by a file's size.
        DecodingContext(format: .node, byteCount: Int.max / 8)
    }
}
