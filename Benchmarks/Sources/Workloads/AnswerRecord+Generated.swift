import Foundation

extension AnswerRecord {
    /// A made-up answer, the same each time: about 2 KB of JSON a result.
    ///
    /// - A body has about 1,200 characters, among them some quotes and ends of lines, which JSON escapes.
    /// - Half of the results were updated, two in three have a place, three in four a rating, and one author in two a
    ///   picture.
    /// - None to four comments.
    static func generated(count: Int) -> AnswerRecord {
        var generator = SeededGenerator(seed: 0x616E_7377_6572)
        let results = (0..<count).map { EntryRecord.generated(number: $0, &generator) }
        return AnswerRecord(total: count * 7, next: "https://api.example.com/entries?page=2", results: results)
    }
}

extension EntryRecord {
    fileprivate static func generated(number: Int, _ generator: inout SeededGenerator) -> EntryRecord {
        let comments = Int.random(in: 0...4, using: &generator)
        let start = Int.random(in: 0..<Vocabulary.tags.count, using: &generator)
        return EntryRecord(
            id: 1_700_000_000_000 + Int64(number),
            title: Vocabulary.text(of: 40, &generator),
            body: Vocabulary.text(of: 1_200, &generator),
            created: Vocabulary.date(&generator),
            updated: number.isMultiple(of: 2) ? Vocabulary.date(&generator) : nil,
            author: AuthorRecord.generated(&generator),
            location: number.isMultiple(of: 3) ? nil : LocationRecord.generated(&generator),
            tags: (0..<3).map { Vocabulary.tags[(start + $0) % Vocabulary.tags.count] },
            state: EntryState.allCases[number % EntryState.allCases.count],
            rating: number % 4 == 3 ? nil : Vocabulary.number(in: 0...5, digits: 1, &generator),
            likes: UInt32.random(in: 0...5_000, using: &generator),
            isPinned: Bool.random(using: &generator),
            comments: (0..<comments).map { _ in CommentRecord.generated(&generator) })
    }
}

extension AuthorRecord {
    fileprivate static func generated(_ generator: inout SeededGenerator) -> AuthorRecord {
        let id = Int.random(in: 1...50_000, using: &generator)
        let name = Vocabulary.pick(Vocabulary.names, &generator)
        let avatar = Bool.random(using: &generator) ? "https://images.example.com/people/\(id).png" : nil
        return AuthorRecord(id: id, name: name, avatar: avatar)
    }
}

extension LocationRecord {
    fileprivate static func generated(_ generator: inout SeededGenerator) -> LocationRecord {
        LocationRecord(
            latitude: Vocabulary.number(in: -90...90, digits: 5, &generator),
            longitude: Vocabulary.number(in: -180...180, digits: 5, &generator),
            place: Vocabulary.pick(Vocabulary.places, &generator))
    }
}

extension CommentRecord {
    fileprivate static func generated(_ generator: inout SeededGenerator) -> CommentRecord {
        CommentRecord(
            author: AuthorRecord.generated(&generator), text: Vocabulary.text(of: 80, &generator),
            created: Vocabulary.date(&generator), likes: Int.random(in: 0...200, using: &generator))
    }
}

/// Parts of made-up records.
enum Vocabulary {
    static func pick<Element>(_ elements: [Element], _ generator: inout SeededGenerator) -> Element {
        elements[Int.random(in: 0..<elements.count, using: &generator)]
    }

    /// Words, until the text has so many bytes: every 12th ends a sentence, every 60th a paragraph, every 30th is in
    /// quotes.
    static func text(of length: Int, _ generator: inout SeededGenerator) -> String {
        var text = ""
        var number = 0
        while text.utf8.count < length {
            number += 1
            let word = pick(words, &generator)
            text += number.isMultiple(of: 30) ? "\"\(word)\"" : word
            text += number.isMultiple(of: 60) ? ".\n" : number.isMultiple(of: 12) ? ". " : " "
        }
        return text
    }

    /// A date from 2020 to 2025, in whole seconds.
    static func date(_ generator: inout SeededGenerator) -> Date {
        Date(timeIntervalSince1970: Double(Int.random(in: 1_577_836_800..<1_767_225_600, using: &generator)))
    }

    /// A number with so many decimals.
    static func number(in range: ClosedRange<Double>, digits: Int, _ generator: inout SeededGenerator) -> Double {
        let factor = (0..<digits).reduce(1.0) { product, _ in product * 10 }
        return (Double.random(in: range, using: &generator) * factor).rounded() / factor
    }

    static let tags = ["city", "culture", "food", "music", "nature", "news", "people", "science", "sports", "travel"]
    static let places = ["Aarhus", "Berlin", "Córdoba", "Dublin", "Edinburgh", "Firenze", "Göteborg", "Helsinki"]
    static let names = [
        "Alice Anderson", "Benjamin Baker", "Chloé Castellanos", "Daniel Diaz", "Eleanor Eriksson",
        "Farid Fitzgerald", "Grace Grönlund", "Hannah Hughes", "Ivan Ito", "Jürgen Johnson",
    ]

    private static let words = [
        "about", "after", "bridge", "café", "chance", "evening", "garden", "harbour", "in", "journey", "kitchen",
        "letter", "morning", "never", "of", "people", "quiet", "river", "station", "the", "together", "under", "very",
        "weather", "yesterday", "zoo",
    ]
}
