import FormatSupport
import ModelCore

extension FastReader {
    /// As many elements as room is made for before they are seen.
    private static let room = 1 << 14

    private func mismatch(_ expected: String, _ type: ChunkType) -> ModelError {
        ModelError(.typeMismatch, expected: expected, found: "\(type)").at(ModelLocation(byteOffset: position))
    }

    // MARK: Arrays

    mutating func beginArray() throws -> Int {
        let target = try target()
        let isImmutable: Bool
        switch target.type {
        case .array, .set, .orderedSet: isImmutable = true
        case .mutableArray, .mutableSet, .mutableOrderedSet: isImmutable = false
        default: throw mismatch("array", target.type)
        }
        let (count, start) = try layout.memberCount(of: target.offset)
        var new = try makeFrame(.array, target)
        if isStreaming {
            if isImmutable { new.isIndexedAtEnd = true } else { tables.enter(new.number) }
        }
        new.slotCount = count
        push(new)
        position = start
        return min(count, Self.room)
    }

    @inline(__always)
    mutating func nextElement() throws -> Bool {
        if frame.slot < frame.slotCount, frame.kind == .array {
            frame.slot &+= 1
            return true
        }
        guard frame.kind == .array else { throw layout.error("No array was begun.", at: position) }
        pop(to: position)
        return false
    }

    // MARK: Dictionaries

    mutating func beginDictionary() throws -> Int {
        let target = try target()
        switch target.type {
        case .dictionary, .mutableDictionary:
            try scan()
            let (count, start) = try layout.memberCount(of: target.offset, least: 2)
            var new = try makeFrame(.dictionary, target)
            new.slotCount = count
            new.start = start
            push(new)
            return min(count, Self.room)
        case .codedObject, .object8, .object16, .object32:
            try scan()
            let table = try keyTable(of: target)
            try pushKeyed(.keyedDictionary, target, table)
            return min(table.count, Self.room)
        default:
            throw mismatch("dictionary", target.type)
        }
    }

    mutating func nextEntry() throws -> ModelEntryKey? {
        switch frame.kind {
        case .dictionary: return try nextDictionaryEntry()
        case .keyedDictionary:
            guard let table = keyTables.last, frame.slot < table.count else {
                try leaveKeyed()
                return nil
            }
            position = table.offsets[frame.slot]
            frame.slot += 1
            return .text(table.keys[frame.slot - 1])
        default: throw layout.error("No dictionary was begun.", at: position)
        }
    }

    private mutating func nextDictionaryEntry() throws -> ModelEntryKey? {
        guard frame.slot < frame.slotCount else {
            pop(to: frame.start)
            return nil
        }
        // The key stands behind its value.
        let value = frame.start
        let key = try end(of: value)
        frame.start = try end(of: key)
        frame.slot += 1
        if let text = try keyText(at: key) {
            position = value
            return .text(text)
        }
        position = key
        frame.valueAfterKey = value
        return .value
    }

    // MARK: Tables of keys

    /// The keys of an object, or of a dictionary: those that are text.
    mutating func keyTable(of target: (type: ChunkType, offset: Int)) throws -> KeyTable {
        let table = KeyTable()
        switch target.type {
        case .codedObject: return try keyTable(codedObjectAt: target.offset)
        case .dictionary, .mutableDictionary:
            let (count, start) = try layout.memberCount(of: target.offset, least: 2)
            var value = start
            for _ in 0..<count {
                let key = try end(of: value)
                if let text = try keyText(at: key) { table.add(text, value) }
                value = try end(of: key)
            }
        default:
            let (index, first) = try layout.index(target.type, at: target.offset)
            guard index < tables.classes.count else {
                throw layout.error("There is no class definition \(index).", at: target.offset)
            }
            var value = first
            for name in tables.classes[index].names {
                if source[value] != ChunkType.unset.rawValue { table.add(name, value) }
                value = try end(of: value)
            }
        }
        return table
    }

    mutating func keyTable(codedObjectAt offset: Int) throws -> KeyTable {
        let table = KeyTable()
        var value = try end(of: offset + 1)
        while try layout.type(at: value) != .unset {
            let key = try end(of: value)
            guard let text = try keyText(at: key) else {
                throw layout.error("An object's key isn't text.", at: key)
            }
            table.add(text, value)
            value = try end(of: key)
        }
        return table
    }

    mutating func pushKeyed(
        _ kind: DecoderFrame.Kind, _ target: (type: ChunkType, offset: Int), _ table: KeyTable
    ) throws {
        var new = try makeFrame(kind, target)
        new.start = Int(tables.ends[new.number])
        push(new)
        keyTables.append(table)
    }

    mutating func leaveKeyed() throws {
        keyTables.removeLast(min(1, keyTables.count))
        pop(to: frame.start)
    }
}
