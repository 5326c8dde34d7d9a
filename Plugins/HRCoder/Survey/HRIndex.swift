import FormatSupport
import ModelCore

/// Where the values of an array or a dictionary stand.
struct HRIndex {
    struct Value {
        var position: Int
        var isContainer: Bool
    }

    private var elements: [Value] = []
    private var entries: [ExactText: Value] = [:]
    /// The keys that have full stops, in the file's order.
    private(set) var dotted: [String] = []

    /// Goes through the array or dictionary at a position. The decoder stays where it is.
    init(of position: Int, _ base: any SeekingDecoder, _ work: inout HRWork) throws {
        try base.beginDetour(to: position)
        switch try base.peekKind() {
        case .array, .set, .orderedSet:
            _ = try base.beginArray()
            while try base.nextElement() {
                try work.step()
                elements.append(Value(position: base.valuePosition, isContainer: base.isAtContainer))
                try base.skipValue()
            }
        default:
            _ = try base.beginDictionary()
            while let entry = try base.nextEntry() {
                try work.step()
                if case .text(let key) = entry {
                    entries[ExactText(key)] = Value(position: base.valuePosition, isContainer: base.isAtContainer)
                    if key.utf8.contains(UInt8(ascii: ".")) { dotted.append(key) }
                } else {
                    try base.skipValue()
                }
                try base.skipValue()
            }
        }
        try base.endDetour()
    }

    /// The value of a key, or of an index.
    subscript(key: String) -> Value? {
        if let value = entries[ExactText(key)] { return value }
        guard let index = Int(key), elements.indices.contains(index), String(index) == key else { return nil }
        return elements[index]
    }
}
