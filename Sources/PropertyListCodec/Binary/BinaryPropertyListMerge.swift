import FormatSupport

/// Merges a new version of a binary property list into an old file. Values that stay the same keep the old file's
/// objects.
///
/// A value stays the same if the writer writes it identically for the old file and for the new version. It doesn't
/// matter how the old file stores the value. The work is linear in the size of the lists. There is no recursion.
package struct BinaryPropertyListMerge {
    private let base: BinaryPropertyListReader
    private let new: BinaryPropertyListReader
    private var revision: BinaryPropertyListRevision
    private let baseDigests: [Int]
    private let newDigests: [Int]
    private var open: [Frame] = []
    /// The copies of objects of the new list, by their numbers in that list.
    private var copies: [Int: Int] = [:]

    /// A container that is being merged.
    private struct Frame {
        let old: BinaryPropertyListRevision.Container
        let number: Int
        /// The keys of the merged dictionary. Empty for an array or a set.
        var keys: [Int] = []
        var parts: [Part]
        var results: [Int] = []
    }

    /// A value of the merged list: its object number in the old file, in the base list and in the new list. A number
    /// is nil if its list doesn't contain the value. The base list is the writer's output for the values of the old
    /// file.
    private struct Part {
        var old: Int?
        var base: Int?
        var new: Int?
    }

    /// Returns the old file with the changes between `base` and `new`. One writer has written both lists: `base`
    /// contains the old file's values.
    ///
    /// - Parameters:
    ///   - new: The writer's output for the new version.
    ///   - old: The old file.
    ///   - base: The writer's output for the values of the old file.
    ///   - limit: The largest number of bytes allowed.
    /// - Throws: `PropertyListError` if a list can't be read, or if the result is too large.
    package static func merged(
        _ new: Data, into old: Data, base: Data, limit: Int
    ) throws(PropertyListError) -> Data {
        var merge = try Self(
            old: BinaryPropertyListReader(ByteSource(old)), base: BinaryPropertyListReader(ByteSource(base)),
            new: BinaryPropertyListReader(ByteSource(new)))
        let top = try merge.run()
        var writer = BinaryPropertyListWriter(capacity: old.count + 4096)
        writer.byteLimit = limit
        let number = try merge.revision.write(top: top, to: &writer)
        return try writer.finish(top: number)
    }

    private init(
        old: BinaryPropertyListReader, base: BinaryPropertyListReader, new: BinaryPropertyListReader
    ) throws(PropertyListError) {
        (self.base, self.new) = (base, new)
        revision = BinaryPropertyListRevision(of: old)
        baseDigests = try Self.digests(of: base)
        newDigests = try Self.digests(of: new)
    }

    /// Returns the digest of each object of a list, by the object's number. Equal objects have equal digests. In
    /// lists that this library wrote, each container follows the objects in it. Any other list is an error.
    private static func digests(of list: BinaryPropertyListReader) throws(PropertyListError) -> [Int] {
        var digests: [Int] = []
        digests.reserveCapacity(list.objectCount)
        for number in 0..<list.objectCount {
            var hasher = Hasher()
            let object = try list.object(number)
            if let container = try list.container(number) {
                hasher.combine(object.marker >> 4)
                hasher.combine(container.numbers.count)
                for child in container.numbers {
                    guard child < number else {
                        throw PropertyListError("A container stands before what is in it.", at: object.offset)
                    }
                    hasher.combine(digests[child])
                }
            } else {
                unsafe hasher.combine(bytes: UnsafeRawBufferPointer(try list.bytes(ofSingle: object)))
            }
            digests.append(hasher.finalize())
        }
        return digests
    }

    // MARK: Going through the lists

    private mutating func run() throws(PropertyListError) -> Int {
        var result = try begin(
            Part(old: revision.old.topObject, base: base.topObject, new: new.topObject))
        while let last = open.indices.last {
            if let done = result {
                open[last].results.append(done)
                result = nil
            }
            let next = open[last].results.count
            if next < open[last].parts.count {
                result = try begin(open[last].parts[next])
                continue
            }
            result = end(open.removeLast())
        }
        return result ?? revision.old.topObject
    }

    /// Merges a part. Returns the number of the result. Returns nil if a container was begun. Then `end(_:)` returns
    /// its number.
    private mutating func begin(_ part: Part) throws(PropertyListError) -> Int? {
        guard let newNumber = part.new else { return part.old ?? 0 }
        guard let old = part.old, let baseNumber = part.base else { return try copy(newNumber) }
        if baseDigests[baseNumber] == newDigests[newNumber] { return old }
        guard let oldContainer = try revision.old.container(old), let baseContainer = try base.container(baseNumber),
            let newContainer = try new.container(newNumber)
        else { return try copy(newNumber) }
        switch (oldContainer, baseContainer, newContainer) {
        case (.array(let olds), .array(let bases), .array(let news)),
            (.set(let olds), .array(let bases), .array(let news)):
            guard olds.count == bases.count else { return try copy(newNumber) }
            open.append(
                Frame(old: oldContainer, number: old, parts: parts(olds, bases, news)))
        case (.dictionary(let oldKeys, let oldValues), .dictionary(let keys, let bases), .dictionary(_, let news)):
            let all = try names(of: newContainer, in: new)
            var frame = Frame(old: oldContainer, number: old, parts: [])
            let pairs = try partners(oldKeys, keys)
            var positions: [ExactText: Int] = [:]
            for (index, name) in all.enumerated() { positions[name] = index }
            let baseNames = try names(of: baseContainer, in: base)
            for (index, value) in oldValues.enumerated() {
                guard let partner = pairs[index] else {
                    // The writer doesn't write this entry, so it stays.
                    frame.keys.append(oldKeys[index])
                    frame.parts.append(Part(old: value))
                    continue
                }
                guard let position = positions.removeValue(forKey: baseNames[partner]) else { continue }
                frame.keys.append(oldKeys[index])
                frame.parts.append(Part(old: value, base: bases[partner], new: news[position]))
            }
            guard case .dictionary(let newKeys, _) = newContainer else { return try copy(newNumber) }
            for position in positions.values.sorted() {
                frame.keys.append(try copy(newKeys[position]))
                frame.parts.append(Part(new: news[position]))
            }
            open.append(frame)
        default: return try copy(newNumber)
        }
        return nil
    }

    private mutating func end(_ frame: Frame) -> Int {
        let made: BinaryPropertyListRevision.Container =
            switch frame.old {
            case .array: .array(frame.results)
            case .set: .set(frame.results)
            case .dictionary: .dictionary(keys: frame.keys, values: frame.results)
            }
        return made == frame.old ? frame.number : revision.add(made)
    }

    /// Returns the elements of the merged array. Equal elements at both ends of the base array and of the new array
    /// are paired. If the remaining elements between them are equally many in both arrays, they are paired by
    /// position, otherwise by their digests.
    private func parts(_ olds: [Int], _ bases: [Int], _ news: [Int]) -> [Part] {
        func areSame(_ base: Int, _ new: Int) -> Bool { baseDigests[bases[base]] == newDigests[news[new]] }
        var (start, baseEnd, newEnd) = (0, bases.count, news.count)
        while start < baseEnd, start < newEnd, areSame(start, start) { start += 1 }
        while baseEnd > start, newEnd > start, areSame(baseEnd - 1, newEnd - 1) {
            baseEnd -= 1
            newEnd -= 1
        }
        func part(_ base: Int, _ new: Int) -> Part { Part(old: olds[base], base: bases[base], new: news[new]) }
        var parts = (0..<start).map { part($0, $0) }
        if baseEnd - start == newEnd - start {
            parts += (start..<newEnd).map { part($0, $0) }
        } else {
            var later: [Int: [Int]] = [:]
            for base in (start..<baseEnd).reversed() { later[baseDigests[bases[base]], default: []].append(base) }
            for new in start..<newEnd {
                if let base = later[newDigests[news[new]]]?.popLast() {
                    parts.append(part(base, new))
                } else {
                    parts.append(Part(new: news[new]))
                }
            }
        }
        return parts + (newEnd..<news.count).map { part($0 - newEnd + baseEnd, $0) }
    }

    /// Returns, for each old key, the index of the writer's key for it, or nil if there is no such key. The writer's
    /// key is the key with the same name. If the remaining keys are equally many on both sides, they are paired in
    /// order.
    private func partners(_ olds: [Int], _ bases: [Int]) throws(PropertyListError) -> [Int?] {
        var positions: [ExactText: Int] = [:]
        for (index, key) in bases.enumerated() { positions[ExactText(try base.string(base.object(key)))] = index }
        var found: [Int?] = []
        for key in olds {
            let object = try revision.old.object(key)
            guard object.kind == .string else { throw PropertyListError("A key isn't text.", at: object.offset) }
            found.append(positions.removeValue(forKey: ExactText(try revision.old.string(object))))
        }
        let left = positions.values.sorted()
        let lone = found.indices.filter { found[$0] == nil }
        if left.count == lone.count { for (index, partner) in zip(lone, left) { found[index] = partner } }
        return found
    }

    private func names(
        of container: BinaryPropertyListRevision.Container, in list: BinaryPropertyListReader
    ) throws(PropertyListError) -> [ExactText] {
        guard case .dictionary(let keys, _) = container else { return [] }
        var names: [ExactText] = []
        for key in keys { names.append(ExactText(try list.string(list.object(key)))) }
        return names
    }

    /// Copies an object of the new list. Each object is copied only once. Returns the number of the copy.
    private mutating func copy(_ number: Int) throws(PropertyListError) -> Int {
        if let known = copies[number] { return known }
        let copy = try revision.add([number], of: new)[0]
        copies[number] = copy
        return copy
    }
}
