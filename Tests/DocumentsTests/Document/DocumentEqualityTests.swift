import Foundation
import ModelCore
import Testing

@Suite("Documents that are nearly equal")
struct DocumentEqualityTests {
    private func set(_ values: [Int64]) throws -> ModelDocument {
        var builder = DocumentBuilder()
        try builder.beginArray(.set)
        for value in values { try builder.append(value) }
        try builder.end()
        return try builder.finish()
    }

    @Test("A set that has a value twice differs from one that has another value twice")
    func counts() throws {
        #expect(try set([1, 1, 2]) == set([1, 2, 1]))
        #expect(try set([1, 1, 2]) != set([1, 2, 2]))
    }

    /// An array of empty arrays: equal numbers are the same array.
    private func arrays(_ numbers: [Int]) throws -> ModelDocument {
        var builder = DocumentBuilder()
        try builder.beginArray()
        for number in numbers {
            if builder.hasContainer(number) {
                try builder.appendReference(to: number)
            } else {
                try builder.beginArray(number: number)
                try builder.end()
            }
        }
        try builder.end()
        return try builder.finish()
    }

    @Test("Two shared containers aren't one, and one isn't two, however equal they are")
    func sharing() throws {
        #expect(try arrays([0, 1, 0, 1]) == arrays([5, 3, 5, 3]))
        #expect(try arrays([0, 1, 0, 1]) != arrays([0, 0, 0, 0]))
        #expect(try arrays([0, 0, 0, 0]) != arrays([0, 1, 0, 1]))
        #expect(try arrays([0, 1, 0, 1]) != arrays([0, 1, 1, 0]))
    }
}
