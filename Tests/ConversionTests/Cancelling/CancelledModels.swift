import Foundation
import ModelCore

/// A model of a long file, of the direct way.
final class CancelledPerson: BaseModel {
    private static let known = ModelClass(CancelledPerson.self, name: "CancelledPerson", overrides: [])
    override class var modelClass: ModelClass { known }

    var name = ""
    var email = ""
    var age = 0
    var score = 0.0
    var tags: [String] = []

    override class var modelProperties: [ModelProperty] {
        [
            ModelProperty("name", \CancelledPerson.name, isStored: true),
            ModelProperty("email", \CancelledPerson.email, isStored: true),
            ModelProperty("age", \CancelledPerson.age, isStored: true),
            ModelProperty("score", \CancelledPerson.score, isStored: true),
            ModelProperty("tags", \CancelledPerson.tags, isStored: true),
        ]
    }
}

final class CancelledPeople: BaseModel {
    private static let known = ModelClass(CancelledPeople.self, name: "CancelledPeople", overrides: [])
    override class var modelClass: ModelClass { known }

    var people: [CancelledPerson] = []
    var text = ""
    var data = Data()
    var counts: [String: Int] = [:]
    var set: Set<String> = []

    override class var modelProperties: [ModelProperty] {
        [
            ModelProperty("people", \CancelledPeople.people, isStored: true),
            ModelProperty("text", \CancelledPeople.text, isStored: true),
            ModelProperty("data", \CancelledPeople.data, isStored: true),
            ModelProperty("counts", \CancelledPeople.counts, isStored: true),
            ModelProperty("set", \CancelledPeople.set, isStored: true),
        ]
    }

    static func make(_ count: Int) -> CancelledPeople {
        let made = CancelledPeople()
        made.people = (0..<count).map { number in
            let person = CancelledPerson()
            (person.name, person.email) = ("Person number \(number)", "person\(number)@example.com")
            (person.age, person.score) = (number % 100, Double(number) * 0.37)
            person.tags = ["alpha", "beta \(number % 7)", "gamma and more"]
            return person
        }
        return made
    }

    /// A model with a text and data of that many bytes.
    static func long(_ byteCount: Int) -> CancelledPeople {
        let made = CancelledPeople()
        made.text = String(repeating: "A long text, with \"quotes\" and é. ", count: byteCount / 36)
        made.data = Data(repeating: 0x5A, count: byteCount)
        return made
    }

    /// A model with a dictionary and a set of that many texts.
    static func hashed(_ count: Int) -> CancelledPeople {
        let made = CancelledPeople()
        made.counts = Dictionary(uniqueKeysWithValues: (0..<count).map { ("key number \($0)", $0) })
        made.set = Set(made.counts.keys)
        return made
    }
}

/// Numbers whose own code goes on without what it can't read.
struct ForgivingNumbers: ModelValue, Equatable {
    var numbers: [Int] = []

    static func encode(_ value: ForgivingNumbers, to encoder: ModelEncoder) throws { try encoder.encode(value.numbers) }

    static func decode(from decoder: ModelDecoder) throws -> ForgivingNumbers {
        ForgivingNumbers(numbers: (try? decoder.decode([Int].self)) ?? [])
    }
}

/// A value whose own code cancels the task, if it is to.
struct CancellingValue: ModelValue {
    @TaskLocal static var cancels = false

    private static func cancel() {
        if cancels { unsafe withUnsafeCurrentTask { unsafe $0?.cancel() } }
    }

    static func encode(_ value: CancellingValue, to encoder: ModelEncoder) throws {
        cancel()
        try encoder.encode(1)
    }

    static func decode(from decoder: ModelDecoder) throws -> CancellingValue {
        cancel()
        _ = try decoder.decode(Int.self)
        return CancellingValue()
    }
}

/// A model of a long file that cancels the task while it is read or written.
final class CancelledLater: BaseModel {
    private static let known = ModelClass(CancelledLater.self, name: "CancelledLater", overrides: [])
    override class var modelClass: ModelClass { known }

    var value = CancellingValue()
    var numbers = Array(0..<20_000)

    override class var modelProperties: [ModelProperty] {
        [
            ModelProperty("value", \CancelledLater.value, isStored: true),
            ModelProperty("numbers", \CancelledLater.numbers, isStored: true),
        ]
    }
}
