import Documents
import FormatSupport

// Values with their own code are read into a document. The parser is a loop, so that depth costs no stack.

extension FastDirectReader {
    static var parsedParts: ParsedParts { .unread }

    /// An open container, whose members are being appended.
    private struct Part {
        enum Kind {
            case sequence, dictionary
            /// An object that contains its own keys, each after its value.
            case coded
        }
        let kind: Kind
        /// The number of members that are left to append. 0 for a coded object.
        var left = 0
        /// True if the container takes its index of the object cache when it ends.
        var isIndexedAtEnd = false
        /// The number of an object in the document.
        var number = 0
        /// True if the container's current value was begun. Its key comes after the value.
        var isAtValue = false
    }

    /// Appends the value at the position to a document, and moves to its end.
    ///
    /// - Throws: `invalidCoding` for a value that needs the rest of the file, such as a reference to an array.
    mutating func parse(valueAt offset: Int, into builder: inout DocumentBuilder) throws {
        builder.setSource(source, isText: false)
        var open: [Part] = []
        try append(&builder, &open)
        while var part = open.popLast() {
            if part.isAtValue {
                guard skipKey() else { throw Self.partial }
                part.isAtValue = false
            }
            if part.kind == .coded ? try layout.type(at: position) == .unset : part.left == 0 {
                end(part)
                try builder.end()
                continue
            }
            switch part.kind {
            case .sequence: break
            case .dictionary: try appendKey(&builder)
            case .coded: try appendName(&builder)
            }
            part.isAtValue = part.kind != .sequence
            part.left -= 1
            open.append(part)
            try append(&builder, &open)
        }
    }

    private static var partial: ModelError { ModelError(.invalidCoding, "The value can't be read by itself.") }

    private mutating func end(_ part: Part) {
        if part.kind == .coded {
            position &+= 1
            number(part.number)
        } else if part.isIndexedAtEnd {
            objects.append(nil)
        }
    }

    /// Adds the object with a number in the document to the object cache, and notes its index.
    private mutating func number(_ number: Int) {
        partIndexes[number] = objects.count
        partNumbers[objects.count] = number
        objects.append(nil)
    }

    private mutating func newNumber() -> Int {
        partCount += 1
        return partCount - 1
    }

    /// Begins the coded object at the position, whose name comes next.
    private mutating func beginCoded(_ builder: inout DocumentBuilder, _ open: inout [Part]) throws {
        position &+= 1
        let part = Part(kind: .coded, number: newNumber())
        try builder.beginObject(named: try value(readString()), number: part.number)
        open.append(part)
    }

    /// Appends the key of the coded object's value at the position. The key comes after the value.
    private func appendName(_ builder: inout DocumentBuilder) throws {
        var skipped = Skipped()
        guard let place = end(ofValueAt: position, &skipped), let start = text(at: place, skipped),
            let end = endOfText(at: start, most: 255)
        else { throw Self.partial }
        try builder.key(try layout.text(start..<end))
    }

    /// Appends the key after the value at the position.
    private func appendKey(_ builder: inout DocumentBuilder) throws {
        var skipped = Skipped()
        guard let place = end(ofValueAt: position, &skipped) else { throw Self.partial }
        if let start = text(at: place, skipped), let end = endOfText(at: start, most: 255) {
            return try builder.append(utf8: source.bytes(start..<end))
        }
        let type = try layout.type(at: place)
        switch type {
        case .true, .false: try builder.append(type == .true)
        case .zero, .one: try builder.append(type == .zero ? 0 : 1 as Int64)
        case .int8: try builder.append(Int64(source.raw(at: layout.number(of: place, size: 1), Int8.self)))
        case .int16: try builder.append(Int64(source.raw(at: layout.number(of: place, size: 2), Int16.self)))
        case .int32: try builder.append(Int64(source.raw(at: layout.number(of: place, size: 4), Int32.self)))
        case .int64: try builder.append(source.raw(at: layout.number(of: place, size: 8), Int64.self))
        case .float64: try builder.append(source.double(at: layout.number(of: place, size: 8)))
        default: throw Self.partial
        }
    }

    /// Moves to the end of the key at the position. A text key takes its index of the string cache. Returns false for
    /// a key of another kind.
    private mutating func skipKey() -> Bool {
        readString() != nil || readInteger() != nil || readBool() != nil || readDouble() != nil
    }

    /// Appends the value at the position, or begins the container there, and moves on.
    private mutating func append(_ builder: inout DocumentBuilder, _ open: inout [Part]) throws {
        if position < source.count, source[position] == ChunkType.classDefinition.rawValue { try readDefinition() }
        builder.offset = position
        let type = try layout.type(at: position)
        switch type {
        case .unset, .null:
            position &+= 1
            try type == .unset ? builder.appendNil() : builder.appendNull()
        case .true, .false:
            position &+= 1
            try builder.append(type == .true)
        case .zero, .one, .int8, .int16, .int32, .int64: try builder.append(try value(readInteger()))
        case .float32: try builder.append(try value(readFloat()))
        case .float64: try builder.append(try value(readDouble()))
        case .date: try builder.append(try value(readDate()))
        case .string: try builder.append(try value(readString()))
        case .stringAlias8, .stringAlias16, .stringAlias32:
            let text = try value(readString())
            // Very many aliases may refer to a long text.
            guard text.utf8.count <= FastParser.short else { throw Self.partial }
            try builder.append(text)
        case .data, .mutableData, .url, .decimal: try builder.append(try value(readScalar()))
        case .codedObject:
            let isUUID = text(at: position &+ 1).map { holds(FoundationClass.uuid, at: $0) } ?? false
            if isUUID { try builder.append(try value(readScalar())) } else { try beginCoded(&builder, &open) }
        case .array, .set, .orderedSet, .mutableArray, .mutableSet, .mutableOrderedSet, .dictionary,
            .mutableDictionary:
            let isDictionary = type == .dictionary || type == .mutableDictionary
            let (count, start) = try layout.memberCount(of: position, least: isDictionary ? 2 : 1)
            if !type.isIndexedAtEnd { objects.append(nil) }
            position = start
            if isDictionary { try builder.beginValueDictionary() } else { try builder.beginArray(type.arrayKind) }
            open.append(
                Part(kind: isDictionary ? .dictionary : .sequence, left: count, isIndexedAtEnd: type.isIndexedAtEnd))
        case .object8, .object16, .object32:
            let (index, start) = try layout.index(type, at: position)
            guard index < classes.count else { throw Self.partial }
            position = start
            let part = Part(kind: .sequence, left: classes[index].count, number: newNumber())
            try builder.beginObject(keys(ofClass: index, &builder), number: part.number)
            number(part.number)
            open.append(part)
        case .objectAlias8, .objectAlias16, .objectAlias32:
            let (index, end) = try layout.index(type, at: position)
            guard index < objects.count else { throw Self.partial }
            position = end
            if let object = objects[index] { return try builder.append(object: object) }
            guard let number = partNumbers[index] else { throw Self.partial }
            try builder.appendReference(to: number)
        case .uint64:
            let place = try layout.number(of: position, size: 8)
            try builder.append(source.raw(at: place, UInt64.self) as UInt64)
            position = place &+ 8
        case .point, .size, .rect, .vector, .range, .wideRange, .indexSet, .mutableIndexSet, .wideIndexSet:
            guard let geometry = try layout.geometry(type, at: position),
                let end = try layout.leafEnd(type, at: position)
            else { throw Self.partial }
            if type.isStructure { hasStructures = true } else if type != .wideRange { objects.append(nil) }
            try builder.append(.geometry(geometry))
            position = end
        default: throw Self.partial
        }
    }

    private func value<Value>(_ value: Value?) throws -> Value {
        guard let value else { throw Self.partial }
        return value
    }

    /// Reads the class definition at the position.
    private mutating func readDefinition() throws {
        let (file, end) = try layout.fileClass(at: position)
        classes.append(Definition(offset: position, file: file))
        position = end
    }

    /// Returns the builder's keys for the objects of a class that was defined.
    private mutating func keys(
        ofClass index: Int, _ builder: inout DocumentBuilder
    ) throws -> DocumentBuilder.ObjectKeys {
        var file = try classes[index].file ?? layout.fileClass(at: classes[index].offset).definition
        let keys = try file.keys ?? builder.objectKeys(file.names, of: file.codedClass)
        file.keys = keys
        classes[index].file = file
        return keys
    }
}
