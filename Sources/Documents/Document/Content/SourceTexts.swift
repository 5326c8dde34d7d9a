/// Computes how many words of 8 bytes the text and data in a part of a document would take. It counts only text and
/// data whose bytes are in the memory of the source that was read, and not in the document.
struct SourceTexts {
    /// For each text or data value in the source's memory, in ascending order: its index, and the number of words
    /// that these values take up to and including it.
    private var places: [(index: Int, sum: Int)] = []

    /// The number of words of 8 bytes that all these values would take.
    package var words: Int { places.last?.sum ?? 0 }

    /// Finds the text and data values of a document whose bytes are in the source's memory. The time is linear in the
    /// size of the document.
    package init(in content: ModelDocument.Content) {
        var index = ModelDocument.Content.firstValue
        while index < content.words.count {
            let tag = content.word(at: index).tag
            if tag == .string || tag == .data {
                let extra = content.work(at: index) - content.size(at: index)
                if extra > 0 { places.append((index, words + extra)) }
            }
            index = content.behind(index)
        }
    }

    /// Returns the number of words that the values in a range of indexes would take.
    package func words(in range: Range<Int>) -> Int { sum(before: range.upperBound) - sum(before: range.lowerBound) }

    private func sum(before index: Int) -> Int {
        var (low, high) = (0, places.count)
        while low < high {
            let middle = (low + high) / 2
            if places[middle].index < index { low = middle + 1 } else { high = middle }
        }
        return low == 0 ? 0 : places[low - 1].sum
    }
}
