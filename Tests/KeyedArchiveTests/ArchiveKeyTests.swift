import Foundation
import ModelCore
import TestSupport
import Testing

struct ArchiveKeyTests {
    @Test("A dictionary with a number as its key twice doesn't open, since it couldn't be written")
    func numberTwice() throws {
        let entries: [(key: ModelNode, value: ModelNode)] = [
            (.scalar(.int64(0x41)), .scalar(.string("a"))), (.scalar(.int64(0x42)), .scalar(.string("b"))),
        ]
        var content = try KeyedArchive().encode(ModelNode.dictionary(DictionaryNode(entries)))
        let second = try #require(content.range(of: Data([0x10, 0x42])))
        content.replaceSubrange(second, with: [0x10, 0x41])
        let error = #expect(throws: ModelError.self) { try KeyedArchive().decode(ModelNode.self, from: content) }
        #expect(error?.code == .duplicateKey)
    }
}
