import Documents
import FormatSupport
import PropertyListCodec

/// The layout of a container in an archive, as ``ArchiveParser`` reads it. A reference is the number of an object in
/// the property list. The object is a UID, or the value itself.
struct ArchiveLayout {
    enum Form {
        /// The elements of an array or a set.
        case elements
        /// The keys and values of a dictionary.
        case entries
        /// The members of an object.
        case members
    }

    let form: Form
    /// The references to a dictionary's keys, or the numbers of the strings that are an object's keys.
    private(set) var keys: [Int] = []
    /// The names of an object's members. Nil for a key that belongs to the archive, such as `$class`, and for a key
    /// that is repeated.
    private(set) var names: [String?] = []
    /// The references to the values or the elements.
    private(set) var values: [Int] = []
    /// The container's number in the property list.
    private let number: Int
    /// The container's object in the property list.
    private let object: BinaryPropertyListRevision.Container
    /// The arrays that the object refers to: the array of keys, if it is a dictionary, and the array of values. Empty
    /// if the container has no such arrays.
    private var lists: [List] = []
    /// The positions of the numbered keys, `NS.key.0` … and `NS.object.0` …, among the object's keys. Empty if the
    /// container doesn't use numbered keys.
    private var numbered: [[Int]] = []

    /// An array that an object refers to.
    private struct List {
        /// The array's position among the object's values.
        let position: Int
        let number: Int
        /// The array's index in `$objects`. -1 if it is stored in the object itself, without a UID.
        let uid: Int
    }

    /// True if the dictionary is an object whose keys are archived values. False for a dictionary of the property
    /// list, whose keys are strings.
    var hasOwnKeys: Bool { !lists.isEmpty || !numbered.isEmpty }

    /// - Parameters:
    ///   - number: The object's number.
    ///   - archive: The archive.
    ///   - texts: The keys that were read so far, by number. Each key is read once, because very many objects may
    ///     share a long key.
    /// - Returns: Nil if the object isn't a container, or if its container is stored in a way that this library can't
    ///   change.
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
        /// Returns the array under a key. Returns nil if the object has no array under the key.
        func entry(_ key: String) throws -> (list: List, numbers: [Int])? {
            guard let position = written.firstIndex(of: key) else { return nil }
            let place = try archive.place(values[position])
            guard case .array(let numbers)? = try list.container(place.number) else { return nil }
            return (List(position: position, number: place.number, uid: place.uid), numbers)
        }
        /// Returns the positions of the keys that consist of the prefix and a number, in the order of the numbers.
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

    /// Returns the number of the container with the given keys and values. It is the container's old number if the
    /// keys and values haven't changed. Otherwise adds a new container to the revision.
    ///
    /// - Parameters:
    ///   - keys: The references to the keys. They aren't used for an array or a set.
    ///   - values: The references to the values.
    ///   - objects: The number of the object at each index of `$objects`. If an array of keys or values has a UID,
    ///     the number at that index is replaced by the number of the new array.
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

    /// Doubles a dollar sign at the beginning of a key, because NSKeyedArchiver reserves keys that begin with a
    /// dollar sign.
    static func escaped(_ key: String) -> String { key.utf8.first == UInt8(ascii: "$") ? "$" + key : key }
}
