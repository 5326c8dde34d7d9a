import Documents
import FormatSupport

// Dictionaries and objects in which a key comes after its value.
//
// The functions that use the tables are mutating, though some change nothing: the compiler copies the whole reader
// to call other functions.

extension FastDirectReader {
    @inline(never)
    mutating func beginDictionary() -> Bool {
        guard position < source.count,
            source[position] == ChunkType.dictionary.rawValue
                || source[position] == ChunkType.mutableDictionary.rawValue,
            let (count, start) = try? layout.memberCount(of: position, least: 2)
        else { return false }
        let isMutable = source[position] == ChunkType.mutableDictionary.rawValue
        if isMutable { tables.objects.append(nil) }
        position = start
        dictionaries.append(Entries(left: count, isIndexedAtEnd: !isMutable))
        return true
    }

    /// Returns the text under the first key of a dictionary: files contain the name of an enum's case in this text.
    mutating func text(of row: PropertyTable.Row) -> String? {
        guard position < source.count,
            source[position] == ChunkType.dictionary.rawValue
                || source[position] == ChunkType.mutableDictionary.rawValue,
            let (count, place) = try? layout.memberCount(of: position, least: 2), count > 0,
            let start = text(at: place), let end = layout.endOfText(at: start, most: FastParser.short)
        else { return nil }
        var skipped = Skipped()
        guard let key = self.end(ofValueAt: place, &skipped).flatMap({ text(at: $0, skipped) }),
            layout.isText(at: key, row.key)
        else { return nil }
        return try? layout.text(start..<end)
    }

    mutating func endDictionary() {
        guard let ended = dictionaries.popLast() else { return }
        if ended.left < 0 {
            position &+= 1
            frames.pop()
            tables.objects.append(codedObjects.popLast())
        } else if ended.isIndexedAtEnd {
            tables.objects.append(nil)
        }
    }

    /// Returns true if no entry is left.
    private func isAtEnd(_ entries: Entries) -> Bool {
        entries.left < 0
            ? position < source.count && source[position] == ChunkType.unset.rawValue : entries.left == 0
    }

    @inline(never)
    mutating func nextRow(ofDictionary table: PropertyTable, _ expected: Int) -> ReadStep {
        let last = dictionaries.count - 1
        var entries = dictionaries[last]
        if entries.row >= 0 {
            guard skipKey(table[entries.row]) else { return .other }
        }
        if isAtEnd(entries) {
            endDictionary()
            return .end
        }
        // If the key isn't known yet, assumes that the value belongs to the expected row. The key may be an alias of
        // a text in the value, so it is compared after the value is read.
        entries.row = expected < table.count ? expected : -2
        var skipped = Skipped()
        if let place = end(ofValueAt: position, &skipped), let start = text(at: place, skipped) {
            entries.row = layout.row(of: table, at: start, expected) ?? -2
        }
        if entries.left > 0 { entries.left &-= 1 }
        dictionaries[last] = entries
        return .row(entries.row)
    }

    /// Moves to the end of the key of the value that was read last. Returns false if it isn't the key of the row.
    private mutating func skipKey(_ row: PropertyTable.Row) -> Bool {
        let place = position
        guard let start = text(at: place), layout.isText(at: start, row.key) else { return false }
        if source[place] == ChunkType.string.rawValue {
            tables.enterString(place)
            position = start &+ row.keyCount &+ 1
        } else {
            guard let type = try? layout.type(at: place), let (_, end) = try? layout.index(type, at: place) else {
                return false
            }
            position = end
        }
        return true
    }

    mutating func nextEntry(_ key: inout String, isFirst: Bool) -> ReadStep {
        if !isFirst { guard readString() == key else { return .other } }
        let last = dictionaries.count - 1
        guard dictionaries[last].left > 0 else {
            endDictionary()
            return .end
        }
        var skipped = Skipped()
        guard let place = end(ofValueAt: position, &skipped), let start = text(at: place, skipped),
            let end = layout.endOfText(at: start, most: 255),
            case let bytes = source.bytes(start..<end), bytes.isUTF8
        else { return .other }
        dictionaries[last].left &-= 1
        key = bytes.text
        return .value
    }

    /// Returns the offset of the first byte of the text at an offset, or of the text to which an alias at the offset
    /// refers. Returns nil for any other value.
    ///
    /// - Parameter skipped: The values between the position and the offset.
    mutating func text(at offset: Int, _ skipped: Skipped = Skipped()) -> Int? {
        guard offset >= 0, offset < source.count else { return nil }
        if source[offset] == ChunkType.string.rawValue { return offset &+ 1 }
        guard let type = try? layout.type(at: offset), type.isStringAlias,
            let index = try? layout.index(type, at: offset).index, case let count = tables.strings.count,
            index < count + skipped.strings.count,
            case let place = Int(index < count ? tables.strings[index] : skipped.strings[index - count]),
            source[place] == ChunkType.string.rawValue
        else { return nil }
        return place &+ 1
    }

    /// The maximum nesting of values that are skipped to find a key.
    static let skippedDepth = 16

    /// The classes and the strings in values that are skipped: if the values were read, the tables would contain
    /// them.
    struct Skipped {
        /// The number of keys of each class.
        var classes: [Int] = []
        /// The offset of each string and each URL.
        var strings: [UInt32] = []
    }

    /// Returns the number of keys of a class that was defined.
    private func keyCount(ofClass index: Int) -> Int {
        classes[index].table == nil ? tables.classes[index].names.count : classes[index].rows.count
    }

    /// Returns the end of the value at an offset. Returns nil if it isn't known without reading the value.
    ///
    /// - Parameters:
    ///   - depth: The number of skipped values around this value.
    ///   - skipped: Gets the classes and the strings in the value.
    mutating func end(ofValueAt offset: Int, depth: Int = 0, _ skipped: inout Skipped) -> Int? {
        guard depth < Self.skippedDepth, let type = try? layout.type(at: offset) else { return nil }
        if let end = (try? layout.leafEnd(type, at: offset)) ?? nil {
            if type == .string || type == .countedString { skipped.strings.append(UInt32(truncatingIfNeeded: offset)) }
            return end
        }
        var (count, next) = (0, offset)
        switch type {
        case .array, .mutableArray, .set, .mutableSet, .orderedSet, .mutableOrderedSet:
            guard let members = try? layout.memberCount(of: offset) else { return nil }
            (count, next) = members
        case .dictionary, .mutableDictionary:
            guard let members = try? layout.memberCount(of: offset, least: 2) else { return nil }
            (count, next) = (members.count &* 2, members.start)
        case .object8, .object16, .object32:
            guard let (index, start) = try? layout.index(type, at: offset),
                index < classes.count + skipped.classes.count
            else { return nil }
            count = index < classes.count ? keyCount(ofClass: index) : skipped.classes[index - classes.count]
            next = start
        case .classDefinition:
            guard let (file, end) = try? layout.fileClass(at: offset) else { return nil }
            skipped.classes.append(file.names.count)
            return self.end(ofValueAt: end, depth: depth, &skipped)
        case .url:
            guard let base = end(ofValueAt: offset &+ 1, depth: depth + 1, &skipped),
                let end = end(ofValueAt: base, depth: depth + 1, &skipped)
            else { return nil }
            skipped.strings.append(UInt32(truncatingIfNeeded: offset))
            return end
        case .codedObject:
            guard var next = end(ofValueAt: offset &+ 1, depth: depth + 1, &skipped) else { return nil }
            while let type = try? layout.type(at: next), type != .unset {
                guard let value = end(ofValueAt: next, depth: depth + 1, &skipped),
                    let key = end(ofValueAt: value, depth: depth + 1, &skipped)
                else { return nil }
                next = key
            }
            return next < source.count ? next &+ 1 : nil
        default: return nil
        }
        for _ in 0..<count {
            guard let end = end(ofValueAt: next, depth: depth + 1, &skipped) else { return nil }
            next = end
        }
        return next
    }
}
