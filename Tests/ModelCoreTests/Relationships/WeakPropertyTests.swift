import Foundation
import Testing

@testable import Documents
@testable import ModelCore

/// Weak properties that a class lists by hand.
@Suite("Weak properties, listed by hand")
struct WeakPropertyTests {
    final class Leaf: BaseModel {
        var name = ""
        var leaves: [Leaf] = []
        weak var parent: Leaf?
        override class var modelProperties: [ModelProperty] {
            [
                ModelProperty("name", \Leaf.name), ModelProperty("leaves", \Leaf.leaves),
                ModelProperty("parent", \Leaf.parent, isWeak: true),
            ]
        }
    }

    private var tree: Leaf {
        let (root, leaf) = (Leaf(), Leaf())
        (root.name, leaf.name) = ("root", "leaf")
        root.leaves = [leaf]
        leaf.parent = root
        return root
    }

    @Test("A reference where the format has some, and nothing to an object that isn't in the file")
    func references() throws {
        let tree = tree
        let read = try KeyedArchive().decode(Leaf.self, from: KeyedArchive().encode(tree))
        #expect(read.leaves.first?.parent === read)
        let leaf = try KeyedArchive().decode(Leaf.self, from: KeyedArchive().encode(tree.leaves[0]))
        #expect(leaf.name == "leaf" && leaf.parent == nil)
    }

    @Test("Plain formats leave it out, and meet no cycle")
    func plain() throws {
        let tree = tree
        var walker = DocumentWalker(try ModelDocument(encoding: tree), for: [.null])
        let plain = try walker.document()
        #expect(plain["leaves"]?[0]?["name"]?.stringValue == "leaf")
        #expect(plain["leaves"]?[0]?["parent"] == nil)
    }

    @Test("Whoever describes files knows it")
    func described() throws {
        let property = try #require(ModelClass.of(Leaf.self).property(named: "parent"))
        #expect(property.isWeak)
    }
}
