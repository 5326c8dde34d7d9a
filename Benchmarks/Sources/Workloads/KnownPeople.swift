import FormatSupport

/// The people as a program knows them that needn't read a file: their numbers, and where the bytes of each text are.
struct KnownPeople {
    private struct Values {
        let name, email: Range<Int>
        let age: Int
        let score: Double
        let active: Bool
        let tags: [Range<Int>]
    }

    /// The bytes of all texts, one after the other.
    private let bytes: [UInt8]
    private let values: [Values]

    init(_ record: PeopleRecord) {
        var bytes: [UInt8] = []
        func range(of text: String) -> Range<Int> {
            let start = bytes.count
            bytes += text.utf8
            return start..<bytes.count
        }
        values = record.people.map {
            Values(
                name: range(of: $0.name), email: range(of: $0.email), age: $0.age, score: $0.score, active: $0.active,
                tags: $0.tags.map(range))
        }
        self.bytes = bytes
    }

    /// Makes them. The bytes are valid UTF-8, which is not checked again.
    func people() -> People {
        // The buffer is good for the call, and every text is a copy.
        unsafe bytes.withUnsafeBufferPointer { bytes in
            var people: [Person] = []
            people.reserveCapacity(values.count)
            for known in values {
                let person = Person()
                person.name = unsafe bytes.part(known.name).uncheckedText
                person.email = unsafe bytes.part(known.email).uncheckedText
                person.age = known.age
                person.score = known.score
                person.active = known.active
                var tags: [String] = []
                tags.reserveCapacity(known.tags.count)
                for tag in known.tags { tags.append(unsafe bytes.part(tag).uncheckedText) }
                person.tags = tags
                people.append(person)
            }
            let root = People()
            root.people = people
            return root
        }
    }
}
