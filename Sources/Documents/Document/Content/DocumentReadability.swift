import FormatSupport

// Values of a file that a format's reader could not make sense of, and left in the document as their errors.

extension ModelDocument {
    /// Returns the error of the first value below the root that can't be read, and the value's offset.
    ///
    /// - Parameter readable: The containers that are known to be readable. The call adds the containers that it finds
    ///   to be readable.
    package func firstUnreadable(besides readable: inout Set<Int>) -> (error: ModelError, offset: Int?)? {
        guard !content.errors.isEmpty else { return nil }
        var met: Set<Int> = []
        var pending = [root.index]
        while let next = pending.popLast() {
            if var error = content.error(at: next) {
                if error.path.components.isEmpty {
                    error.path = Value(document: self, index: next).path ?? ModelPath()
                }
                return (error, content.word(at: next).offset)
            }
            guard content.word(at: next).tag.isContainer, !readable.contains(next), met.insert(next).inserted else {
                continue
            }
            pending += Value(document: self, index: next).children.reversed().map(content.resolved)
        }
        readable.formUnion(met)
        return nil
    }

    /// Throws the error of the first value that can't be read.
    package func requireReadable() throws(ModelError) {
        var readable: Set<Int> = []
        guard let (error, offset) = firstUnreadable(besides: &readable) else { return }
        guard let offset else { throw error }
        guard let source = content.source else { throw error.at(ModelLocation(byteOffset: offset)) }
        var lines = LineCounter()
        let (line, column) = lines.lineAndColumn(at: offset, in: source)
        throw error.at(ModelLocation(byteOffset: offset, line: line, column: column))
    }
}
