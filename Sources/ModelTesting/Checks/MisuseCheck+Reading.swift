import Foundation
import ModelCore

extension ContractRun {
    /// A class's `set(with:)` and a type's `decode(from:)` that call the decoder wrongly: an error, or all the values.
    func checkReading() throws {
        let first = ContractClumsy()
        first.name = "first"
        first.link = ContractLink("linked")
        let last = ContractClumsy()
        last.name = "last"
        let wanted = [first, last]
        let content = try encode(wanted)
        for (name, mustFail, read) in Self.wrongReadings {
            let result: [ContractClumsy]
            do {
                result = try ContractClumsy.$reading.withValue(.init(body: read)) {
                    try decode([ContractClumsy].self, from: content)
                }
            } catch {
                let isNamed = (error as? ModelError)?.format == format
                expect(isNamed, "decoding \(name)", expected: "an error that names the format", found: "\(error)")
                continue
            }
            expect(!mustFail, "decoding \(name)", expected: "an error", found: fingerprint(result))
            expectEqual(fingerprint(result), fingerprint(wanted), "decoding \(name)")
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
                    expected: "an error or two zeros",
                    found: fingerprint(back))
            }
        }
    }

    private typealias Reading = (name: String, mustFail: Bool, read: @Sendable (ModelDecoder) throws -> Void)

    private static var wrongReadings: [Reading] {
        [
            ("an object that is ended", true, { try $0.endObject() }),
            (
                "two objects that are ended", true,
                {
                    try $0.endObject()
                    try $0.endObject()
                }
            ),
            (
                "an object that isn't ended", true,
                {
                    if try $0.moveToKey("link"), try $0.peekKind() != .null {
                        _ = try $0.beginObject()
                    } else {
                        throw Nothing()
                    }
                }
            ),
            ("an element where no array is", true, { _ = try $0.nextElement() }),
            ("an entry where no dictionary is", true, { _ = try $0.nextEntry() }),
            ("a value without a key", true, { _ = try $0.decodeScalar() }),
            ("an array that is no array", true, { _ = try $0.beginArray() }),
            (
                "a value twice", true,
                {
                    guard try $0.moveToKey("name") else { throw Nothing() }
                    _ = try $0.decode(String.self)
                    _ = try $0.decode(String.self)
                }
            ),
            ("a key whose value isn't read", false, { _ = try $0.moveToKey("name") }),
            (
                "a value of the wrong type, caught", false,
                { _ = try? $0.decode(Bool.self, forKey: "name") }
            ),
            (
                "a list that is none, caught", false,
                { _ = try? $0.decode([Int].self, forKey: "name") }
            ),
            (
                "an object of the wrong class, caught", false,
                { _ = try? $0.decode(ContractShape.self, forKey: "link") }
            ),
            (
                "an object with a value of the wrong type, caught", false,
                { _ = try? $0.decode(ContractMistyped.self, forKey: "link") }
            ),
            (
                "a value that is passed over", false,
                { if try $0.moveToKey("link") { try $0.skipValue() } }
            ),
        ]
    }
}

/// What a reading throws that has nothing to read wrongly.
private struct Nothing: Error {}

/// A class that takes a link's text for a number.
final class ContractMistyped: BaseModel {
    var label = 0
    override class var modelProperties: [ModelProperty] { [ModelProperty("label", \ContractMistyped.label)] }
}
