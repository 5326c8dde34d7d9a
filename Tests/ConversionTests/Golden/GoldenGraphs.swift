import Foundation
import ModelCore

#if Macros
    /// A model that refers to others in each way.
    @Model class GoldenNode: BaseModel {
        var label = ""
        var next: GoldenNode?
        var others: [GoldenNode] = []
        var holes: [GoldenNode?] = []
        var named: [String: GoldenNode] = [:]
        var anything: Any?
        weak var owner: GoldenNode?

        convenience init(_ label: String) {
            self.init()
            self.label = label
        }

        /// A tree: no object is in two places.
        static func tree() -> GoldenNode {
            let root = GoldenNode("root")
            root.next = GoldenLeaf("leaf", 0.5)
            root.next?.next = GoldenNode("below")
            root.others = [GoldenNode("a"), GoldenLeaf("b", -1), GoldenNode("c")]
            root.others[0].others = [GoldenNode("d")]
            (root.holes, root.named) = ([nil, GoldenNode("e"), nil], ["f": GoldenLeaf("f", 2), "g": GoldenNode("g")])
            root.anything = GoldenLeaf("h", 3)
            return root
        }

        /// Objects in several places, and weak references to the one that contains them.
        static func shared() -> GoldenNode {
            let (root, one, leaf) = (GoldenNode("root"), GoldenNode("one"), GoldenLeaf("leaf", 1))
            (root.next, root.others) = (one, [one, leaf, GoldenNode("one"), leaf])
            (one.next, one.named, one.anything) = (leaf, ["l": leaf, "m": GoldenNode("m")], [leaf, leaf] as [Any])
            (one.owner, leaf.owner) = (root, one)
            root.anything = ["again": one, "list": [one, 1] as [Any]] as [String: Any]
            return root
        }

        /// Objects that contain one another, and themselves.
        static func cycle() -> GoldenNode {
            let (root, inner) = (GoldenNode("root"), GoldenLeaf("inner", 1))
            (root.next, inner.next) = (inner, root)
            (inner.others, inner.named) = ([inner, root, GoldenNode("end")], ["r": root])
            root.anything = root
            return root
        }

        /// A long chain.
        static func chain() -> GoldenNode {
            var node = GoldenNode("last")
            for index in 0..<40 {
                let next = index % 10 == 0 ? GoldenLeaf("\(index)", Double(index)) : GoldenNode("\(index)")
                next.next = node
                node = next
            }
            return node
        }
    }

    /// A subclass.
    @Model final class GoldenLeaf: GoldenNode {
        var weight = 0.0

        convenience init(_ label: String, _ weight: Double) {
            self.init()
            (self.label, self.weight) = (label, weight)
        }
    }

    /// A model whose novels refer back.
    @Model final class GoldenWriter: BaseModel {
        var name = ""
        @Relationship(inverse: \GoldenNovel.writer) var novels: [GoldenNovel] = []
        @Relationship(inverse: \GoldenReader.favourites) var readers: [GoldenReader] = []

        static func sample() -> GoldenWriter {
            let (sample, reader) = (GoldenWriter(), GoldenReader())
            let novels = ["Frankenstein", "The Last Man"].map { title in
                let novel = GoldenNovel()
                novel.title = title
                return novel
            }
            (sample.name, sample.novels) = ("Mary", novels)
            (reader.name, sample.readers) = ("Percy", [reader])
            return sample
        }
    }

    /// A model that refers back to the one that contains it.
    @Model final class GoldenNovel: BaseModel {
        var title = ""
        @Relationship weak var writer: GoldenWriter?
    }

    /// A model of a relationship of many to many.
    @Model final class GoldenReader: BaseModel {
        var name = ""
        @Relationship var favourites: [GoldenWriter] = []
    }

    /// A model with a property that is its own inverse.
    @Model final class GoldenDancer: BaseModel {
        var name = ""
        @Relationship(inverse: "partner") weak var partner: GoldenDancer?
    }

    /// Models of relationships.
    @Model final class GoldenStage: BaseModel {
        var dancers: [GoldenDancer] = []

        static func sample() -> GoldenStage {
            let sample = GoldenStage()
            sample.dancers = ["Ginger", "Fred", "Rita"].map { name in
                let dancer = GoldenDancer()
                dancer.name = name
                return dancer
            }
            sample.dancers[0].partner = sample.dancers[1]
            return sample
        }
    }
#endif
