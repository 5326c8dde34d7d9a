import FormatSupport
import ModelCore

/// Where the values of an object's keys stand.
final class KeyTable {
    private(set) var keys: [String] = []
    private(set) var offsets: [Int] = []
    private var positions: [ExactText: Int]?
    private var next = 0

    func add(_ key: String, _ offset: Int) {
        keys.append(key)
        offsets.append(offset)
    }

    var count: Int { keys.count }

    /// Where the value of a key stands; nil where there is none. Looks at the key behind the last one first.
    func offset(of key: ModelKey) -> Int? {
        let text = key.stringValue
        if next < keys.count, keys[next] == text {
            next += 1
            return offsets[next - 1]
        }
        if positions == nil {
            // As in the original, the last of equal keys counts.
            positions = Dictionary(
                keys.enumerated().map { (ExactText($0.element), $0.offset) }, uniquingKeysWith: { _, last in last })
        }
        guard let found = positions?[ExactText(text)] else { return nil }
        next = found + 1
        return offsets[found]
    }
}
