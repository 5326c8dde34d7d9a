extension PeopleRecord {
    /// Made-up people, the same each time.
    ///
    /// - More than a quarter of the names have letters outside ASCII; half of the names fit into 15 bytes, which Swift stores without an allocation.
    /// - Every e-mail address is longer than that, and no other person's.
    /// - Half the scores have one or two decimals, half need all digits of a double.
    /// - Three tags of a set of sixteen, all of them short, in sixteen combinations. NSKeyedArchiver on Linux takes equal arrays for
    ///   one, and slows down with the square of the number of different ones: this is its better case.
    public static func generated(count: Int) -> PeopleRecord {
        var generator = SeededGenerator(seed: 0x70656F706C65)
        return PeopleRecord(people: (0..<count).map { PersonRecord.generated(number: $0, &generator) })
    }
}

extension PersonRecord {
    fileprivate static func generated(number: Int, _ generator: inout SeededGenerator) -> PersonRecord {
        let first = pick(firstNames, &generator)
        let last = pick(lastNames, &generator)
        let fullPrecision = Double.random(in: 0..<1000, using: &generator)
        let rounded = (fullPrecision * 100).rounded() / 100
        let start = Int.random(in: 0..<tagNames.count, using: &generator)
        return PersonRecord(
            name: "\(first.name) \(last.name)",
            email: "\(first.address).\(last.address).\(number)@\(pick(hosts, &generator))",
            age: Int.random(in: 18...90, using: &generator),
            score: number.isMultiple(of: 2) ? fullPrecision : rounded,
            active: Bool.random(using: &generator),
            // Steps of five through sixteen names: never one twice.
            tags: (0..<3).map { tagNames[(start + $0 * 5) % tagNames.count] })
    }

    private static func pick<Element>(_ elements: [Element], _ generator: inout SeededGenerator) -> Element {
        elements[Int.random(in: 0..<elements.count, using: &generator)]
    }

    private typealias NamePart = (name: String, address: String)

    private static let firstNames: [NamePart] = [
        ("Alice", "alice"), ("Benjamin", "benjamin"), ("Chloé", "chloe"), ("Daniel", "daniel"), ("Eleanor", "eleanor"),
        ("Farid", "farid"), ("Grace", "grace"), ("Hannah", "hannah"), ("Ivan", "ivan"), ("Jürgen", "juergen"),
        ("Katherine", "katherine"), ("Liam", "liam"), ("Maria", "maria"), ("Noah", "noah"), ("Olivia", "olivia"),
        ("Peter", "peter"),
    ]

    private static let lastNames: [NamePart] = [
        ("Anderson", "anderson"), ("Baker", "baker"), ("Castellanos", "castellanos"), ("Diaz", "diaz"),
        ("Eriksson", "eriksson"), ("Fitzgerald", "fitzgerald"), ("Grönlund", "gronlund"), ("Hughes", "hughes"),
        ("Ito", "ito"), ("Johnson", "johnson"), ("Kowalski", "kowalski"), ("López", "lopez"), ("Montgomery", "montgomery"),
        ("Nakamura", "nakamura"), ("O’Connor", "oconnor"), ("Park", "park"),
    ]

    private static let hosts = ["example.com", "mail.example.org", "example.net", "post.example.co.uk"]

    private static let tagNames = [
        "admin", "beta", "customer", "draft", "editor", "founder", "guest", "helpdesk", "intern", "journal", "key account",
        "lead", "member", "newsletter", "owner", "partner",
    ]
}
