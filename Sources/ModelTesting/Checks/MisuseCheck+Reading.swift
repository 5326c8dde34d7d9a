import Foundation
import ModelCore

extension ContractRun {
    /// Checks a class's `set(with:)` and a type's `decode(from:)` that call the decoder wrongly. The result must be
    /// an error, or all values must be read.
    func checkReading() throws {
        let first = ContractClumsy()
        first.name = "first"
        first.link = ContractLink("linked")
        let last = ContractClumsy()
        last.name = "last"
        let wanted = [first, last]
        let content = try encode(wanted)
        for wrong in WrongReading.all {
            let subject = "decoding \(wrong.name)"
            let result: [ContractClumsy]
            do {
                result = try ContractClumsy.$reading.withValue(.init(body: wrong.read)) {
                    try decode([ContractClumsy].self, from: content)
                }
            } catch {
                let isNamed = (error as? ModelError)?.format == format
                expect(isNamed, subject, expected: "an error that names the format", found: "\(error)")
                continue
            }
            expect(!wrong.mustFail, subject, expected: "an error", found: fingerprint(result))
            expectEqual(fingerprint(result), fingerprint(wanted), subject)
        }

        let holder = ContractHolder<[ContractReader]>()
        holder.value = [.number(7), .number(8)]
        let numbers = try encode(holder)
        for way in ContractReader.Way.allCases {
            let back = try? ContractReader.$way.withValue(way) {
                try decode(ContractHolder<[ContractReader]>.self, from: numbers)
            }
            switch way {
            case .plain:
                expect(back?.value == holder.value, "a type's own code", expected: "7 and 8", found: fingerprint(back))
            case .twice:
                expect(back == nil, "a value that is decoded twice", expected: "an error", found: fingerprint(back))
            case .notAtAll, .afterAnError:
                let zeros = Array(repeating: ContractReader.number(0), count: 2)
                expect(
                    back == nil || back?.value == zeros, "a value that isn't decoded",
                    expected: "an error or two zeros", found: fingerprint(back))
            }
        }
    }
}

/// A mistake that a class's `set(with:)` makes before its properties are read.
private struct WrongReading: Sendable {
    let name: String
    /// True if the mistake must be an error. False if all values may also be read despite the mistake.
    var mustFail = true
    let read: @Sendable (ModelDecoder) throws -> Void

    static let all = calls + left

    private static let calls = [
        WrongReading(name: "an object that is ended") { try $0.endObject() },
        WrongReading(name: "two objects that are ended") {
            try $0.endObject()
            try $0.endObject()
        },
        WrongReading(name: "an object that isn't ended") {
            guard try $0.moveToKey("link"), try $0.peekKind() != .null else { throw Nothing() }
            _ = try $0.beginObject()
        },
        WrongReading(name: "an element where no array is") { _ = try $0.nextElement() },
        WrongReading(name: "an entry where no dictionary is") { _ = try $0.nextEntry() },
        WrongReading(name: "a value without a key") { _ = try $0.decodeScalar() },
        WrongReading(name: "an array that is no array") { _ = try $0.beginArray() },
        WrongReading(name: "a value twice") {
            guard try $0.moveToKey("name") else { throw Nothing() }
            _ = try $0.decode(String.self)
            _ = try $0.decode(String.self)
        },
    ]

    /// The mistakes that don't read a value, or don't read it to its end.
    private static let left = [
        WrongReading(name: "a key whose value isn't read", mustFail: false) { _ = try $0.moveToKey("name") },
        WrongReading(name: "a value of the wrong type, caught", mustFail: false) {
            _ = try? $0.decode(Bool.self, forKey: "name")
        },
        WrongReading(name: "a list that is none, caught", mustFail: false) {
            _ = try? $0.decode([Int].self, forKey: "name")
        },
        WrongReading(name: "an object of the wrong class, caught", mustFail: false) {
            _ = try? $0.decode(ContractShape.self, forKey: "link")
        },
        WrongReading(name: "an object with a value of the wrong type, caught", mustFail: false) {
            _ = try? $0.decode(ContractMistyped.self, forKey: "link")
        },
        WrongReading(name: "a value that is passed over", mustFail: false) {
            if try $0.moveToKey("link") { try $0.skipValue() }
        },
    ]
}

/// The error of a mistake that can't be made, because its value is missing.
private struct Nothing: Error {}

/// A class that reads the text of a link's label as a number.
final class ContractMistyped: BaseModel {
    var label = 0
    override class var modelProperties: [ModelProperty] { [ModelProperty("label", \ContractMistyped.label)] }
}
