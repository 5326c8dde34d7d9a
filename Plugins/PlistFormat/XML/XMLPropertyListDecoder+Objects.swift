import FormatSupport
import Foundation
import ModelCore

extension XMLPropertyListDecoder {
    public func beginObject() throws -> CodedClass? {
        guard tag.element == .dict else { throw mismatch(expected: "object") }
        let codedClass = hasClass ? try codedClass() : nil
        enter(
            XMLContainer(
                kind: .object, firstEntry: entries.count, isEmpty: tag.isEmpty, frontier: scanner.position))
        return codedClass
    }

    public func moveToKey(_ key: ModelKey) throws -> Bool {
        guard container.kind == .object else { throw mismatch(expected: "object") }
        try leaveLastValue()
        return try unsafe key.withUTF8 { try unsafe moveToKey($0) }
    }

    private func moveToKey(_ key: UnsafeBufferPointer<UInt8>) throws -> Bool {
        if container.next < entries.count {
            if unsafe isKey(of: entries[container.next], key) {
                try moveToEntry(container.next)
                return true
            }
        } else if !container.hasEnded {
            // The usual case: the file has the key that is asked for.
            scanner.position = container.frontier
            let found: XMLPropertyListTag
            do {
                found = try scanner.nextTag()
            } catch {
                throw corrupt(error)
            }
            let start = scanner.position
            if found == .key, unsafe scanner.skipText(of: .key, ifEqual: key) {
                return try moveToNewEntry(start..<(start &+ key.count))
            }
        }
        return try unsafe search(key)
    }

    /// Looks among the keys that were passed, then reads on.
    private func search(_ key: UnsafeBufferPointer<UInt8>) throws -> Bool {
        for index in container.firstEntry..<entries.count where unsafe isKey(of: entries[index], key) {
            try moveToEntry(index)
            return true
        }
        while let entry = try readEntry() {
            container.hasPassedKeys = true
            if unsafe isKey(of: entry, key) {
                container.next = entries.count
                container.isReadingLast = true
                return true
            }
            try skipValue()
            container.frontier = scanner.position
        }
        tag = .endOfFile
        return false
    }

    /// Moves to the value of an entry that was passed before.
    private func moveToEntry(_ index: Int) throws {
        scanner.position = entries[index].value
        try readTag()
        container.next = index + 1
    }

    /// Moves to the value that follows the key which the scanner has just passed.
    @inline(__always)
    private func moveToNewEntry(_ key: Range<Int>) throws -> Bool {
        try readTag()
        entries.append(XMLEntry(key: key, value: valueStart))
        container.next = entries.count
        container.isReadingLast = true
        return true
    }

    /// Reads the next key and moves to its value; nil at the end.
    func readEntry() throws -> XMLEntry? {
        guard !container.hasEnded else { return nil }
        scanner.position = container.frontier
        var key = 0..<0
        do throws(PropertyListError) {
            let found = try scanner.nextTag()
            switch found {
            case .dict.closing:
                container.hasEnded = true
                container.frontier = scanner.position
                return nil
            case .key:
                if let plain = scanner.plainText(of: .key) {
                    key = plain
                } else {
                    escapedKeys.append(try scanner.string(of: .key))
                    key = -escapedKeys.count..<(-escapedKeys.count)
                }
            case .key.empty:
                key = scanner.position..<scanner.position
            default:
                throw scanner.unexpected(found, expected: "<key> or </dict>")
            }
        } catch {
            throw corrupt(error)
        }
        try readTag()
        let entry = XMLEntry(key: key, value: valueStart)
        entries.append(entry)
        return entry
    }

    /// Passes the value that is being read for the first time: behind it the text goes on.
    @inline(__always)
    private func leaveLastValue() throws {
        guard container.isReadingLast else { return }
        if tag != .endOfFile { try skipValue() }
        container.frontier = scanner.position
        container.isReadingLast = false
    }

    public func objectKeys() throws -> [String] {
        guard container.kind == .object else { throw mismatch(expected: "object") }
        try leaveLastValue()
        try readAllEntries()
        tag = .endOfFile
        return try entries.from(container.firstEntry).map(text)
    }

    public func endObject() throws {
        guard container.kind == .object else { throw mismatch(expected: "object") }
        try leaveLastValue()
        try readAllEntries()
        if container.hasPassedKeys { try checkKeys() }
        scanner.position = container.frontier
        leave()
    }

    private func readAllEntries() throws {
        while !container.hasEnded, try readEntry() != nil {
            container.hasPassedKeys = true
            try skipValue()
            container.frontier = scanner.position
        }
    }

    // MARK: Dictionaries

    public func beginDictionary() throws -> Int {
        guard tag.element == .dict else { throw mismatch(expected: "dictionary") }
        enter(
            XMLContainer(
                kind: .entries, firstEntry: entries.count, isEmpty: tag.isEmpty, frontier: scanner.position))
        return 0
    }

    public func nextEntry() throws -> ModelEntryKey? {
        guard container.kind == .entries else { throw mismatch(expected: "dictionary") }
        try leaveLastValue()
        guard let entry = try readEntry() else {
            try checkKeys()
            scanner.position = container.frontier
            leave()
            return nil
        }
        container.isReadingLast = true
        return .text(try text(of: entry))
    }

    // MARK: Keys

    func text(of entry: XMLEntry) throws -> String {
        if entry.key.lowerBound < 0 { return try checked(escapedKeys[-1 - entry.key.lowerBound], at: entry.value) }
        guard let text = unsafe String(validating: scanner.source.bytes(entry.key), as: UTF8.self) else {
            throw corrupt(PropertyListError("The text isn't UTF-8.", at: entry.key.lowerBound))
        }
        return try checked(text, at: entry.key.lowerBound)
    }

    /// A key that can be written again: XML has no place for most control characters, U+FFFE and U+FFFF.
    private func checked(_ key: String, at offset: Int) throws -> String {
        let isExcluded = { (byte: UInt8) in byte < 0x20 ? byte != 0x09 && byte != 0x0A && byte != 0x0D : byte == 0xEF }
        guard key.utf8.contains(where: isExcluded),
            key.unicodeScalars.contains(where: {
                $0.value < 0x20 ? isExcluded(UInt8(truncatingIfNeeded: $0.value)) : $0.value == 0xFFFE || $0.value == 0xFFFF
            })
        else { return key }
        throw corrupt(PropertyListError("A key has a control character, which XML can't hold.", at: offset))
    }

    @inline(__always)
    private func isKey(of entry: XMLEntry, _ key: UnsafeBufferPointer<UInt8>) -> Bool {
        if entry.key.lowerBound < 0 { return unsafe escapedKeys[-1 - entry.key.lowerBound].utf8.elementsEqual(key) }
        guard entry.key.count == key.count, let wanted = key.baseAddress else { return entry.key.count == key.count }
        return unsafe memcmp(scanner.source.base + entry.key.lowerBound, wanted, key.count) == 0
    }

    /// Throws where the innermost dictionary has a key twice. Linear for keys in ascending order, else *n* log *n*.
    private func checkKeys() throws {
        let own = entries.from(container.firstEntry)
        guard own.count > 1 else { return }
        var isAscending = true
        for index in own.indices.dropFirst() where compare(own[index - 1], own[index]) >= 0 {
            isAscending = false
            break
        }
        if isAscending { return }
        let sorted = own.sorted { compare($0, $1) < 0 }
        for index in sorted.indices.dropFirst() where compare(sorted[index - 1], sorted[index]) == 0 {
            let later = sorted[index - 1].value > sorted[index].value ? sorted[index - 1] : sorted[index]
            let key = try text(of: later)
            throw ModelError(.duplicateKey, "The dictionary has the key \(key) twice.")
                .at(location(at: later.key.lowerBound < 0 ? later.value : later.key.lowerBound))
        }
    }

    private func compare(_ left: XMLEntry, _ right: XMLEntry) -> Int {
        unsafe withBytes(of: left) { left in
            unsafe withBytes(of: right) { right in
                guard let first = left.baseAddress, let second = right.baseAddress else { return left.count - right.count }
                let order = unsafe Int(memcmp(first, second, min(left.count, right.count)))
                return order != 0 ? order : left.count - right.count
            }
        }
    }

    private func withBytes<Result>(of entry: XMLEntry, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        guard entry.key.lowerBound < 0 else { return unsafe body(scanner.source.bytes(entry.key)) }
        var key = escapedKeys[-1 - entry.key.lowerBound]
        return key.withUTF8 { unsafe body($0) }
    }
}
