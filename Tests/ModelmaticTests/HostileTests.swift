import Foundation
import ModelCore
import Modelmatic
import TestSupport
import Testing

/// Nothing that a file holds crashes, hangs or fills the memory.
@Suite("Hostile models")
struct HostileTests {
    @Test("Entities that expand without end", arguments: ["attribute", "text", "quadratic", "outside", "parameter"])
    func bombs(_ kind: String) throws {
        let levels = (1...9).map { "<!ENTITY a\($0) \"\(String(repeating: "&a\($0 - 1);", count: 10))\">" }.joined()
        let bomb = "<!DOCTYPE model [<!ENTITY a0 \"boom\">\(levels)]>"
        let text =
            switch kind {
            case "attribute": "\(bomb)<model><entity name=\"&a9;\"/></model>"
            case "text": "\(bomb)<model>&a9;</model>"
            case "quadratic":
                "<!DOCTYPE model [<!ENTITY a \"\(String(repeating: "x", count: 100_000))\">]><model>"
                    + String(repeating: "<entity name='&a;'/>", count: 10_000) + "</model>"
            case "outside": "<!DOCTYPE model [<!ENTITY a SYSTEM \"file:///etc/passwd\">]><model>&a;</model>"
            default: "<!DOCTYPE model [<!ENTITY % a SYSTEM \"file:///dev/zero\"> %a;]><model/>"
            }
        let error = #expect(throws: ModelError.self) { try DataModel(data: Data(text.utf8)) }
        #expect(error?.code == .corruptData)
        #expect(error?.location == ModelLocation(byteOffset: 0, line: 1, column: 1))
    }

    @Test("Elements nested without end")
    func depth() throws {
        let error = #expect(throws: ModelError.self) {
            try DataModel(data: Data(("<model>" + String(repeating: "<a>", count: 1_000_000)).utf8))
        }
        #expect(error?.code == .depthExceeded)
    }

    @Test("A tag with very many attributes")
    func attributes() throws {
        let attributes = (0..<300_000).map { "a\($0)='1'" }.joined(separator: " ")
        let error = #expect(throws: ModelError.self) { try model("<entity \(attributes)/>") }
        #expect(error?.code == .corruptData && error?.location?.line == 3)
        let few = (0..<500).map { "a\($0)='1'" }.joined(separator: " ")
        #expect(try model("<entity name='A' \(few)/>").entities.count == 1)
    }

    @Test("More elements than any model has, and more bytes")
    func size() throws {
        let elements = #expect(throws: ModelError.self) { try model(String(repeating: "<e/>", count: 1_000_001)) }
        #expect(elements?.code == .nodesExceeded)
        let bytes = #expect(throws: ModelError.self) { try DataModel(data: Data(repeating: 0x20, count: 8 << 20 + 1)) }
        #expect(bytes?.code == .bytesExceeded)
    }

    @Test("Lines of ancestors end")
    func ancestors() throws {
        func line(_ count: Int, _ first: String = "") throws -> DataModel {
            try model(
                "<entity name='E0' \(first)><attribute name='x'/></entity>"
                    + (1...count).map { "<entity name='E\($0)' parentEntity='E\($0 - 1)'/>" }.joined())
        }
        let long = try line(64)
        #expect(long["E64"]?.attributes.map(\.name) == ["x"])
        #expect(#expect(throws: ModelError.self) { try line(65) }?.code == .depthExceeded)
        #expect(#expect(throws: ModelError.self) { try line(100_000) }?.code == .depthExceeded)
        #expect(#expect(throws: ModelError.self) { try line(60, "parentEntity='E60'") }?.code == .cycle)
        #expect(#expect(throws: ModelError.self) { try line(100_000, "parentEntity='E100000'") }?.code != nil)
        // From the last to the first, too.
        let backwards = (1...65).map { "<entity name='E\($0)' parentEntity='E\($0 + 1)'/>" }.joined()
        #expect(
            #expect(throws: ModelError.self) { try model(backwards + "<entity name='E66'/>") }?.code == .depthExceeded)
    }

    /// To hash or compare a text, `String` sorts the marks that follow one another.
    @Test(
        "Names without end",
        arguments: [
            "<entity name='@'/>", "<entity name='A' representedClassName='@'/>",
            "<entity name='A'><attribute name='@'/></entity>",
            "<entity name='A'><attribute name='x' attributeType='@'/></entity>",
            "<entity name='A'><attribute name='x' valueTransformerName='@'/></entity>",
            "<entity name='A'><relationship name='@' destinationEntity='A'/></entity>",
            "<entity name='A'><userInfo><entry key='@' value='1'/></userInfo></entity>",
            "<@/>", "<entity name='A' @='1'/>",
        ])
    func names(_ body: String) throws {
        func read(_ name: String) throws -> DataModel { try model(body.replacing("@", with: name)) }
        #expect(throws: Never.self) { try read(String(repeating: "x", count: 1024)) }
        var error: ModelError?
        let seconds = threadSeconds {
            error = #expect(throws: ModelError.self) {
                try read("N" + String(repeating: "\u{301}\u{316}", count: 10_000))
            }
        }
        #expect(error?.code == .corruptData && error?.reason.contains("1024 bytes") == true)
        #expect(error?.location?.line == 3 && seconds < 5)
    }

    @Test("Very many entities that inherit very many attributes")
    func inheritance() throws {
        func family(_ count: Int) throws -> DataModel {
            let attributes = (0..<1_000).map { "<attribute name='a\($0)'/>" }.joined()
            let children = (0..<count).map { "<entity name='E\($0)' parentEntity='r'/>" }.joined()
            return try model("<entity name='r'>\(attributes)</entity>\(children)")
        }
        let error = #expect(throws: ModelError.self) { try family(1_001) }
        #expect(error?.code == .nodesExceeded && error?.path == ["E1000"])
        let large = try family(1_000)
        #expect(large["E999"]?.attributes.count == 1_000)
        // No class has any of them. The first hundred mistakes are told.
        let mistakes = #expect(throws: ModelError.self) {
            try large.mapping(classes: ["r": BaseModel.self, "E0": BaseModel.self])
        }
        #expect(mistakes?.code == .entityMismatch)
        #expect(mistakes?.reason.components(separatedBy: "has no property").count == 101)
    }

    @Test("Damaged XML is refused or read, and nothing else")
    func damaged() throws {
        try damage(Fixtures.libraryData(), times: 3_000, seed: 1)
    }

    @Test("So are damaged archives", .enabled(if: SharedFixtures.arePresent, "The corpora aren't here."))
    func damagedArchives() throws {
        for (seed, file) in Corpus.archives.enumerated() {
            try damage(
                Data(contentsOf: URL(fileURLWithPath: Corpus.folder + "/" + file)), times: 150, seed: UInt64(seed))
        }
    }

    /// Reads what truncations, and changes of bits, bytes and blocks leave of a file.
    private func damage(_ data: Data, times: Int, seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var opened = 0
        for turn in 0..<times {
            var damaged = data
            switch turn % 4 {
            case 0: damaged = data.prefix(Int.random(in: 0..<data.count, using: &generator))
            case 1:
                damaged[Int.random(in: 0..<data.count, using: &generator)] ^=
                    1 << UInt8.random(in: 0..<8, using: &generator)
            case 2:
                for _ in 0..<8 {
                    damaged[Int.random(in: 0..<data.count, using: &generator)] = .random(in: 0...255, using: &generator)
                }
            default:
                let start = Int.random(in: 0..<data.count, using: &generator)
                let block = data[start..<min(start + .random(in: 1...200, using: &generator), data.count)]
                let place = Int.random(in: 0...data.count, using: &generator)
                damaged.replaceSubrange(
                    place..<min(place + .random(in: 0...200, using: &generator), data.count), with: block)
            }
            do throws(ModelError) {
                let model = try DataModel(data: damaged)
                opened += 1
                // Whatever is in it can be walked through.
                for entity in model.entities {
                    #expect(entity.attributes.allSatisfy { entity.attribute(named: $0.name) == $0 })
                    #expect(entity.relationships.allSatisfy { model[$0.destination.name] == $0.destination })
                    for relationship in entity.relationships { _ = relationship.inverse?.inverse }
                }
            } catch {
                #expect(!error.reason.isEmpty)
                if let offset = error.location?.byteOffset { #expect(offset >= 0 && offset <= damaged.count) }
            }
        }
        #expect(opened < times)
    }
}
