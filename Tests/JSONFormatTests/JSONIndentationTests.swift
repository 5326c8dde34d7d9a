import Foundation
import JSONFormat
import ModelCore
import Testing

@Suite("Indentation of JSON on lines")
struct JSONIndentationTests {
    final class Chain: BaseModel {
        var next: Chain?
        override class var modelProperties: [ModelProperty] { [ModelProperty("next", \Chain.next, isStored: true)] }
    }

    @Test("Two spaces for each level up to the 64th, and no more beyond it, on both ways", arguments: [1, 2, 63, 64, 65, 66, 200])
    func levels(_ depth: Int) throws {
        let format = JSONFormat(writing: .prettyPrinted)
        var chain = Chain()
        for _ in 1..<max(depth, 2) {
            let outer = Chain()
            outer.next = chain
            chain = outer
        }
        for data in [try format.encode(chain), try format.encodeByDocument(chain, as: .json)] {
            let lines = String(decoding: data, as: UTF8.self).split(separator: "\n")
            let found = lines.map { $0.prefix { $0 == " " }.count }
            let levels = max(depth, 2) - 1
            let expected = (0...levels).map { min($0, 64) * 2 } + (0..<levels).reversed().map { min($0, 64) * 2 }
            #expect(found == expected)
        }
    }
}
