import Documents
import FormatSupport
import Foundation

// Values with code of their own, which are read into a document. It is a loop, so that depth costs no stack.

extension FastDirectReader {
    static var parsesParts: Bool { true }
    static var goesBack: Bool { false }

    /// A container whose members come next.
    private struct Part {
        enum Kind { case sequence, object, dictionary }
        let kind: Kind
        /// The number of members that are left.
        var left: Int
        /// True if it takes its index of the object cache when it ends.
        var isIndexedAtEnd = false
        /// True if the value of a dictionary's entry comes next, and behind it the key.
        var isAtValue = false
    }

    /// - Throws: `invalidCoding` for what only the whole of the file tells: a reference to an array, for example.
    mutating func parse(valueAt offset: Int, into builder: inout DocumentBuilder) throws {
        builder.setSource(source, isText: false)
        var open: [Part] = []
        try append(&builder, &open)
        while var part = open.popLast() {
            if part.isAtValue {
                // The key was passed before the value. Now it takes its place in the string cache.
                guard part.kind == .dictionary, try skipKey() else { throw Self.dbg() }
                part.isAtValue = false
            }
            guard part.left > 0 else {
                if part.isIndexedAtEnd { objects.append(nil) }
                try builder.end()
                continue
            }
            part.left -= 1
            if part.kind == .dictionary {
                try appendKey(&builder)
                part.isAtValue = true
            }
            open.append(part)
            try append(&builder, &open)
        }
    }

    private static var partial: ModelError { ModelError(.invalidCoding, "The value can't be read by itself.") }
    private static func dbg(_ l: Int = #line) -> ModelError { print("PARTIAL", l); return partial }

    /// Appends the key behind the value at the position.
    private func appendKey(_ builder: inout DocumentBuilder) throws {
        guard let place = end(ofValueAt: position) else { throw Self.dbg() }
        if let start = text(at: place), let end = endOfText(at: start, most: 255) {
            return try builder.append(utf8: source.bytes(start..<end))
        }
        guard let number = try integer(at: place) else { throw Self.dbg() }
        try builder.append(number)
    }

    /// Moves behind the key at the position. Returns false if it is of another kind.
    private mutating func skipKey() throws -> Bool {
        try integer(at: position) == nil ? readString() != nil : readInteger() != nil
    }

    /// The integer at an offset; nil for anything else.
    private func integer(at offset: Int) throws -> Int64? {
        switch try layout.type(at: offset) {
        case .zero: 0
        case .one: 1
        case .int8: Int64(source.raw(at: try layout.number(of: offset, size: 1), Int8.self))
        case .int16: Int64(source.raw(at: try layout.number(of: offset, size: 2), Int16.self))
        case .int32: Int64(source.raw(at: try layout.number(of: offset, size: 4), Int32.self))
        case .int64: source.raw(at: try layout.number(of: offset, size: 8), Int64.self)
        default: nil
        }
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
            // Very many aliases may lead to a long text.
            guard text.utf8.count <= FastParser.short else { throw Self.dbg() }
            try builder.append(text)
        case .data, .mutableData, .url, .decimal, .codedObject: try builder.append(try value(readScalar()))
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
            guard index < classes.count else { throw Self.dbg() }
            position = start
            try builder.beginObject(keys(ofClass: index, &builder), number: objects.count)
            objects.append(nil)
            open.append(Part(kind: .object, left: classes[index].count))
        case .objectAlias8, .objectAlias16, .objectAlias32:
            let (index, end) = try layout.index(type, at: position)
            guard index < objects.count else { throw Self.dbg() }
            position = end
            if let object = objects[index] { return try builder.append(object: object) }
            guard builder.hasContainer(index) else { throw Self.dbg() }
            try builder.appendReference(to: index)
        default: throw Self.dbg()
        }
    }

    private func value<Value>(_ value: Value?) throws -> Value {
        guard let value else { throw Self.dbg() }
        return value
    }

    /// Reads the class definition at the position.
    private mutating func readDefinition() throws {
        let (file, end) = try layout.fileClass(at: position)
        classes.append(Definition(offset: position, file: file))
        position = end
    }

    /// The builder's keys for the objects of a class that was defined.
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
