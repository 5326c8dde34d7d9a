// Changes in a document that is whole.

extension ModelDocument.Content {
    /// Leads from a value to the one that takes its place.
    package func move(_ index: Int, to new: Int) {
        isUnordered = true
        let size = size(at: index)
        words[index] = DocumentWord(.moved, flags: size == 1 ? DocumentWord.mark : 0, at: new).bits
        if size > 1 { words[index + 1] = UInt64(size) }
    }

    /// Says of each reference to a container that a reader wouldn't choose its class without being told. Linear in
    /// the document's size.
    package func unmarkReferences(to number: Int) {
        var index = Self.firstValue
        while index < words.count {
            let tag = word(at: index).tag
            if tag == .reference || tag == .weakReference, words[index + 1] == UInt64(number) {
                words[index] &= ~DocumentWord.mark
            }
            index = behind(index)
        }
    }

    /// Leads from an instance to the container that takes its place, as others may.
    package func refer(_ index: Int, to new: Int) {
        isUnordered = true
        words[index] = DocumentWord(.reference).bits
        words[index + 1] = UInt64(share(new))
    }

    /// Appends a reference to a container, and tells where it stands.
    package func appendReference(to target: Int, at offset: Int?) -> Int {
        let number = share(target)
        words.append(DocumentWord(.reference, at: offset).bits, UInt64(number))
        return words.count - 2
    }

    /// Leads to a scalar that stands elsewhere too.
    package func appendMove(toScalar index: Int) {
        words[index] |= DocumentWord.shared
        appendMove(to: index)
    }

    package func appendMove(to index: Int) {
        words.append(DocumentWord(.moved, flags: DocumentWord.mark, at: index).bits)
    }

    /// Marks what references lead to. Throws `corruptData` for one that leads nowhere, unless it is weak.
    package func resolve() throws(ModelError) {
        var index = root
        while index < words.count {
            let word = DocumentWord(bits: words[index])
            if word.tag == .reference || word.tag == .weakReference {
                let target = target(Int(truncatingIfNeeded: words[index + 1]))
                if target >= 0 {
                    words[target] |= DocumentWord.shared
                } else if word.tag == .reference {
                    var error = ModelError(.corruptData, "A reference leads to no value.")
                    if let offset = word.offset { error.location = ModelLocation(byteOffset: offset) }
                    throw error
                }
            }
            index = behind(index)
        }
    }
}
