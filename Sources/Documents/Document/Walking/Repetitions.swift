/// The size of the containers and long texts that a walker has visited more than once, because the format has no
/// references. This size is limited. Otherwise a small document could become a very large file: in a chain in which
/// each container has two references to the next container, each step doubles the size.
struct Repetitions {
    private var words = 0
    private var textWords = 0
    /// The sizes of the text and data in the memory of the source. Nil until they are needed.
    private var knownDistant: SourceTexts?

    /// Counts a container that is repeated. Throws `nodesExceeded` if too much is repeated.
    @inline(never)
    mutating func countContainer(at index: Int, in content: ModelDocument.Content) throws(ModelError) {
        let size = content.size(at: index)
        words += size
        try requireFew(words, least: DecodingLimits.repeatedWords, in: content)
        let distant = distant(in: content).words(in: index..<index + size)
        if distant > 0 { try countText(words: distant, in: content) }
    }

    /// Counts long text or data that is repeated: a small file may refer to it very often. Throws `nodesExceeded` if
    /// too much is repeated.
    @inline(never)
    mutating func countText(words: Int, in content: ModelDocument.Content) throws(ModelError) {
        textWords += words
        try requireFew(textWords, least: DecodingLimits.repeatedTextWords, in: content)
    }

    private mutating func distant(in content: ModelDocument.Content) -> SourceTexts {
        if let knownDistant { return knownDistant }
        let found = SourceTexts(in: content)
        knownDistant = found
        return found
    }

    /// Throws `nodesExceeded` if more words are repeated than a document of this size may repeat.
    ///
    /// - Parameter least: The number of words of 8 bytes that any document may repeat.
    private mutating func requireFew(_ words: Int, least: Int, in content: ModelDocument.Content) throws(ModelError) {
        guard words > least,
            words > DecodingLimits.repetition * (content.words.count + distant(in: content).words)
        else { return }
        throw ModelError(
            .nodesExceeded,
            """
            What it has in several places is repeated in this format, which makes it more than \
            \(DecodingLimits.repetition) times as large.
            """)
    }
}
