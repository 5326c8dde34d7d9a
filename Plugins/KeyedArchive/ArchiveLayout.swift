import Documents
import FormatSupport
import Foundation
import PropertyListCodec

/// The places of a container's values in an archive, as ``ArchiveParser`` reads them.
struct ArchiveLayout {
    enum Form {
        /// An array's or a set's.
        case elements
        /// A dictionary's keys and values.
        case entries
        /// An object's.
        case members
    }

    let form: Form
    /// The references to keys: of entries, and the strings of an object's members.
    private(set) var keys: [Int] = []
    /// The names of an object's members; nil for keys that aren't the object's own.
    private(set) var names: [String?] = []
    /// The references to the values, or to the elements.
    private(set) var values: [Int] = []
    /// The object itself, and its number.
    private let number: Int
    private let object: BinaryPropertyListRevision.Container
    /// The arrays that the object refers to: of keys, if it has them, and of values.
    private var lists: [List] = []
    /// The positions of the keys, and of the values, among the object's values, if each has a numbered key of its own.
    private var numbered: [[Int]] = []

    /// An array that an object refers to.
    private struct List {
        /// The array's position among the object's values, and its number.
        let position: Int
        let number: Int
        /// Its index in `$objects`; -1 if it is in the object itself.
        let uid: Int
    }

    /// True for a dictionary whose keys are values with references of their own.
    var hasOwnKeys: Bool { !lists.isEmpty || !numbered.isEmpty }

    /// - Parameters:
    ///   - number: The object's number.
    ///   - archive: The archive.
    ///   - texts: The keys that were read before: very many objects may have a long one.
    /// - Returns: Nil if the object is no container, or is laid out in a way that this library doesn't change.
    init?(_ number: Int, in archive: ArchiveReader, _ texts: inout [Int: String]) throws {
        let list = archive.list
        guard let object = try list.container(number) else { return nil }
        self.object = object
        self.number = number
        guard case .dictionary(let keys, let values) = object else {
            form = .elements
            self.values = object.numbers
            return
        }
        var written: [String] = []
        for key in keys {
            let text = try texts[key] ?? list.string(list.object(key))
            texts[key] = text
            written.append(text)
        }
        guard let classIndex = written.firstIndex(of: "$class") else {
            form = .entries
            self.keys = keys
            self.values = values
            return
        }
        let description = try archive.place(values[classIndex]).object
        guard let name = try list.value(forKey: "$classname", in: description) else { return nil }
        let kind = FoundationForm.kind(ofClass: try list.string(name))
        /// The array under a key.
        func entry(_ key: String) throws -> (list: List, numbers: [Int])? {
            guard let position = written.firstIndex(of: key) else { return nil }
            let place = try archive.place(values[position])
            guard case .array(let numbers)? = try list.container(place.number) else { return nil }
            return (List(position: position, number: place.number, uid: place.uid), numbers)
        }
        /// The positions of the keys that consist of the prefix and a number, in the order of the numbers.
        func positions(_ prefix: String) -> [Int] {
            var places: [String: Int] = [:]
            for (index, key) in written.enumerated() where places[key] == nil && key.hasPrefix(prefix) {
                places[key] = index
            }
            var found: [Int] = []
            while let position = places[prefix + String(found.count)] { found.append(position) }
            return found
        }
        switch kind {
        case .array?, .set?, .orderedSet?:
            form = .elements
            guard let objects = try entry("NS.objects") else {
                numbered = [positions(Self.objectPrefix)]
                self.values = numbered[0].map { values[$0] }
                return
            }
            self.values = objects.numbers
            lists = [objects.list]
        case .dictionary?:
            form = .entries
            guard let keys = try entry("NS.keys"), let objects = try entry("NS.objects") else {
                numbered = [positions(Self.keyPrefix), positions(Self.objectPrefix)]
                self.keys = numbered[0].map { values[$0] }
                self.values = numbered[1].map { values[$0] }
                return
            }
            self.keys = keys.numbers
            self.values = objects.numbers
            lists = [keys.list, objects.list]
        default:
            form = .members
            self.keys = keys
            self.values = values
            var known: Set<ExactText> = []
            names = written.map { key in
                guard let name = ArchiveShape.unescaped(key), known.insert(ExactText(name)).inserted else { return nil }
                return name
            }
        }
    }

    /// The number of the container with other values; its own where they are the same.
    ///
    /// - Parameters:
    ///   - keys: The references to their keys; of elements, anything.
    ///   - values: The references to the values.
    ///   - objects: What is in `$objects`.
    func container(
        _ keys: [Int], _ values: [Int], in revision: inout BinaryPropertyListRevision, _ objects: inout [Int]
    ) throws -> Int {
        if values == self.values, form == .elements || keys == self.keys { return number }
        if !numbered.isEmpty { return numberedContainer(keys, values, &revision) }
        guard !lists.isEmpty else {
            switch object {
            case .array: return revision.add(.array(values))
            case .set: return revision.add(.set(values))
            case .dictionary: return revision.add(.dictionary(keys: keys, values: values))
            }
        }
        guard case .dictionary(let ownKeys, var ownValues) = object else { return number }
        for (list, numbers) in zip(lists, form == .entries ? [keys, values] : [values]) {
            let array = revision.add(.array(numbers))
            if list.uid >= 0 { objects[list.uid] = array } else { ownValues[list.position] = array }
        }
        return revision.add(.dictionary(keys: ownKeys, values: ownValues))
    }

    private static let keyPrefix = "NS.key."
    private static let objectPrefix = "NS.object."

    private func numberedContainer(
        _ keys: [Int], _ values: [Int], _ revision: inout BinaryPropertyListRevision
    ) -> Int {
        guard case .dictionary(var ownKeys, var ownValues) = object else { return number }
        let lists = form == .entries ? [keys, values] : [values]
        let prefixes = form == .entries ? [Self.keyPrefix, Self.objectPrefix] : [Self.objectPrefix]
        var left: Set<Int> = []
        for (list, (prefix, positions)) in zip(lists, zip(prefixes, numbered)) {
            for (index, number) in list.enumerated() {
                if index < positions.count {
                    ownValues[positions[index]] = number
                } else {
                    ownKeys.append(revision.add(prefix + String(index)))
                    ownValues.append(number)
                }
            }
            left.formUnion(positions.dropFirst(list.count))
        }
        let kept = ownKeys.indices.filter { !left.contains($0) }
        return revision.add(.dictionary(keys: kept.map { ownKeys[$0] }, values: kept.map { ownValues[$0] }))
    }

    /// NSKeyedArchiver keeps keys with a dollar sign for itself, and doubles it in others.
    static func escaped(_ key: String) -> String { key.utf8.first == UInt8(ascii: "$") ? "$" + key : key }
}
