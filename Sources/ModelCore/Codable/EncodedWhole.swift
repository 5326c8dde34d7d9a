import FormatSupport

extension CodableEncoder {
    enum Part {
        case nothing
        case null
        case bool(Bool)
        case int(Int64)
        case double(Double)
        case string(String)
        indirect case scalar(ModelScalar)
        /// A dictionary or an array, by its index in the table of containers.
        case container(Int)
        /// A model, or a struct or an enum with `@Model`, by its index in the table of models.
        case model(Int)
    }

    /// A dictionary or an array: a linked list of entries.
    struct Container {
        let isArray: Bool
        var count = 0
        var first = -1
        var last = -1
        /// The entries by their keys, if there are many keys; else empty.
        var positions: [ExactText: Int] = [:]
        /// The class of Foundation of which the dictionary is an object. Nil for any other dictionary.
        var codedClass: CodedClass?
    }

    /// An element, or a key and its value.
    struct Entry {
        let key: String
        var part: Part
        var next = -1
    }

    /// The state that all encoders of one value share. Two tables contain all encoded values, so that no container
    /// allocates memory separately.
    final class Whole {
        private let limits: DecodingLimits
        /// True if the format contains the objects of Foundation's classes.
        let hasFoundationObjects: Bool
        private var values = 0
        /// The kinds of the types that were encoded so far. There are few types, and values of one type mostly follow
        /// each other.
        @safe @exclusivity(unchecked) var types = CodableKinds()
        /// The error of a call that can't throw.
        var failure: ModelError?
        /// The error for the first value that was encoded in two ways, such as a container and a single value.
        var conflict: ModelError?
        // No other code has access to the tables, and no function below calls other code during an access. So accesses
        // can't overlap.
        @safe @exclusivity(unchecked) var containers: ContiguousArray<Container> = []
        @safe @exclusivity(unchecked) var entries: ContiguousArray<Entry> = []
        /// For each model, struct and enum with `@Model`: the function that encodes it. It is called when all
        /// containers are complete.
        @safe @exclusivity(unchecked) var models: ContiguousArray<(ModelEncoder) throws -> Void> = []

        init(_ limits: DecodingLimits, hasFoundationObjects: Bool) {
            self.limits = limits
            self.hasFoundationObjects = hasFoundationObjects
        }

        func kind(of type: Any.Type) -> CodableKinds.Kind { types.kind(of: type) }

        /// Returns the encoded value for a value of a type with `@Model`. The value is written as the static type that
        /// the calling code declares.
        func model<Model: ModelRecord>(_ type: Model.Type, _ value: Any) -> Part? {
            guard let value = value as? Model else { return nil }
            models.append { try $0.encodeValue(value) }
            return .model(models.count - 1)
        }

        /// Counts a value towards the limits, because a value may encode further values without end.
        func count() throws {
            if let failure { throw failure }
            values += 1
            if values % LongWork.values == 0 { try LongWork.check() }
            guard values <= limits.nodes else { throw ModelError.tooMany(limits.nodes) }
            guard values <= limits.bytes else { throw ModelError.tooLarge(limits.bytes) }
        }

        func newContainer(isArray: Bool) -> Int {
            containers.append(Container(isArray: isArray))
            return containers.count - 1
        }

        /// Appends an element, or a value for a key that the container doesn't have.
        ///
        /// - Returns: The index of the entry.
        @discardableResult
        func append(_ part: Part, for key: String = "", to container: Int) -> Int {
            let position = entries.count
            entries.append(Entry(key: key, part: part))
            let last = containers[container].last
            if last < 0 { containers[container].first = position } else { entries[last].next = position }
            containers[container].last = position
            containers[container].count += 1
            return position
        }

        /// Replaces the value of a key. If the container doesn't have the key, appends it.
        @discardableResult
        func set(_ part: Part, for key: String, in container: Int) -> Int {
            if let known = position(of: key, in: container) {
                entries[known].part = part
                return known
            }
            let position = append(part, for: key, to: container)
            if !containers[container].positions.isEmpty { containers[container].positions[ExactText(key)] = position }
            return position
        }

        /// The index of a key's entry. If the key has no entry, adds an empty entry.
        func entry(for key: String, in container: Int) -> Int {
            position(of: key, in: container) ?? set(.nothing, for: key, in: container)
        }

        /// The maximum number of keys that are searched one by one. Of more keys, a table is made.
        private static let fewKeys = 16

        private func position(of key: String, in container: Int) -> Int? {
            if containers[container].count > Self.fewKeys {
                if containers[container].positions.isEmpty {
                    forEachEntry(of: container) { containers[container].positions[ExactText(entries[$0].key)] = $0 }
                }
                return containers[container].positions[ExactText(key)]
            }
            var next = containers[container].first
            while next >= 0, !Self.isSame(entries[next].key, key) { next = entries[next].next }
            return next < 0 ? nil : next
        }

        /// True if two keys have the same bytes. Swift's `==` is also true for some keys with different bytes.
        private static func isSame(_ left: String, _ right: String) -> Bool {
            left == right && ExactText(left) == ExactText(right)
        }

        /// Sorts the entries of a container that come from a hash table, because their order differs from run to run.
        ///
        /// - Parameter size: The number of elements for an entry of the hash table, if the container is an array.
        func sort(_ container: Int, entrySize size: Int) throws {
            var places: [Int] = []
            forEachEntry(of: container) { places.append($0) }
            let isArray = containers[container].isArray
            let size = isArray ? size : 1
            guard places.count.isMultiple(of: size) else { return }
            let starts = Array(stride(from: 0, to: places.count, by: size))
            let texts =
                isArray
                ? try StableOrder.texts { encoder in
                    for start in starts { try encode(entries[places[start]].part, to: encoder) }
                } : places.map { entries[$0].key }
            let sorted = StableOrder.sorted(starts, by: texts).flatMap { places[$0..<$0 + size] }
            for (place, next) in zip(sorted, sorted.dropFirst()) { entries[place].next = next }
            guard let first = sorted.first, let last = sorted.last else { return }
            entries[last].next = -1
            (containers[container].first, containers[container].last) = (first, last)
        }

        func forEachEntry(of container: Int, _ body: (Int) throws -> Void) rethrows {
            var next = containers[container].first
            while next >= 0 {
                try body(next)
                next = entries[next].next
            }
        }
    }
}

// The encoding of the collected values into a document.

extension CodableEncoder.Whole {
    func encode(_ part: CodableEncoder.Part, to encoder: ModelEncoder) throws {
        switch part {
        case .nothing:
            try encoder.beginOwnDictionary()
            try encoder.end()
        case .null: try encoder.encodeNull()
        case .bool(let value): try encoder.encode(value)
        case .int(let value): try encoder.encode(value)
        case .double(let value): try encoder.encode(value)
        case .string(let value): try encoder.encode(value)
        case .scalar(let scalar): try encoder.encodeDeclared(scalar)
        case .model(let model): try models[model](encoder)
        case .container(let container) where containers[container].isArray:
            try encoder.beginArray()
            var index = 0
            try forEachEntry(of: container) { entry in
                do { try encode(entries[entry].part, to: encoder) } catch {
                    throw encoder.failing(.index(index), error)
                }
                index += 1
            }
            try encoder.end()
        case .container(let container):
            if let codedClass = containers[container].codedClass {
                try encoder.beginObject(of: codedClass)
            } else {
                try encoder.beginOwnDictionary()
            }
            try forEachEntry(of: container) { entry in
                do {
                    try encoder.encodeKey(entries[entry].key)
                    try encode(entries[entry].part, to: encoder)
                } catch {
                    throw encoder.failing(.key(entries[entry].key), error)
                }
            }
            try encoder.end()
        }
    }
}
