#if Macros
    import FastCoder
    import Foundation
    import ModelCore
    import Testing

    /// Objects whose class has its own code: the reader without a document passes them to the parser of documents.
    @Suite("Parts of a file that is read without a document")
    struct DirectPartTests {
        @Model("PartLeaf") final class Leaf: BaseModel {
            var text = ""
        }

        /// Its own code adds a key to some objects, so that not all objects have the same keys.
        @Model("PartOwner") final class Owner: BaseModel {
            var name = ""
            var leaf: Leaf?
            var other: Owner?
            var owners: [Owner] = []
            var id: UUID?
            var tags: [String] = []
            var counts: [String: Int] = [:]
            var names: [Int: String] = [:]
            var link: URL?

            override func encode(with encoder: ModelEncoder) throws {
                try super.encode(with: encoder)
                if name.utf8.count % 2 == 0 { try encoder.encode(name.utf8.count, forKey: "length") }
            }
            override func set(with decoder: ModelDecoder) throws {
                try super.set(with: decoder)
                if let length = try decoder.decode(Int.self, forKey: "length"), length != name.utf8.count {
                    throw ModelError(.corruptData, "Another length.")
                }
            }
        }

        @Model("PartRoot") final class Root: BaseModel {
            var first: [Leaf] = []
            var owners: [Owner] = []
            var last: Leaf?
            var again: Owner?
            var texts: [String] = []
        }

        private let long = String(repeating: "a long text ", count: 20)

        private func root() -> Root {
            let root = Root()
            root.first = (0..<3).map { _ in Leaf() }
            root.first[1].text = long
            root.owners = (0..<6).map { number in
                let owner = Owner()
                owner.name = ["a", "ab", long, "abc"][number % 4]
                owner.leaf = number % 2 == 0 ? root.first[number % 3] : Leaf()
                owner.id = UUID(uuidString: "00112233-4455-6677-8899-AABBCCDDEE0\(number % 2)")
                owner.tags = ["x", "y\(number)", long]
                owner.counts = number > 2 ? ["x": number, long: 1] : [:]
                owner.names = number > 3 ? [300: "x", -1: "z"] : [:]
                owner.link = URL(string: "http://a.b/\(number % 2)")
                return owner
            }
            root.owners[1].other = root.owners[0]
            root.owners[2].owners = [root.owners[0], root.owners[1], Owner()]
            root.last = root.owners[1].leaf
            root.again = root.owners[4]
            root.texts = ["x", "ab", long, "length"]
            return root
        }

        private func check(_ read: Root, _ written: Root) throws {
            #expect(
                try FastCoder().encodeByDocument(read, as: .fastCoding)
                    == FastCoder().encodeByDocument(written, as: .fastCoding))
            #expect(read.owners[0].leaf === read.first[0] && read.owners[2].leaf === read.first[2])
            #expect(read.last === read.owners[1].leaf && read.again === read.owners[4])
            #expect(read.owners[2].owners.first === read.owners[0] && read.owners[1].other === read.owners[0])
        }

        @Test("Objects and texts are shared between the parts and the rest of the file")
        func shared() throws {
            let written = root()
            let content = try FastCoder().encodeByDocument(written, as: .fastCoding)
            try check(#require(try FastCoder().decodeDirectly(Root.self, from: content, as: .fastCoding)), written)
            try check(FastCoder().decodeByDocument(Root.self, from: content, as: .fastCoding), written)
        }

        @Test("An object in a part refers to the object around it")
        func cycle() throws {
            let written = root()
            written.owners[0].other = written.owners[1]
            written.owners[3].owners = [written.owners[3]]
            let content = try FastCoder().encodeByDocument(written, as: .fastCoding)
            let read = try #require(try FastCoder().decodeDirectly(Root.self, from: content, as: .fastCoding))
            try check(read, written)
            #expect(read.owners[0].other === read.owners[1] && read.owners[3].owners.first === read.owners[3])
            for owner in read.owners + written.owners { (owner.other, owner.owners) = (nil, []) }
        }

        @Test("A changed file is read in both ways alike, or not without a document")
        func changed() throws {
            let content = try FastCoder().encodeByDocument(root(), as: .fastCoding)
            for offset in stride(from: 20, to: content.count, by: 3) {
                for byte: UInt8 in [0, 5, 43] where content[offset] != byte {
                    var changed = content
                    changed[offset] = byte
                    try checkAlike(changed)
                }
                try checkAlike(content.prefix(offset))
            }
        }

        private func checkAlike(_ content: Data) throws {
            guard let direct = try? FastCoder().decodeDirectly(Root.self, from: content, as: .fastCoding) else {
                return
            }
            let other = try FastCoder().decodeByDocument(Root.self, from: content, as: .fastCoding)
            #expect(
                try FastCoder().encodeByDocument(direct, as: .fastCoding)
                    == FastCoder().encodeByDocument(other, as: .fastCoding))
        }

        @Test("The last value of a key is used, also after an object without repeated keys")
        func repeatedKeys() throws {
            let content = CraftedFile.version3(minor: 3, objects: 4, strings: 4, classes: 1) { file in
                file.classDefinition("PartRoot", ["owners"])
                file.number(30, UInt8(0))
                file.number(10, UInt32(3))
                // The class's name, the value and the key are strings 0, 1 and 2; later objects refer to them.
                file.bytes([43, 8])
                file.text("PartOwner")
                file.bytes([8])
                file.text("a")
                file.bytes([8])
                file.text("name")
                file.bytes([0, 43, 5, 0, 5, 2, 5, 2, 5, 1, 5, 2, 0, 43, 5, 0, 5, 1, 5, 2, 0])
            }
            let document = try FastCoder().decodeByDocument(Root.self, from: content, as: .fastCoding)
            #expect(document.owners.map(\.name) == ["a", "a", "a"])
            let direct = try FastCoder().decodeDirectly(Root.self, from: content, as: .fastCoding)
            #expect(direct?.owners.map(\.name) ?? ["a", "a", "a"] == ["a", "a", "a"])
        }

        @Test("A part that refers to an array outside of it is read through a document")
        func arrays() throws {
            let content = CraftedFile.version3(minor: 3, objects: 4, strings: 4, classes: 1) { file in
                file.classDefinition("PartRoot", ["texts", "owners"])
                file.number(30, UInt8(0))
                file.number(10, UInt32(1))
                file.bytes([8])
                file.text("x")
                file.number(10, UInt32(1))
                file.bytes([43, 8])
                file.text("PartOwner")
                file.bytes([2, 1, 8])
                file.text("tags")
                file.bytes([0])
            }
            #expect(try FastCoder().decodeDirectly(Root.self, from: content, as: .fastCoding) == nil)
            #expect(try FastCoder().decode(Root.self, from: content).owners.first?.tags == ["x"])
        }
    }
#endif
