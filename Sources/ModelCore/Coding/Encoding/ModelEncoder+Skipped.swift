import FormatSupport

// The elements of lenient properties that couldn't be read, which are written back.

extension ModelEncoder {
    /// Encodes the elements of an array that was begun. Elements that couldn't be read are encoded at their indexes
    /// in the file's array. Ends the array.
    @inline(never)
    func encodeAmongSkipped<Element>(_ elements: [Element], _ encode: (Element) throws -> Void) throws {
        guard let skipped = state.skipped else { return }
        state.skipped = nil
        var position = 0
        var next = 0
        func encodeSkipped(isLast: Bool) throws {
            while next < skipped.components.count {
                if case .index(let index) = skipped.components[next], index != position, !isLast { return }
                try skipped.append(next, to: self)
                next += 1
                position += 1
            }
        }
        do {
            for element in elements {
                try encodeSkipped(isLast: false)
                try encode(element)
                position += 1
            }
        } catch {
            throw failing(.index(position), error)
        }
        try encodeSkipped(isLast: true)
        try end()
    }

    /// Encodes the entries of a dictionary that couldn't be read, except entries whose keys the dictionary now has.
    @inline(never)
    func encode(_ skipped: SkippedElements, besides keys: Set<ExactText>) throws {
        for (number, component) in skipped.components.enumerated() {
            guard case .key(let key) = component, !keys.contains(ExactText(key)) else { continue }
            try encodeKey(key)
            try skipped.append(number, to: self)
        }
    }
}
