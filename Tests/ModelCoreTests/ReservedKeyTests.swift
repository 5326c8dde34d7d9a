import ModelCore
import TestSupport
import Testing

/// Keys under which files say something of an object: code of its own can't have values under them.
@Suite("Keys that objects can't have")
struct ReservedKeyTests {
    private final class Table: BaseModel {
        var cells: [String: Int] = [:]

        private static let described = ModelClass(Table.self)
        override class var modelClass: ModelClass { described }
        override class var modelProperties: [ModelProperty] { [] }

        override func encode(with encoder: ModelEncoder) throws {
            try super.encode(with: encoder)
            for (key, value) in cells.sorted(by: { $0.key < $1.key }) { try encoder.encode(value, forKey: ModelKey(key)) }
        }
    }

    @Test("They are refused when they are written, and stand in dictionaries")
    func keys() throws {
        let key = "$version"
        let table = Table()
        table.cells = ["a": 1, key: 5]
        #expect { try KeyedArchive().encode(table) } throws: {
            ($0 as? ModelError)?.code == .invalidKey && "\($0)".contains(key)
        }
        #expect(throws: ModelError.self) { try ModelDocument(encoding: table) }
        // That of classes is an object's own wherever it names none, and archives write it otherwise.
        table.cells = ["a": 1, "$class": 5]
        #expect(try KeyedArchive().document(from: KeyedArchive().encode(table))["$class"]?.intValue == 5)
        table.cells = ["a": 1, "$" + key: 5]
        #expect(try ModelDocument(encoding: table)["$" + key]?.intValue == 5)
        #expect(try ModelDocument(encoding: [key: 5])[key]?.intValue == 5)
    }
}
