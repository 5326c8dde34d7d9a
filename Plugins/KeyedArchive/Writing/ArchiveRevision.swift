import Documents
import FormatSupport
import PropertyListCodec

/// Writes a document into the archive that it was read from. A value that hasn't changed keeps its objects, byte by
/// byte. Everything that a document doesn't contain is kept, too: the classes of Foundation's values, keys that
/// aren't read, values that are stored in an object itself, class hints, and several values in `$top`.
///
/// The objects of a new value are stored after all other objects. An object without any remaining reference is
/// replaced by nil. The document, the old document and the old archive are traversed side by side, without recursion.
struct ArchiveRevision {
    /// A value in a container, with its old and its new state: an element, a key or a value of a dictionary, or a
    /// member of an object.
    struct Part {
        /// The number of the string that is an object's key. -1 if the part isn't a member.
        var key = -1
        /// The new value. Nil if the part stays unchanged.
        var value: ModelDocument.Value?
        var old: ModelDocument.Value?
        /// The old archive's reference to the value, as the number of an object in the property list. Nil if the part
        /// is new.
        var number: Int?
        /// True in an array, a set or a dictionary, where a null is an object.
        var isElement = false
    }

    /// A container that both documents contain, and whose parts are being written.
    private struct Frame {
        let layout: ArchiveLayout
        /// The reference to the container.
        let reference: Int
        /// The container's index in `$objects`. -1 if the container is stored in the container around it, without a
        /// UID.
        let uid: Int
        let document: Int
        var parts: [Part]
        var results: [Int] = []
    }

    let archive: ArchiveReader
    private let limits: DecodingLimits
    private var revision: BinaryPropertyListRevision
    /// The number of the object at each index of `$objects`.
    private var objects: [Int]
    /// The references to the document's containers, by their index in the document. A reference is nil as long as a
    /// container without a UID isn't complete.
    private var references: [Int: Int?] = [:]
    /// The containers of the old document that were matched with a container of the new document.
    private var taken: Set<Int> = []
    /// The containers of new values.
    private var added: Set<Int> = []
    private var open: [Frame] = []
    /// The keys that were read so far, by their numbers.
    private var texts: [Int: String] = [:]

    /// An error that shows that the old archive can't be kept.
    struct Unsuitable: Error {}

    /// Returns the archive of a document, written into an older archive. Returns nil if the older archive can't be
    /// kept.
    static func data(of document: ModelDocument, keeping older: Data, limits: DecodingLimits) throws -> Data? {
        guard older.count <= limits.bytes, PropertyListLook(older) == .keyedArchive else { return nil }
        let isXML = PropertyListText.isPropertyList(older)
        do {
            let source = ByteSource(isXML ? try XMLPropertyList.binary(from: ByteSource(older)) : older)
            var writer = BinaryPropertyListWriter(capacity: source.count + 4096)
            writer.byteLimit = limits.bytes
            let top = try write(document, keeping: source, limits: limits, to: &writer)
            let data = try writer.finish(top: top)
            guard try EmbeddedArchive.document(of: data, limits: limits) == document else { return nil }
            guard isXML else { return data }
            return try XMLPropertyList.text(of: BinaryPropertyListReader(ByteSource(data)), limit: limits.bytes)
        } catch is PropertyListError {
            return nil
        } catch is Unsuitable {
            return nil
        }
    }

    /// Returns the archive of a secret document, written into an older archive. Returns nil if the older archive
    /// can't be kept, or if it isn't a binary property list.
    static func secret(
        of document: ModelDocument, keeping older: ByteSource, limits: DecodingLimits
    ) throws -> ByteBuffer? {
        do {
            var writer = BinaryPropertyListWriter(capacity: older.count + 4096, wipesMemory: true)
            writer.byteLimit = limits.bytes
            let top = try write(document, keeping: older, limits: limits, to: &writer)
            let buffer = try writer.finishBuffer(top: top)
            let copy = try ByteSource(secretOfCapacity: buffer.count) { room in
                buffer.withBytes { bytes in unsafe room.update(fromContentsOf: bytes) }
            }
            var builder = DocumentBuilder(for: .all, limits: limits.forFile(of: copy.count))
            try ArchiveParser.parse(copy, into: &builder)
            guard try builder.finish() == document else { return nil }
            return buffer
        } catch is PropertyListError {
            return nil
        } catch is Unsuitable {
            return nil
        }
    }

    /// Writes the objects of a document's archive.
    ///
    /// - Returns: The number of the property list's root.
    private static func write(
        _ document: ModelDocument, keeping older: ByteSource, limits: DecodingLimits,
        to writer: inout BinaryPropertyListWriter
    ) throws -> UInt32 {
        var builder = DocumentBuilder(for: .all, limits: limits.forFile(of: older.count))
        try ArchiveParser.parse(older, into: &builder)
        var revision = try ArchiveRevision(older, limits)
        let top = try revision.run(document.root, try builder.finish().root)
        return try revision.revision.write(top: top, to: &writer)
    }

    private init(_ source: ByteSource, _ limits: DecodingLimits) throws {
        archive = try ArchiveReader(BinaryPropertyListReader(source))
        self.limits = limits
        revision = BinaryPropertyListRevision(of: archive.list)
        let references = archive.objects
        let list = archive.list
        objects = (0..<references.count).map { list.number($0, in: references) }
    }

    // MARK: The whole

    /// Writes the whole document. Returns the number of the property list's root.
    private mutating func run(_ new: ModelDocument.Value, _ old: ModelDocument.Value) throws -> Int {
        let list = archive.list
        guard case .dictionary(let keys, var values)? = try list.container(list.topObject),
            case .dictionary(let topKeys, var tops)? = try list.container(archive.topNumber)
        else { throw Unsuitable() }
        let before = try reachable(from: archive.topNumber)
        var place: Int?
        if tops.count == 1 { place = 0 }
        for (index, key) in topKeys.enumerated() {
            if place == nil, list.isString(try list.object(key), "root") { place = index }
        }
        let root = try result(Part(value: new, old: old, number: place.map { tops[$0] } ?? archive.topNumber))
        var top = root
        if let place {
            tops[place] = root
            top = revision.add(.dictionary(keys: topKeys, values: tops))
        }
        let after = try reachable(from: top)
        // Nil replaces the objects that nothing refers to any more. So the objects after them keep their UIDs.
        for uid in before.subtracting(after) where uid < archive.objects.count { objects[uid] = objects[0] }
        let array = revision.add(.array(objects))
        for (index, key) in keys.enumerated() {
            let key = try list.object(key)
            if list.isString(key, "$top") { values[index] = top }
            if list.isString(key, "$objects") { values[index] = array }
        }
        return revision.add(.dictionary(keys: keys, values: values))
    }

    /// Returns the indexes in `$objects` of all objects that can be reached from an object.
    private func reachable(from number: Int) throws -> Set<Int> {
        var met: Set<Int> = []
        var uids: Set<Int> = []
        var pending = [number]
        // The containers of a proper archive have fewer references in total than the file has bytes. More are only
        // possible if containers overlap.
        var room = archive.list.objectsEnd + revision.newCount
        while let next = pending.popLast() {
            guard met.insert(next).inserted else { continue }
            if let uid = try revision.uid(next) {
                guard let uid = Int(exactly: uid), uid < objects.count else { throw Unsuitable() }
                if uids.insert(uid).inserted { pending.append(objects[uid]) }
            } else if let container = try revision.container(next) {
                room -= container.numbers.count
                guard room >= 0 else { throw Unsuitable() }
                pending += container.numbers
            }
        }
        return uids
    }

    // MARK: Values

    /// Writes a value and all values in it. Returns a reference to the result.
    private mutating func result(_ part: Part) throws -> Int {
        var result = try begin(part)
        while let last = open.indices.last {
            if let done = result {
                open[last].results.append(done)
                result = nil
            }
            let next = open[last].results.count
            result = next < open[last].parts.count ? try begin(open[last].parts[next]) : try end(open.removeLast())
        }
        guard let result else { throw Unsuitable() }
        return result
    }

    /// Writes a value. Returns a reference to the value. Returns nil if a container was begun. Then `end(_:)` returns
    /// its reference.
    private mutating func begin(_ part: Part) throws -> Int? {
        guard let value = part.value else { return part.number }
        guard value.kind.isContainer else {
            guard let scalar = value.exactScalar else { throw Unsuitable() }
            if let old = part.old, let number = part.number, !old.kind.isContainer, old.exactScalar == scalar {
                return number
            }
            return try add(value, in: part)
        }
        if let known = references[value.id] {
            // No other value can refer to a container without a UID before that container is complete.
            guard let known else { throw Unsuitable() }
            return known
        }
        guard !added.contains(value.id) else { throw Unsuitable() }
        guard let old = part.old, let number = part.number, areSame(value, old), taken.insert(old.id).inserted else {
            return try add(value, in: part)
        }
        let place = try archive.place(number)
        guard let layout = try ArchiveLayout(place.number, in: archive, &texts) else { throw Unsuitable() }
        references[value.id] = .some(place.uid >= 0 ? number : nil)
        var parts = try parts(of: value, old, layout)
        if layout.form != .members { for index in parts.indices { parts[index].isElement = true } }
        open.append(
            Frame(layout: layout, reference: number, uid: place.uid, document: value.id, parts: parts))
        return nil
    }

    /// Returns true if two containers are the same container, possibly with other values.
    private func areSame(_ new: ModelDocument.Value, _ old: ModelDocument.Value) -> Bool {
        guard new.kind == old.kind, ExactText(new.className ?? "") == ExactText(old.className ?? "") else {
            return false
        }
        guard let offset = new.byteOffset else { return true }
        return offset == old.byteOffset
    }

    private mutating func end(_ frame: Frame) throws -> Int {
        var (keys, values) = (frame.parts.map(\.key), frame.results)
        if frame.layout.form == .entries {
            keys = Array(frame.results.prefix(frame.results.count / 2))
            values = Array(frame.results.suffix(frame.results.count / 2))
        }
        let made = try frame.layout.container(keys, values, in: &revision, &objects)
        var reference = frame.reference
        if frame.uid >= 0 {
            objects[frame.uid] = made
        } else {
            reference = made
        }
        references[frame.document] = .some(reference)
        return reference
    }

    // MARK: What is in containers

    private mutating func parts(
        of new: ModelDocument.Value, _ old: ModelDocument.Value, _ layout: ArchiveLayout
    ) throws -> [Part] {
        switch layout.form {
        case .elements:
            return try elements(new.elements, old.elements, layout.values)
        case .entries:
            return try entries(new, old, layout)
        case .members:
            return try members(new, old, layout)
        }
    }

    /// Pairs new elements with old elements: first equal elements at both ends, then the elements in between. If both
    /// lists have equally many elements in between, these elements are paired by position, otherwise by equality.
    private func elements(
        _ news: [ModelDocument.Value], _ olds: [ModelDocument.Value], _ numbers: [Int]
    ) throws -> [Part] {
        guard olds.count == numbers.count else { throw Unsuitable() }
        func areSame(_ new: Int, _ old: Int) -> Bool {
            let (new, old) = (news[new], olds[old])
            guard new.kind.isContainer, old.kind.isContainer else {
                return new.kind.isContainer == old.kind.isContainer && new.exactScalar == old.exactScalar
            }
            return self.areSame(new, old)
        }
        func part(_ new: Int, _ old: Int) -> Part { Part(value: news[new], old: olds[old], number: numbers[old]) }
        var (start, newEnd, oldEnd) = (0, news.count, olds.count)
        while start < newEnd, start < oldEnd, areSame(start, start) { start += 1 }
        while newEnd > start, oldEnd > start, areSame(newEnd - 1, oldEnd - 1) {
            newEnd -= 1
            oldEnd -= 1
        }
        var parts = (0..<start).map { part($0, $0) }
        if newEnd == oldEnd {
            parts += (start..<newEnd).map { part($0, $0) }
        } else {
            var next = start
            for new in start..<newEnd {
                if let found = (next..<min(oldEnd, next + 64)).first(where: { areSame(new, $0) }) {
                    parts.append(part(new, found))
                    next = found + 1
                } else {
                    parts.append(Part(value: news[new]))
                }
            }
        }
        return parts + (newEnd..<news.count).map { part($0, $0 - newEnd + oldEnd) }
    }

    /// Returns the parts of a dictionary: all keys, then all values.
    private mutating func entries(
        _ new: ModelDocument.Value, _ old: ModelDocument.Value, _ layout: ArchiveLayout
    ) throws -> [Part] {
        let olds = old.entries
        guard olds.count == layout.values.count, layout.keys.count == olds.count else { throw Unsuitable() }
        let news = new.entries
        func key(_ value: ModelDocument.Value, _ place: Int) -> Key {
            // A key that is a container can only be identified by its position among the other containers.
            value.exactScalar.map { .scalar($0) } ?? .container(place)
        }
        var positions: [Key: Int] = [:]
        var containers = 0
        for (index, entry) in news.enumerated() {
            positions[key(entry.key, containers)] = index
            if entry.key.kind.isContainer { containers += 1 }
        }
        var (keys, values): ([Part], [Part]) = ([], [])
        containers = 0
        for (index, entry) in olds.enumerated() {
            let position = positions.removeValue(forKey: key(entry.key, containers))
            let isContainer = entry.key.kind.isContainer
            if isContainer { containers += 1 }
            guard let position else { continue }
            let newKey = isContainer ? news[position].key : nil
            keys.append(Part(value: newKey, old: entry.key, number: layout.keys[index]))
            values.append(Part(value: news[position].value, old: entry.value, number: layout.values[index]))
        }
        for position in positions.values.sorted() {
            let key = news[position].key
            // The keys of a dictionary of the property list are text.
            if layout.hasOwnKeys {
                keys.append(Part(value: key))
            } else if let text = key.stringValue {
                keys.append(Part(number: revision.add(text)))
            } else {
                throw Unsuitable()
            }
            values.append(Part(value: news[position].value))
        }
        return keys + values
    }

    /// The identity of a dictionary's key: the value of a scalar, or a container's position among the keys that are
    /// containers.
    private enum Key: Hashable {
        case scalar(ExactScalar)
        case container(Int)
    }

    private mutating func members(
        _ new: ModelDocument.Value, _ old: ModelDocument.Value, _ layout: ArchiveLayout
    ) throws -> [Part] {
        var news: [ExactText: ModelDocument.Value] = [:]
        for (key, value) in new.properties { news[ExactText(key)] = value }
        var olds: [ExactText: ModelDocument.Value] = [:]
        for (key, value) in old.properties { olds[ExactText(key)] = value }
        var parts: [Part] = []
        for (index, key) in layout.keys.enumerated() {
            guard let name = layout.names[index] else {
                parts.append(Part(key: key, number: layout.values[index]))
                continue
            }
            guard let value = news.removeValue(forKey: ExactText(name)) else {
                // The member was nil before and is nil now, or it was removed.
                if olds[ExactText(name)] == nil { parts.append(Part(key: key, number: layout.values[index])) }
                continue
            }
            parts.append(
                Part(key: key, value: value, old: olds[ExactText(name)], number: layout.values[index]))
        }
        for (key, value) in new.properties where news[ExactText(key)] != nil {
            parts.append(Part(key: revision.add(ArchiveLayout.escaped(key)), value: value))
        }
        return parts
    }

    // MARK: New values

    /// Adds the objects of a value that isn't in the old archive. Returns a reference to the value.
    private mutating func add(_ value: ModelDocument.Value, in part: Part) throws -> Int {
        if let scalar = value.scalar {
            // A scalar that was stored in the object itself, without a UID, is stored there again.
            if let old = part.number {
                if try revision.uid(old) == nil, let number = inline(scalar) { return number }
                if let number = try add(scalar, like: old) { return number }
            }
            if scalar == .null { return part.isElement ? try addNull() : revision.add(uid: 0) }
        } else {
            try note(value)
        }
        var walker = DocumentWalker(ModelDocument(value), for: .all, limits: limits)
        return try add(
            ArchiveReader(BinaryPropertyListReader(ByteSource(ArchiveSerializer.data(&walker, limits: limits)))))
    }

    /// Adds the objects of another archive. Returns a reference to its root.
    private mutating func add(_ other: ArchiveReader) throws -> Int {
        let list = other.list
        guard case .dictionary(_, let tops)? = try list.container(other.topNumber), let top = tops.first else {
            throw Unsuitable()
        }
        let shift = UInt64(objects.count - 1)
        func shifted(_ uid: UInt64) -> UInt64 { uid == 0 ? 0 : uid + shift }
        let numbers = (1..<other.objects.count).map { list.number($0, in: other.objects) }
        objects += try revision.add(numbers, of: list, uids: shifted)
        return revision.add(uid: shifted(UInt64(try list.uid(list.object(top)))))
    }

    /// Adds text or data as an object of the old value's class, so that a mutable string stays mutable. Returns a
    /// reference to the object. Returns nil if the old value isn't an object of text or data, or if it is of another
    /// kind.
    private mutating func add(_ scalar: ModelScalar, like old: Int) throws -> Int? {
        let list = archive.list
        guard old < list.objectCount, case let place = try archive.place(old), place.uid > 0,
            case .dictionary(let keys, var values)? = try list.container(place.number), keys.count == 2
        else { return nil }
        var (name, position): (String?, Int?) = (nil, nil)
        for (index, key) in keys.enumerated() {
            let key = try list.object(key)
            if list.isString(key, "$class") {
                let description = try archive.place(values[index]).object
                name = try list.value(forKey: "$classname", in: description).map { try list.string($0) }
            } else if list.isString(key, "NS.string") || list.isString(key, "NS.data") {
                position = index
            }
        }
        guard let name, let position, FoundationForm.kind(ofClass: name) == scalar.kind,
            try revision.uid(values[position]) == nil, let number = inline(scalar)
        else { return nil }
        values[position] = number
        objects.append(revision.add(.dictionary(keys: keys, values: values)))
        return revision.add(uid: UInt64(objects.count - 1))
    }

    /// Adds an `NSNull` object, which represents null in a collection. Returns a reference to the object.
    private mutating func addNull() throws -> Int {
        try add(
            ArchiveReader(
                BinaryPropertyListReader(ByteSource(EmbeddedArchive.data(of: .null, limits: limits)))))
    }

    /// Records the containers of a new value. Throws `Unsuitable` if another value also contains one of them.
    private mutating func note(_ value: ModelDocument.Value) throws {
        var pending = [value]
        var met: Set<Int> = []
        while let next = pending.popLast() {
            guard next.kind.isContainer, met.insert(next.id).inserted else { continue }
            guard references[next.id] == nil, added.insert(next.id).inserted else { throw Unsuitable() }
            pending += next.children.map { ModelDocument.Value(document: next.document, index: $0) }
        }
    }

    /// Adds a scalar of a type that property lists have, and returns its number. Returns nil for any other scalar.
    private mutating func inline(_ scalar: ModelScalar) -> Int? {
        var writer = BinaryPropertyListWriter(capacity: 256)
        switch scalar {
        case .bool(let value): _ = writer.append(value)
        case .int64(let value): _ = writer.append(value)
        case .uint64(let value): _ = writer.append(value)
        case .float(let value): _ = writer.append(value)
        case .double(let value): _ = writer.append(value)
        case .date(let value): _ = writer.append(value)
        case .string(let value): _ = writer.append(value)
        case .data(let value): _ = writer.append(value)
        default: return nil
        }
        return revision.add(bytesOf: writer)
    }
}
