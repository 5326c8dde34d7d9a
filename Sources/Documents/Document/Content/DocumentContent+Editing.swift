// Changes to a complete document.

extension ModelDocument.Content {
    /// Replaces a value: its first word of 8 bytes becomes a link to the new value.
    package func move(_ index: Int, to new: Int) {
        isUnordered = true
        let size = size(at: index)
        words[index] = DocumentWord(.moved, flags: size == 1 ? DocumentWord.mark : 0, at: new).bits
        if size > 1 { words[index + 1] = UInt64(size) }
    }

    /// Removes the flag ``DocumentWord/mark`` from each reference to a container: readers no longer expect the
    /// container's class. The time is linear in the document's size.
    func unmarkReferences(to number: Int) {
        var index = Self.firstValue
        while index < words.count {
            let tag = word(at: index).tag
            if tag == .reference || tag == .weakReference, words[index + 1] == UInt64(number) {
                words[index] &= ~DocumentWord.mark
            }
            index = behind(index)
        }
    }

    /// Replaces a Swift value of the program by a reference to a container. Several references may refer to the same
    /// container.
    package func refer(_ index: Int, to new: Int) {
        isUnordered = true
        words[index] = DocumentWord(.reference).bits
        words[index + 1] = UInt64(share(new))
    }

    /// Appends a reference to a container, and returns the reference's index.
    package func appendReference(to target: Int, at offset: Int?) -> Int {
        let number = share(target)
        words.append(DocumentWord(.reference, at: offset).bits, UInt64(number))
        return words.count - 2
    }

    /// Appends a link to a scalar at another index, and marks that scalar as shared.
    func appendMove(toScalar index: Int) {
        words[index] |= DocumentWord.shared
        appendMove(to: index)
    }

    func appendMove(to index: Int) {
        words.append(DocumentWord(.moved, flags: DocumentWord.mark, at: index).bits)
    }

    /// Marks each container that a reference refers to as shared. Throws `corruptData` if the container of a
    /// reference that isn't weak is missing.
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
