extension DocumentWalker.Step: CustomStringConvertible {
    /// The name of the step, with its associated value: `date(2001-01-01T00:00:00Z)`. Every value can be printed,
    /// even a date that Foundation can't describe.
    public var description: String {
        switch self {
        case .null: "null"
        case .bool(let value): "bool(\(value))"
        case .int64(let value): "int64(\(value))"
        case .uint64(let value): "uint64(\(value))"
        case .float(let value): "float(\(value))"
        case .double(let value): "double(\(value))"
        case .date(let value): "date(\(value.printableText))"
        case .string: "string"
        case .data: "data"
        case .other: "other"
        case .beginArray(let kind, let count): "beginArray(\(kind), count: \(count))"
        case .beginDictionary: "beginDictionary"
        case .beginValueDictionary(let count): "beginValueDictionary(count: \(count))"
        case .beginObject: "beginObject"
        case .key: "key"
        case .reference(let number): "reference(\(number))"
        case .end: "end"
        }
    }
}
