import FormatSupport
import Foundation
import ModelCore

extension FastReader {
    /// Enters an object. Its class is nil for a dictionary that stands for one.
    mutating func beginObject() throws -> CodedClass? {
        let target = try target()
        switch target.type {
        case .object8, .object16, .object32: return try beginClassObject(target)
        case .codedObject:
            try scan()
            guard let name = try codedClassName(at: target.offset) else {
                throw layout.error("The name of an object's class isn't text.", at: target.offset)
            }
            let table = try keyTable(of: target)
            try pushKeyed(.keyed, target, table)
            return codedClasses.codedClass(named: name)
        case .dictionary, .mutableDictionary:
            try scan()
            let table = try keyTable(of: target)
            try pushKeyed(.keyed, target, table)
            return nil
        case .transform3D:
            try scan()
            var new = DecoderFrame(kind: .transform)
            new.start = target.offset
            if target.offset != position { new.resume = try end(of: position) }
            push(new)
            return transformClass
        default:
            throw ModelError(.typeMismatch, expected: "object", found: "\(target.type)").at(
                ModelLocation(byteOffset: position))
        }
    }

    @inline(__always)
    private mutating func beginClassObject(_ target: (type: ChunkType, offset: Int)) throws -> CodedClass {
        let (index, start) = try layout.index(target.type, at: target.offset)
        guard index < tables.classes.count else {
            throw layout.error("There is no class definition \(index).", at: target.offset)
        }
        if reading == .valuesOnly {
            throw ModelError(.classRefused, "The file holds an object of a class, and is to hold values alone.").at(
                ModelLocation(byteOffset: target.offset))
        }
        var new = try makeFrame(.object, target)
        if isStreaming { tables.enter(new.number) }
        let shape = tables.shapes[index]
        new.slotCount = shape.nameCount
        new.firstName = shape.firstName
        new.classIndex = index
        new.start = start
        push(new)
        position = start
        return tables.classes[index].codedClass
    }

    // MARK: Keys

    /// Moves to the value of a key; returns false where there is none, or it is unset.
    @inline(__always)
    mutating func moveToKey(_ key: ModelKey) throws -> Bool {
        guard frame.kind == .object, frame.slotBase < 0 else { return try search(key) }
        if position == frame.value { try skip() }
        guard frame.slot < frame.slotCount, isNextName(key) else { return try search(key) }
        frame.slot &+= 1
        if source[position] == ChunkType.unset.rawValue, position < source.count {
            position &+= 1
            foundNil = true
            return false
        }
        frame.value = position
        return true
    }

    /// True where the key is the next name of the class definition.
    @inline(__always)
    private mutating func isNextName(_ key: ModelKey) -> Bool {
        let place = frame.firstName &+ frame.slot
        return tables.names[place].isKnown(as: key) || compareName(at: place, with: key)
    }

    @inline(never)
    private mutating func compareName(at place: Int, with key: ModelKey) -> Bool {
        let name = tables.names[place]
        let isEqual = unsafe key.withUTF8 { bytes in
            guard bytes.count == name.length else { return false }
            guard let start = bytes.baseAddress else { return true }
            // The name was read from there: it lies within the file.
            return unsafe memcmp(source.base + name.offset, start, name.length) == 0
        }
        if isEqual { tables.names[place].remember(key) }
        return isEqual
    }

    @inline(never)
    private mutating func search(_ key: ModelKey) throws -> Bool {
        foundNil = false
        switch frame.kind {
        case .object:
            guard let slot = tables.classes[frame.classIndex].position(of: key.stringValue) else { return false }
            try findSlots()
            let place = slotOffsets[frame.slotBase + slot]
            guard source[place] != ChunkType.unset.rawValue else {
                foundNil = true
                return false
            }
            position = place
            frame.value = -1
            return true
        case .keyed:
            guard let place = keyTables.last?.offset(of: key) else { return false }
            position = place
            return true
        case .transform:
            guard let slot = FoundationClass.transform3DKeys.firstIndex(of: key.stringValue) else { return false }
            position = frame.start
            frame.slot = slot + 1
            return true
        default:
            throw layout.error("No object was begun.", at: position)
        }
    }

    /// Finds out where each member of the object stands that was entered last.
    private mutating func findSlots() throws {
        guard frame.slotBase < 0 else { return }
        try scan()
        frame.slotBase = slotOffsets.count
        var place = frame.start
        for _ in 0..<frame.slotCount {
            slotOffsets.append(place)
            place = try end(of: place)
        }
    }

    /// All keys of the object that was entered last.
    func objectKeys() throws -> [String] {
        switch frame.kind {
        case .object: return tables.classes[frame.classIndex].names
        case .keyed:
            guard let keys = keyTables.last?.keys else { return [] }
            // A key that is there twice is named once.
            var seen: Set<ExactText> = []
            return keys.filter { seen.insert(ExactText($0)).inserted }
        case .transform: return FoundationClass.transform3DKeys
        default: throw layout.error("No object was begun.", at: position)
        }
    }

    @inline(__always)
    mutating func endObject() throws {
        switch frame.kind {
        case .object where frame.slotBase < 0:
            if position == frame.value { try skip() }
            while frame.slot < frame.slotCount {
                try skip()
                frame.slot &+= 1
            }
            pop(to: position)
        case .object:
            slotOffsets.removeLast(slotOffsets.count - frame.slotBase)
            pop(to: Int(tables.ends[frame.number]))
        case .transform:
            pop(to: try layout.structure(of: frame.start, size: 128) + 128)
        default:
            try leaveKeyed()
        }
    }
}
