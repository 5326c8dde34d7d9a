import Documents
import FormatSupport
import PropertyListCodec

/// Builds a document from the bytes of a binary property list. It works in a loop, so that deep nesting takes no
/// stack.
///
/// If a file refers to a container several times, the container is read each time. The builder limits the number of
/// all values and their depth. The references of a keyed archive are UIDs.
struct BinaryPropertyListParser: ~Copyable {
    private let source: ByteSource
    private let reader: BinaryPropertyListReader
    private var longValues = BinaryPropertyListLongValues()
    private var open: [Container] = []
    /// The builder's keys by their object numbers. Files contain each key once.
    private var keys = KeyTable<DocumentBuilder.Key>()

    private struct Container {
        /// The references to the dictionary's keys. An array has no keys.
        let keys: BinaryPropertyListReferences
        let values: BinaryPropertyListReferences
        let isArray: Bool
        var next = 0
        /// The number of elements or entries to read. Repeated keys that are ignored aren't among them.
        var count: Int
        /// The index in the parser's `chosen` of the entries to read. -1 to read all entries.
        var chosen = -1

        init(keys: BinaryPropertyListReferences = .none, values: BinaryPropertyListReferences, isArray: Bool) {
            (self.keys, self.values, self.isArray, count) = (keys, values, isArray, values.count)
        }
    }

    private let duplicates: DuplicateKeys
    /// The indexes of the entries to read, for each dictionary that contains a key more than once.
    private var chosen: [[Int]] = []
    /// The index in `chosen` for each dictionary, by its object number. -1 to read all entries.
    private var choices: [Int: Int] = [:]
    /// A number for the text of each key, by the key's object number. Equal texts have the same number.
    private var texts: [Int: Int] = [:]
    private var textNumbers: [ExactText: Int] = [:]

    /// - Throws: `corruptData` if the header or the trailer isn't valid.
    init(_ content: Data, _ duplicates: DuplicateKeys) throws(ModelError) {
        self.duplicates = duplicates
        do {
            source = ByteSource(content)
            reader = try BinaryPropertyListReader(source)
        } catch {
            throw ModelError(wrapping: error)
        }
    }

    /// Reads the whole list.
    mutating func read(into builder: inout DocumentBuilder) throws(ModelError) {
        try readPart(reader.topObject, into: &builder)
    }

    /// Reads the value with the number of its object.
    mutating func readPart(_ number: Int, into builder: inout DocumentBuilder) throws(ModelError) {
        builder.setSource(source, isText: false)
        builder.scalars = .typed
        do {
            open.removeAll()
            try append(number, to: &builder)
            while let last = open.indices.last {
                let container = open[last]
                guard container.next < container.count else {
                    open.removeLast()
                    try builder.end()
                    continue
                }
                open[last].next = container.next &+ 1
                let entry = container.chosen < 0 ? container.next : chosen[container.chosen][container.next]
                if !container.isArray { try appendKey(reader.number(entry, in: container.keys), to: &builder) }
                try append(reader.number(entry, in: container.values), to: &builder)
            }
        } catch {
            throw ModelError(wrapping: error).at(builder.offset.map { ModelLocation(byteOffset: $0) })
        }
    }

    private mutating func append(_ number: Int, to builder: inout DocumentBuilder) throws {
        let object = try reader.object(number)
        builder.offset = object.offset
        switch object.kind {
        case .null: try builder.appendNull()
        case .bool: try builder.append(try reader.bool(object))
        case .integer:
            if let value = try reader.int64(object) {
                try builder.append(value)
            } else if let value = try reader.uint64(object) {
                try builder.append(value)
            } else {
                throw ModelError(.outOfRange, "An integer of more than 64 bits.")
            }
        case .real:
            if reader.isFloat(object) {
                try builder.append(try reader.float(object))
            } else {
                try builder.append(try reader.double(object))
            }
        case .date: try builder.append(try reader.date(object))
        case .uid: try builder.append(.uid(try reader.wideUID(object)))
        case .data: try builder.append(try longValues.data(object, in: reader))
        case .string:
            if let bytes = unsafe try reader.shortASCII(object)
                ?? longValues.ascii(object, in: reader, ofAtLeast: DocumentBuilder.bytesKept)
            {
                return try builder.append(utf8: bytes)
            }
            try builder.append(try longValues.string(object, in: reader))
        case .array, .set:
            open.append(Container(values: try reader.elements(of: object), isArray: true))
            try builder.beginArray()
        case .dictionary:
            let (keys, values) = try reader.entries(of: object)
            open.append(Container(keys: keys, values: values, isArray: false))
            if duplicates != .error { try chooseEntries(of: number, keys) }
            try builder.beginDictionary()
        case .unknown: throw PropertyListError("An object of no known type.", at: object.offset)
        }
    }

    /// Chooses which entries to read of the dictionary that was opened last, by the rule for repeated keys. The
    /// choice is made once for each dictionary, because a file may refer to it very often.
    private mutating func chooseEntries(of number: Int, _ keys: BinaryPropertyListReferences) throws {
        guard let last = open.indices.last else { return }
        let choice = try choices[number] ?? choice(among: keys)
        choices[number] = choice
        open[last].chosen = choice
        if choice >= 0 { open[last].count = chosen[choice].count }
    }

    private mutating func choice(among keys: BinaryPropertyListReferences) throws -> Int {
        var entries: [Int: Int] = [:]
        var isIgnored = [Bool](repeating: false, count: keys.count)
        for entry in 0..<keys.count {
            let text = try textNumber(reader.number(entry, in: keys))
            let earlier = entries[text]
            // If the first key names the class, it counts, as in other formats.
            let keepsEarlier = duplicates == .first || earlier == 0 && textNumbers[ExactText("$class")] == text
            if let earlier { isIgnored[keepsEarlier ? entry : earlier] = true }
            if earlier == nil || !keepsEarlier { entries[text] = entry }
        }
        guard entries.count < keys.count else { return -1 }
        chosen.append(isIgnored.indices.filter { !isIgnored[$0] })
        return chosen.count - 1
    }

    /// Returns the number of a key's text. Each key's object is read once, because very many dictionaries may have
    /// the same long key.
    private mutating func textNumber(_ number: Int) throws -> Int {
        if let known = texts[number] { return known }
        let object = try reader.object(number)
        // A key that isn't text is reported when it is read.
        let text = object.kind == .string ? ExactText(try longValues.string(object, in: reader)) : nil
        let found = text.flatMap { textNumbers[$0] } ?? -1 - texts.count
        if let text { textNumbers[text] = found }
        texts[number] = found
        return found
    }

    private mutating func appendKey(_ number: Int, to builder: inout DocumentBuilder) throws {
        do {
            try builder.key(try keys[number] ?? readKey(number, for: &builder))
        } catch {
            builder.offset = try reader.object(number).offset
            throw error
        }
    }

    private mutating func readKey(
        _ number: Int, for builder: inout DocumentBuilder
    ) throws -> DocumentBuilder.Key {
        let object = try reader.object(number)
        guard object.kind == .string else {
            throw PropertyListError("A dictionary's key isn't text.", at: object.offset)
        }
        // A key `$class` that is stored as UTF-16 is an ordinary key of the dictionary, and names no class.
        let key = builder.makeKey(try longValues.string(object, in: reader), isEscaped: object.marker >> 4 == 0x6)
        keys[number] = key
        return key
    }
}
