/// The values that a decoding has made from scalars of its documents. So a scalar to which many references point is
/// converted once for each type.
struct MadeValues {
    private struct Key: Hashable {
        private let content: ObjectIdentifier
        private let index: Int
        private let type: ObjectIdentifier

        init(_ index: Int, of content: ModelDocument.Content, _ type: Any.Type) {
            self.content = ObjectIdentifier(content)
            self.index = index
            self.type = ObjectIdentifier(type)
        }
    }

    private var values: [Key: (value: Any, content: ModelDocument.Content)] = [:]

    /// The value of a type that was kept for the scalar at an index; nil if there is none.
    func known<Value>(for index: Int, of content: ModelDocument.Content) -> Value? {
        values[Key(index, of: content, Value.self)]?.value as? Value
    }

    /// Keeps the value that was made from the scalar at an index. Each type of values is kept once for the scalar.
    mutating func keep<Value>(_ value: Value, for index: Int, of content: ModelDocument.Content) {
        // The entry keeps the content alive, so that no other content gets its address.
        values[Key(index, of: content, Value.self)] = (value, content)
    }
}
