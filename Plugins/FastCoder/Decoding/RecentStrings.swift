/// The strings that aliases led to last: most files repeat few strings often.
///
/// A string has one place, which its index says, and gives way to the next one there. So a lookup is a comparison, and what is kept is
/// bounded, whatever the file holds.
struct RecentStrings {
    private static let size = 256
    private var indexes = ContiguousArray(repeating: -1, count: size)
    private var texts = ContiguousArray(repeating: "", count: size)

    @inline(__always)
    func find(_ index: Int) -> String? {
        let place = index & (Self.size - 1)
        return indexes[place] == index ? texts[place] : nil
    }

    mutating func enter(_ index: Int, _ text: String) {
        let place = index & (Self.size - 1)
        indexes[place] = index
        texts[place] = text
    }
}
