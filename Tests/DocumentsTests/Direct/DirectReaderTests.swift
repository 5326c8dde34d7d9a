import Documents
import Foundation
import Testing

@Suite("The direct way in formats of other packages")
struct DirectReaderTests {
    /// A reader that answers with these rows.
    private struct Rows: DirectReader, ~Copyable {
        var answers: [Int]

        mutating func begin(_ table: PropertyTable) -> Bool { true }
        mutating func nextRow(of table: PropertyTable, expected: Int) -> Int { answers.removeFirst() }
        mutating func beginArray() -> Bool { false }
        mutating func nextElement(isFirst: Bool) -> Int { -1 }
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
        arguments: [[0, -1], [1, -1], [64, -1], [.max, -1]])
    func rows(_ answers: [Int]) throws {
        let table = PropertyTable(
            CodedClass(name: ""), [PropertyTable.Property(key: "a", offset: 0, omitsNil: false)])
        table.fill([try #require(ValueForm(scalar: Int64.self))])
        var value: Int64 = 0
        var reader = Rows(answers: answers)
        let isRead = unsafe withUnsafeMutablePointer(to: &value) {
            let target = unsafe DirectTarget(
                UnsafeMutableRawPointer($0), ValueForm(record: table, Int64.self), limits: .standard, .all,
                FileConventions())
            return target.read(from: &reader) { _ in true }
        }
        #expect(isRead == (answers[0] == 0) && value == (isRead ? 5 : 0))
    }
}
