import FormatSupport

// Arrays, sets and dictionaries.

extension DocumentCursor {
    @inline(__always)
    mutating func enter(_ index: Int) throws {
        try context.enter()
        frames.push(
            Frame(
                tag: content.word(at: index).tag, start: index, next: index &+ 3,
                end: index &+ Int(truncatingIfNeeded: content.words[index &+ 2])))
        slot = ModelDocument.Content.noIndex
    }

    /// Enters an array or a dictionary, and counts its values towards the limit each time: a small file may refer to
    /// one container without end.
    ///
    /// - Returns: The number of values.
    mutating func enterCollection(_ index: Int) throws -> Int {
        let count = content.low(at: index)
        try context.count(count)
        let isShared = try noteShared(index)
        try enter(index)
        frame.isShared = isShared
        return count
    }

    /// Notes that a container is open, if several references may point to it, and returns true. Returns false for any
    /// other container.
    mutating func noteShared(_ index: Int) throws -> Bool {
        guard content.word(at: index).isShared else { return false }
        if openShared.contains(index), isEndless(index) {
            throw ModelError(.cycle, "A value of arrays, dictionaries and structs alone contains itself.")
        }
        openShared.append(index)
        return true
    }

    /// True if an array, a dictionary or a struct that is open contains itself, and no model is between the two
    /// occurrences. With a model between them, the cycle ends: the model is made before its values are read, so a
    /// reference among these values finds the model.
    func isEndless(_ index: Int) -> Bool {
        for level in (0...frames.depth).reversed() {
            let frame = frames[level]
            if frame.isModel, !frame.isStruct { return false }
            if frame.isShared, frame.start == index { return true }
        }
        return true
    }

    @inline(__always)
    mutating func leave() {
        if frame.hasLookup { lookups.removeLast() }
        if frame.isShared { openShared.removeLast() }
        context.leave()
        frames.pop()
        consumed()
    }

    mutating func beginArray() throws -> Int {
        let index = index
        guard content.word(at: index).tag.isArray else {
            if try expandInstance(at: index) != nil { return try beginArray() }
            throw mismatch(expected: "array")
        }
        return try enterCollection(index)
    }

    @inline(__always)
    mutating func nextElement() throws -> Bool {
        guard frame.tag.isArray else { throw mismatch(expected: "array") }
        guard frame.next < frame.end else {
            leave()
            return false
        }
        slot = frame.next
        frame.next &+= content.size(at: slot)
        return true
    }

    // MARK: Dictionaries

    mutating func beginDictionary() throws -> Int {
        let index = index
        switch content.word(at: index).tag {
        case .dictionary:
            return try enterCollection(index)
        case .object:
            let isShared = try noteShared(index)
            try enterObject(index)
            frame.isShared = isShared
            try context.count(frame.count)
            frame.classEntry = content.classNamePlace(at: index)
            return frame.count + (frame.classEntry == 0 ? 0 : 1)
        default:
            if try expandInstance(at: index) != nil { return try beginDictionary() }
            throw mismatch(expected: "dictionary")
        }
    }

    mutating func nextEntry() throws -> ModelEntryKey? {
        guard frame.tag == .dictionary || frame.tag == .object, !frame.isModel else {
            throw mismatch(expected: "dictionary")
        }
        if frame.isAtKey { throw ModelError.misuse("A dictionary's key wasn't decoded.") }
        if frame.classEntry > 0 {
            slot = frame.classEntry
            frame.classEntry = 0
            return .text(ClassKey.text)
        }
        while frame.next < frame.end {
            slot = frame.next
            frame.next &+= content.size(at: slot)
            guard frame.tag == .object else {
                let index = index
                guard content.word(at: index).tag == .string else {
                    frame.isAtKey = true
                    return .value
                }
                moveToEntryValue()
                return .text(try entryKey(at: index))
            }
            frame.member &+= 1
            guard !content.isMissing(at: slot) else { continue }
            let key = key(frame.member - 1)
            try context.count(bytes: key.utf8.count)
            return .text(key)
        }
        leave()
        return nil
    }

    /// The text of a dictionary's key. A long key is counted, and its text is made once: many references may point to
    /// the dictionary, and each reading of it hashes the key.
    mutating func entryKey(at index: Int) throws -> String {
        guard content.isLong(index), case .string(let key)? = context.scalar(at: index, of: content) else {
            return content.text(at: index + 1)
        }
        try context.countCompared(at: index, of: content)
        return key
    }
}
