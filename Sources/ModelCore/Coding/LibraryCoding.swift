/// The error that the library's encode and decode functions of a type throw instead of coding a value. It shows that
/// these functions are called, and not functions of the program.
///
/// A type may implement coding itself, and nothing else shows whether it does. So the values of a type are written
/// from memory and read into memory only after the library's functions have thrown this error.
struct LibraryCoding: Error {
    /// The type whose value would be coded.
    private let type: ObjectIdentifier

    init(_ type: Any.Type) { self.type = ObjectIdentifier(type) }

    /// True if the library's encode function writes the values of a type, and not a function that the program has
    /// implemented.
    ///
    /// - Parameter value: A value of the type. Only the type's own code looks at it.
    static func writes<Value: ModelValue>(_ value: Value) -> Bool {
        answers(for: Value.self) { try Value.encode(value, to: ModelEncoder(models: .asked)) }
    }

    /// True if the library's decode function reads the values of a type, and not a function that the program has
    /// implemented.
    ///
    /// - Parameter document: A document that is only read if the type has its own code.
    static func reads<Value: ModelValue>(_ type: Value.Type, from document: ModelDocument) -> Bool {
        answers(for: type) {
            let decoder = ModelDecoder(setting: document)
            decoder.state.isAsked = true
            _ = try Value.decode(from: decoder)
        }
    }

    private static func answers(for type: Any.Type, _ code: () throws -> Void) -> Bool {
        do {
            try code()
            return false
        } catch {
            return (error as? LibraryCoding)?.type == ObjectIdentifier(type)
        }
    }
}

extension ModelEncoder {
    /// Answers a question of ``LibraryCoding``.
    @inline(__always)
    func answer(for type: Any.Type) throws {
        if models == .asked { throw LibraryCoding(type) }
    }
}

extension ModelDecoder {
    /// Answers a question of ``LibraryCoding``.
    @inline(__always)
    func answer(for type: Any.Type) throws {
        if state.isAsked { throw LibraryCoding(type) }
    }
}
