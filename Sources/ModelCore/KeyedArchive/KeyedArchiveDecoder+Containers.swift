import FormatSupport
import Foundation

extension KeyedArchiveDecoder {
    // MARK: Arrays

    func beginArray() throws -> Int {
        var inner = ArchiveFrame(.array)
        switch current.object.kind {
        case .array, .set: inner.elements = try list.elements(of: current.object)
        case .dictionary:
            let object = try object()
            guard [.array, .set, .orderedSet].contains(object.role) else { throw mismatch(expected: "array") }
            if let elements = try elements(of: object, "NS.objects", turn: 0) {
                inner.elements = elements
            } else {
                let numbers = try numbered(object, "NS.object.", or: "NS.object")
                inner.extras = ArchiveFrame.Extras(numbers: numbers)
                inner.elements = .none
            }
        default: throw mismatch(expected: "array")
        }
        let count = inner.extras?.numbers?.count ?? inner.elements.count
        enter(inner)
        return count
    }

    func nextElement() throws -> Bool {
        let index = frame.next
        if let extras = frame.extras { return try nextNumber(extras.numbers ?? []) }
        guard index < frame.elements.count else {
            try leave()
            return false
        }
        frame.next = index &+ 1
        try move(to: list.number(index, in: frame.elements))
        return true
    }

    @inline(never)
    private func nextNumber(_ numbers: [Int]) throws -> Bool {
        guard frame.next < numbers.count else {
            try leave()
            return false
        }
        try move(to: numbers[frame.next])
        frame.next += 1
        return true
    }

    /// The array under a key of an object; nil where it has no such key.
    func elements(
        of object: ArchiveObject, _ key: StaticString, turn: Int
    ) throws -> BinaryPropertyListReferences? {
        let position = try object.shape.position(ofLiteral: key, turn: turn)
        guard position >= 0 else { return nil }
        let array = try archive.place(list.number(position, in: object.values)).object
        guard array.kind == .array else {
            throw PropertyListError("Expected an array under \(key).", at: array.offset)
        }
        return try list.elements(of: array)
    }

    /// The values under `NS.object.0`, `NS.object.1` … (or without the second point, as counted sets have them).
    func numbered(_ object: ArchiveObject, _ prefix: String, or other: String? = nil) throws -> [Int] {
        var numbers: [Int] = []
        for candidate in [prefix, other].compactMap(\.self) where numbers.isEmpty {
            while case let position = try object.shape.position(of: ModelKey("\(candidate)\(numbers.count)"), turn: 0),
                position >= 0
            {
                numbers.append(list.number(position, in: object.values))
            }
        }
        return numbers
    }

    // MARK: Dictionaries

    func beginDictionary() throws -> Int {
        guard current.object.kind == .dictionary else { throw mismatch(expected: "dictionary") }
        let object = try object()
        var inner = ArchiveFrame(.dictionary)
        if !object.hasClass {
            inner.keys = object.shape.keys
            inner.elements = object.values
        } else if object.role == .dictionary {
            try fill(&inner, with: object)
        } else if object.role == .object {
            // An object may be read as a dictionary of its properties.
            inner = ArchiveFrame(.named)
            inner.extras = ArchiveFrame.Extras(names: try object.shape.allNames())
            inner.shape = object.shape
            inner.elements = object.values
        } else {
            throw mismatch(expected: "dictionary")
        }
        let count = inner.extras?.names?.count ?? inner.entryCount
        enter(inner)
        return count
    }

    /// The entries of an NSDictionary.
    private func fill(_ inner: inout ArchiveFrame, with object: ArchiveObject) throws {
        let keys = try elements(of: object, "NS.keys", turn: 0)
        let values = try elements(of: object, "NS.objects", turn: 1)
        if keys == nil, values == nil {
            let keys = try numbered(object, "NS.key.")
            let values = try numbered(object, "NS.object.")
            guard keys.count == values.count else { throw unequal() }
            inner.extras = ArchiveFrame.Extras(numbers: zip(keys, values).flatMap { [$0, $1] })
        } else {
            guard let keys, let values, keys.count == values.count else { throw unequal() }
            inner.keys = keys
            inner.elements = values
        }
    }

    private func unequal() -> ModelError {
        error(.corruptData, "A dictionary hasn't as many keys as values.")
    }

    func nextEntry() throws -> ModelEntryKey? {
        let index = frame.next
        frame.next = index &+ 1
        if let names = frame.extras?.names, let shape = frame.shape {
            guard index < names.count else {
                try leave()
                return nil
            }
            try move(to: list.number(try shape.position(of: ModelKey(names[index]), turn: index), in: frame.elements))
            return .text(names[index])
        }
        guard index < frame.entryCount else {
            try leave()
            return nil
        }
        let key = frame.key(index, in: list)
        let value = frame.value(index, in: list)
        try move(to: key)
        if let text = try text(current) {
            try move(to: value)
            return .text(text)
        }
        frame.valueAfterKey = value
        return .value
    }

    /// The text of a string, or of an object that stands for one; nil for anything else.
    func text(_ place: ArchiveReader.Place) throws -> String? {
        switch place.object.kind {
        case .string: return archive.isNil(place) ? nil : try string(place.object)
        case .dictionary:
            let object = try object(of: place.object)
            guard object.role == .string, case .string(let text)? = try scalar(of: object) else { return nil }
            return text
        default: return nil
        }
    }

    // MARK: Objects

    func beginObject() throws -> CodedClass? {
        guard current.object.kind == .dictionary else { throw mismatch(expected: "object") }
        let object = try object()
        guard object.hasClass, object.role == .dictionary else {
            var inner = ArchiveFrame(.object)
            inner.elements = object.values
            inner.shape = object.shape
            enter(inner)
            return object.hasClass ? object.archiveClass.codedClass : nil
        }
        var entries = ArchiveFrame(.dictionary)
        try fill(&entries, with: object)
        enter(try named(entries))
        return nil
    }

    /// A dictionary by its keys' text. Keys that aren't text name no property.
    private func named(_ entries: ArchiveFrame) throws -> ArchiveFrame {
        let count = entries.entryCount
        try context.count(count)
        var names: [String] = []
        var numbers: [Int] = []
        var positions: [String: Int] = [:]
        for index in 0..<count {
            let key = try archive.place(entries.key(index, in: list))
            guard let text = try text(key), positions[text] == nil else { continue }
            positions[text] = names.count
            names.append(text)
            numbers.append(entries.value(index, in: list))
        }
        var inner = ArchiveFrame(.named)
        let extras = ArchiveFrame.Extras(numbers: numbers, names: names)
        extras.positions = positions
        inner.extras = extras
        return inner
    }

    func moveToKey(_ key: ModelKey) throws -> Bool {
        guard let shape = frame.shape else {
            guard frame.container == .named, let extras = frame.extras, let numbers = extras.numbers else {
                throw mismatch(expected: "object")
            }
            guard let position = extras.positions[key.stringValue] else { return false }
            try move(to: numbers[position])
            return true
        }
        let position = try shape.position(of: key, turn: frame.next)
        frame.next &+= 1
        guard position >= 0 else { return false }
        try move(to: list.number(position, in: frame.elements))
        return true
    }

    func objectKeys() throws -> [String] {
        if let names = frame.extras?.names { return names }
        guard let shape = frame.shape else { throw mismatch(expected: "object") }
        return try shape.allNames()
    }

    func endObject() throws { try leave() }
}
