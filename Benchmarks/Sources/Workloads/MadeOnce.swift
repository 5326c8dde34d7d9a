/// A value that is made when it is first asked for: what the peers need, when nobody measures them.
final class MadeOnce<Value> {
    private let make: () throws -> Value
    private var made: Value?

    init(_ make: @escaping () throws -> Value) {
        self.make = make
    }

    var value: Value {
        get throws {
            if let made { return made }
            let value = try make()
            made = value
            return value
        }
    }
}
