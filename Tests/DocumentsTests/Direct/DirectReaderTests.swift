import Documents
import Foundation
import Testing

@Suite("The direct way in formats of other packages")
struct DirectReaderTests {
    /// A reader that answers with these rows.
    private struct Rows: DirectReader, ~Copyable {
        var answers: [ReadStep]

        mutating func nextRow(of table: PropertyTable, expected: Int) -> ReadStep { answers.removeFirst() }
        mutating func beginDictionary() -> Bool { true }
        mutating func nextEntry(_ key: inout String, isFirst: Bool) -> ReadStep { .other }
        mutating func beginArray(_ kind: ModelArrayKind) -> Bool { false }
        mutating func nextElement(isFirst: Bool) -> ReadStep { .other }
        mutating func skipNull() -> Bool { false }
        mutating func readString() -> String? { nil }
        mutating func readInteger() -> Int64? { 5 }
        mutating func readDouble() -> Double? { nil }
        mutating func readFloat() -> Float? { nil }
        mutating func readBool() -> Bool? { nil }
        mutating func readDate() -> Date? { nil }
    }

    @Test(
        "A row that the table doesn't have ends the direct way",
        arguments: [0, 1, 64, .max, -1, -3, .min])
    func rows(_ index: Int) throws {
        let table = PropertyTable(
            CodedClass(name: ""), [PropertyTable.Property(key: "a", offset: 0, omitsNil: false)])
        table.fill([try #require(ValueForm(scalar: Int64.self))])
        var value: Int64 = 0
        var reader = Rows(answers: [.row(index), .end])
        let isRead = unsafe withUnsafeMutablePointer(to: &value) {
            let target = unsafe DirectTarget(
                UnsafeMutableRawPointer($0), ValueForm(record: table, Int64.self), limits: .standard, .all,
                FileConventions())
            return target.read(from: &reader) { _ in true }
        }
        #expect(isRead == (index == 0) && value == (isRead ? 5 : 0))
    }
}
