import Foundation
import JSONFormat
import ModelCore
import Testing

#if Macros
    /// An enum that reads a former case as another one.
    enum DirectFormer: String, ModelValue, CaseIterable {
        case legacy, modern

        static func decode(from decoder: ModelDecoder) throws -> Self {
            guard let found = Self(rawValue: try String.decode(from: decoder)) else {
                throw CocoaError(.coderInvalidValue)
            }
            return found == .legacy ? .modern : found
        }
    }

    /// An enum whose code depends on a setting of the program.
    enum DirectTuned: String, ModelValue, CaseIterable {
        case low, high

        @TaskLocal static var isTuned = false

        static func encode(_ value: Self, to encoder: ModelEncoder) throws {
            try encoder.encode(isTuned ? "tuned" : value.rawValue)
        }

        static func decode(from decoder: ModelDecoder) throws -> Self {
            let text = try String.decode(from: decoder)
            return isTuned ? .high : Self(rawValue: text) ?? .low
        }
    }

    /// An enum one of whose cases is read as another one by its raw value.
    enum DirectMapped: String, ModelValue, CaseIterable {
        case old, new

        init?(rawValue: String) {
            guard ["old", "new"].contains(rawValue) else { return nil }
            self = .new
        }
    }

    /// An enum one of whose cases counts as nil.
    enum DirectBlank: String, ModelValue, CaseIterable {
        case blank, full

        static func isNil(_ value: Self) -> Bool { value == .blank }
    }

    /// An enum without raw values, whose own code is all that there is.
    enum DirectBare: ModelValue, CaseIterable {
        case on, off

        static func encode(_ value: Self, to encoder: ModelEncoder) throws {
            try encoder.encode(value == .on ? "1" : "0")
        }

        static func decode(from decoder: ModelDecoder) throws -> Self {
            // Whatever isn't off is on.
            try String.decode(from: decoder) == "0" ? .off : .on
        }
    }

    /// A struct that writes more than its properties, and one that reads more into them.
    @Model struct DirectSigned {
        var name = ""

        static func encode(_ value: Self, to encoder: ModelEncoder) throws { try encoder.encode("<\(value.name)>") }

        static func decode(from decoder: ModelDecoder) throws -> Self {
            Self(name: String(try String.decode(from: decoder).dropFirst().dropLast()))
        }
    }

    @Model struct DirectShouted {
        var name = ""
    }

    extension DirectShouted {
        static func decode(from decoder: ModelDecoder) throws -> Self {
            Self(name: try [String: String].decode(from: decoder)["name"]?.uppercased() ?? "")
        }
    }

    @Model final class DirectOwners: BaseModel {
        var former = DirectFormer.modern
        var formers: [DirectFormer] = []
        var tuned: DirectTuned? = .low
        var mapped = DirectMapped.new
        var blank = DirectBlank.full
        var bare = DirectBare.on
    }

    @Model final class DirectRecords: BaseModel {
        var writing = DirectSigned()
        var writings: [DirectSigned] = []
    }

    @Model final class DirectShouteds: BaseModel {
        var reading = DirectShouted()
        var maybe: DirectShouted?
    }

    /// A type whose own code says what files contain is asked, on every way.
    @Suite("A type's own code on the direct way")
    struct OwnCodeTests {
        /// What each way makes of a value: its bytes, and those of what is read from them.
        private func outcome<Value: ModelValue>(
            _ value: Value, in format: DirectWayTests.Format
        ) throws -> (Data, Data) {
            let content = try format.byDocument(value)
            #expect(try format.provider.encode(value, as: format.format) == content)
            let (read, other) = (
                try format.provider.decode(Value.self, from: content, as: format.format),
                try format.byDocument(Value.self, content)
            )
            let again = try format.byDocument(read)
            #expect(try again == format.byDocument(other))
            return (content, again)
        }

        @Test("An enum's own code is asked", arguments: DirectWayTests.Format.all)
        func enums(_ format: DirectWayTests.Format) throws {
            let owners = DirectOwners()
            owners.former = .legacy
            owners.formers = [.legacy, .modern]
            owners.blank = .blank
            owners.mapped = .old
            owners.bare = .off
            let plain = try outcome(owners, in: format)
            let back = try format.provider.decode(DirectOwners.self, from: plain.0, as: format.format)
            #expect(back.former == .modern && back.formers == [.modern, .modern] && back.mapped == .new)
            #expect(back.tuned == .low && back.bare == .off)
            let tuned = try DirectTuned.$isTuned.withValue(true) { try outcome(owners, in: format) }
            #expect(tuned.0 != plain.0)
            let other = try DirectTuned.$isTuned.withValue(true) {
                try format.provider.decode(DirectOwners.self, from: plain.0, as: format.format)
            }
            #expect(other.tuned == .high)
        }

        @Test("A struct's own code is asked", arguments: DirectWayTests.Format.all)
        func structs(_ format: DirectWayTests.Format) throws {
            let records = DirectRecords()
            records.writing.name = "a"
            records.writings = [DirectSigned(name: "b")]
            _ = try outcome(records, in: format)
            let readings = DirectShouteds()
            readings.reading.name = "a"
            readings.maybe = DirectShouted(name: "b")
            let content = try outcome(readings, in: format).0
            let back = try format.provider.decode(DirectShouteds.self, from: content, as: format.format)
            #expect(back.reading.name == "A" && back.maybe?.name == "B")
        }

        @Test("Raw values and plain structs still go directly", arguments: DirectWayTests.Format.all)
        func plain(_ format: DirectWayTests.Format) throws {
            let node = DirectNode()
            let content = try format.byDocument(node)
            #expect(format.direct(node) == content && format.direct(DirectNode.self, content) != nil)
            guard format.format != .fastCoding else { return }
            let site = DirectSite()
            let other = try format.byDocument(site)
            #expect(format.direct(site) == other && format.direct(DirectSite.self, other) != nil)
        }
    }
#endif
