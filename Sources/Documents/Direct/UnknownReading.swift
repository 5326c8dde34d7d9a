import FormatSupport

/// The members of a file's objects that their classes don't know, as far as they were read directly.
///
/// Their values are the elements of one document for the whole file. The objects get them in the end.
struct UnknownReading: ~Copyable {
    private var builder: DocumentBuilder
    private var members: [(object: AnyObject, key: String, isIgnored: Bool)] = []
    private var keep: PropertyTable.UnknownMembers.Keep?
    /// False in a format with data, which may hold archives, and if the limits allow no array.
    private let isPossible: Bool

    init(_ capabilities: FormatCapabilities, _ conventions: FileConventions, _ limits: DecodingLimits) {
        builder = DocumentBuilder(for: capabilities, conventions, limits: limits)
        isPossible = (try? builder.beginArray()) != nil && !capabilities.contains(.data)
    }

    /// Reads the value of a member.
    ///
    /// - Parameters:
    ///   - levels: The number of levels that are left for the value.
    ///   - parse: Parses the value.
    /// - Returns: The number of words that the value takes in a document. Nil if it can't be read.
    mutating func read(
        _ key: String, of object: AnyObject, _ table: PropertyTable, levels: Int,
        _ parse: (inout DocumentBuilder) throws -> Void
    ) -> Int? {
        guard isPossible, let unknown = table.unknown, unknown.isUnknown(key) else { return nil }
        // The array around the values is one level more.
        builder.limits.depth = levels == .max ? .max : levels + 1
        let start = builder.document.words.count
        guard (try? parse(&builder)) != nil else { return nil }
        members.append((object, key, unknown.keep == nil))
        if let keep = unknown.keep { self.keep = keep }
        return builder.document.words.count - start
    }

    /// Gives the objects their members. Returns false if an object has a key twice, which is an error.
    consuming func finish() -> Bool {
        // Objects have few such keys, and files may have objects with very many.
        var (positions, objects): ([ObjectIdentifier: Int], [PropertyTable.UnknownMembers.Members]) = ([:], [])
        for (index, member) in members.enumerated() {
            let position = positions[ObjectIdentifier(member.object)] ?? objects.count
            if position == objects.count {
                positions[ObjectIdentifier(member.object)] = position
                objects.append((member.object, []))
            }
            objects[position].members.append((member.key, index))
        }
        let areUnique = objects.allSatisfy {
            $0.members.count < 2 || Set($0.members.map(\.key)).count == $0.members.count
        }
        guard areUnique, (try? builder.end()) != nil, let document = try? builder.finish() else { return false }
        keep?(objects.filter { !members[$0.members[0].index].isIgnored }, document)
        return true
    }
}
