import FormatSupport
import ModelCore

extension HRDecoder {
    /// Follows an alias to its target. True where the container at the position was one.
    private func followAlias() throws -> Bool {
        guard base.isAtContainer, case .alias(let index) = try look() else { return false }
        let target = try target(of: index)
        try base.skipValue()
        try base.beginDetour(to: target)
        return true
    }

    /// Takes note of a container that the base has just entered.
    @inline(__always)
    private func enter(isDetour: Bool) {
        if isDetour { push(HRFrame(kind: .plain, isDetour: true)) } else { frame.open &+= 1 }
    }

    private func push(_ new: HRFrame) {
        outer.append(frame)
        frame = new
    }

    /// Leaves the innermost frame, whose containers the base has left.
    private func pop() throws {
        let isDetour = frame.isDetour
        frame = outer.popLast() ?? HRFrame(kind: .root)
        if isDetour { try base.endDetour() }
        try consumed()
    }

    /// Leaves a container that the base has just left.
    @inline(__always)
    private func leave() throws {
        if frame.open > 0 {
            frame.open &-= 1
            try consumed()
        } else {
            try pop()
        }
    }

    private var isInPlain: Bool { frame.open > 0 || frame.kind == .plain }

    private func wrongUse(_ expected: String) -> ModelError {
        error(.typeMismatch, "No \(expected) was entered here.")
    }

    // MARK: Arrays

    func beginArray() throws -> Int {
        let isDetour = try map != nil && followAlias()
        guard base.isAtContainer, case .foundation(let kind) = try look(),
            kind == .array || kind == .set || kind == .orderedSet
        else {
            let count = try base.beginArray()
            enter(isDetour: isDetour)
            return count
        }
        _ = try base.beginObject()
        guard try base.moveToKey("NS.objects") else {
            push(HRFrame(kind: .elements, isDetour: isDetour))
            return 0
        }
        let count = try base.beginArray()
        push(HRFrame(kind: .elementList, isDetour: isDetour))
        return count
    }

    func nextElement() throws -> Bool {
        if isInPlain {
            if try base.nextElement() { return true }
            try leave()
            return false
        }
        switch frame.kind {
        case .elements:
            frame.index += 1
            if try base.moveToKey(ModelKey("NS.object.\(frame.index)")) { return true }
        case .elementList:
            if try base.nextElement() { return true }
        default:
            throw wrongUse("array")
        }
        try base.endObject()
        try pop()
        return false
    }

    // MARK: Dictionaries

    func beginDictionary() throws -> Int {
        let isDetour = try map != nil && followAlias()
        if base.isAtContainer, case .foundation(let valueKind) = try look() {
            guard valueKind == .dictionary else { throw mismatch(expected: "dictionary") }
            guard let kind = try dictionaryKind() else {
                // Its keys are its own.
                let count = try base.beginDictionary()
                enter(isDetour: isDetour)
                return count
            }
            _ = try base.beginObject()
            push(HRFrame(kind: kind, isDetour: isDetour))
            if kind == .entryLists {
                frame.keys = try positions("NS.keys")
                frame.values = try positions("NS.objects")
            }
            return 0
        }
        let count = try base.beginDictionary()
        enter(isDetour: isDetour)
        return count
    }

    /// How the coded dictionary at the position holds its entries; nil where its keys are its own.
    private func dictionaryKind() throws -> HRFrame.Kind? {
        try base.beginDetour(to: base.valuePosition)
        _ = try base.beginObject()
        let kind: HRFrame.Kind? =
            try base.moveToKey("NS.key.0") ? .entries : base.moveToKey("NS.keys") ? .entryLists : nil
        try base.endObject()
        try base.endDetour()
        return kind
    }

    /// Where the elements of an array stand, in the object that was entered last.
    private func positions(_ key: ModelKey) throws -> [Int] {
        guard try base.moveToKey(key) else { throw error(.corruptData, "The coded dictionary lacks \(key).") }
        _ = try base.beginArray()
        var positions: [Int] = []
        while try base.nextElement() {
            positions.append(base.valuePosition)
            try base.skipValue()
        }
        try context.count(positions.count)
        return positions
    }

    func nextEntry() throws -> ModelEntryKey? {
        if isInPlain { return try nextPlainEntry() }
        guard frame.kind == .entries || frame.kind == .entryLists else { throw wrongUse("dictionary") }
        if frame.isInList {
            frame.isInList = false
            try base.endDetour()
        }
        frame.index += 1
        let hasNext =
            frame.kind == .entries
            ? try base.moveToKey(ModelKey("NS.key.\(frame.index)"))
            : frame.index < min(frame.keys.count, frame.values.count)
        guard hasNext else {
            try base.endObject()
            try pop()
            return nil
        }
        if frame.kind == .entryLists {
            try base.beginDetour(to: frame.keys[frame.index])
            frame.isInList = true
        }
        if try peekKind() == .string {
            let text = try decodeString()
            try moveToEntryValue()
            return .text(text)
        }
        frame.isAtKey = true
        return .value
    }

    private func nextPlainEntry() throws -> ModelEntryKey? {
        while let entry = try base.nextEntry() {
            guard case .text(let text) = entry, text.utf8.first == UInt8(ascii: "$") else { return entry }
            // A dictionary that names a class is one all the same where one is asked for.
            guard text == "$class" else { return .text(HRKeys.unescaped(text)) }
            try base.skipValue()
        }
        try leave()
        return nil
    }

    /// Moves from an entry's key to its value.
    @inline(never)
    func moveToEntryValue() throws {
        frame.isAtKey = false
        if frame.kind == .entryLists {
            try base.endDetour()
            try base.beginDetour(to: frame.values[frame.index])
        } else {
            guard try base.moveToKey(ModelKey("NS.object.\(frame.index)")) else {
                throw error(.corruptData, "The coded dictionary has a key without a value: NS.object.\(frame.index).")
            }
        }
    }

    // MARK: Objects

    func beginObject() throws -> CodedClass? {
        let isDetour = try map != nil && followAlias()
        var codedClass: CodedClass?
        if base.isAtContainer {
            switch try look() {
            case .foundation(.dictionary): break
            case .object, .foundation: codedClass = lookClass
            default: break
            }
        }
        _ = try base.beginObject()
        enter(isDetour: isDetour)
        return codedClass
    }

    func moveToKey(_ key: ModelKey) throws -> Bool {
        guard isInPlain else { throw wrongUse("object") }
        if let literal = key.literal, unsafe literal.utf8Start.pointee != UInt8(ascii: "$") {
            if try base.moveToKey(key) { return true }
        } else {
            let text = key.stringValue
            if try base.moveToKey(ModelKey(text.utf8.first == UInt8(ascii: "$") ? HRKeys.escaped(text) : text)) {
                return true
            }
        }
        guard unsafe key.withUTF8({ unsafe $0.contains { $0 < 0x20 || $0 == 0xEF } }),
            let encoded = HRKeys.encoded(key.stringValue)
        else { return false }
        return try base.moveToKey(ModelKey(encoded))
    }

    func objectKeys() throws -> [String] {
        guard isInPlain else { throw wrongUse("object") }
        var hasEscapes = false
        let keys: [String] = try base.objectKeys().compactMap { key in
            guard key.utf8.first == UInt8(ascii: "$") else { return key }
            hasEscapes = true
            return key == "$class" ? nil : HRKeys.unescaped(key)
        }
        // One key may be written in two ways.
        guard !hasEscapes || Set(keys.map { ExactText($0) }).count == keys.count else {
            throw error(.duplicateKey, "The object has a key twice: as it is, and escaped.")
        }
        return keys
    }

    func endObject() throws {
        guard isInPlain else { throw wrongUse("object") }
        try base.endObject()
        try leave()
    }
}
