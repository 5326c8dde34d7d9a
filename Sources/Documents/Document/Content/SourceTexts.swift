/// The sizes of a document's text and data whose bytes aren't in its words, but in the memory of the source that was
/// read. Tells how much of them a part of the document contains.
struct SourceTexts {
    /// The index of each such text or data value in ascending order, with the number of words of all of them up to and
    /// including it.
    private var places: [(index: Int, sum: Int)] = []

    /// The number of words of all these values.
    package var words: Int { places.last?.sum ?? 0 }

    /// Finds these values in a document. Linear in the size of the document.
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

    /// The number of words of these values in a range of indexes.
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
