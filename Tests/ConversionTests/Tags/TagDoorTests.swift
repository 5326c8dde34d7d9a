#if Macros
    import FastCoder
    import Foundation
    import JSONFormat
    import ModelCore
    import PlistFormat
    import Testing

    /// The values that a program makes and sets models with name classes as files do.
    @Suite("Tags in what the program gives")
    struct TagDoorTests {
        static let formats: [FileFormat] = [.json, .json5, .xmlPropertyList]

        @Model(tag: "type") class Node: BaseModel {
            final var name = ""
            final var child: Node?
            final var list: [Node] = []
            final var named: [String: Node] = [:]
        }
        @Model(tagged: "leaf") final class Leaf: Node {
            var size = 0
        }
        /// A hierarchy in the hierarchy.
        @Model(tag: "style", tagged: "branch") class Branch: Node {}
        @Model(tagged: "bent", keys: .snakeCase) final class Bent: Branch {
            var turnAngle = 0
        }
        /// Files of every format are read with its dictionaries.
        @Model(tagged: "own") final class Own: Node {
            override func set(with dictionary: [String: Any]) throws { try super.set(with: dictionary) }
        }

        private static func json(_ model: BaseModel) throws -> String {
            String(decoding: try JSONFormat().encode(model, as: .json), as: UTF8.self)
        }

        private static func read<Model: BaseModel>(_ type: Model.Type, _ text: String) throws -> Model {
            try JSONFormat().decode(type, from: Data(text.utf8), as: .json)
        }

        private static var nested: [String: Any] {
            [
                "name": "n", "child": ["type": "video", "seconds": 90, "parts": ["a", ["b": 1]]] as [String: Any],
                "list": [
                    ["type": "audio", "rate": 2.5] as [String: Any], ["type": "leaf", "size": 3],
                    ["type": "branch", "style": "odd", "turn_angle": 1] as [String: Any],
                    ["type": "branch", "style": "bent", "turn_angle": 2],
                ],
                "named": [
                    "k": ["type": "own", "child": ["type": "video", "deep": ["x": "y"]] as [String: Any]] as [String: Any]
                ],
            ]
        }

        private func expectNested(_ node: Node) {
            #expect(node.child?.classTag == "video" && node.child?.isOfUnknownClass == true)
            #expect(node.child?.unknownValues?["seconds"]?.intValue == 90)
            #expect(node.child?.unknownValues?[["parts", .index(1), "b"]]?.intValue == 1)
            #expect(node.list.map(\.classTag) == ["audio", "leaf", "odd", "bent"])
            #expect(node.list.map(\.isOfUnknownClass) == [true, false, true, false])
            #expect(node.list[0].unknownValues?["rate"]?.doubleValue == 2.5)
            #expect((node.list[1] as? Leaf)?.size == 3 && (node.list[3] as? Bent)?.turnAngle == 2)
            #expect(node.list[2] is Branch && node.list[2].unknownValues?["turn_angle"]?.intValue == 1)
            #expect(node.named["k"]?.child?.classTag == "video")
            #expect(node.named["k"]?.child?.unknownValues?[["deep", "x"]]?.stringValue == "y")
        }

        @Test("Objects inside what a model is set with keep a tag that no class has, and all values", arguments: formats)
        func nested(_ format: FileFormat) throws {
            let provider = try FormatRegistry.current.provider(for: format)
            let values: [Any] = [Self.nested, try ModelDocument(encoding: Self.nested as Any?), Self.nested as NSDictionary]
            for value in values {
                let node = Node()
                try node.set(withObject: value)
                expectNested(node)
                #expect(node.classTag == "Node" || node.classTag == "TagDoorTests.Node")
                let content = try provider.encode(node, as: format)
                expectNested(try provider.decode(Node.self, from: content, as: format))
                let text = String(decoding: content, as: UTF8.self)
                #expect(text.contains("video") && text.contains("seconds") && text.contains("audio"))
            }
        }

        @Test("A model that is set keeps its class, and so do models that it has")
        func set() throws {
            let leaf = Leaf()
            try leaf.set(withObject: ["type": "video", "size": 2])
            try leaf.set(withObject: ModelDocument(encoding: ["type": "audio", "size": 3] as [String: Any] as Any?))
            #expect(leaf.classTag == "leaf" && leaf.size == 3 && !leaf.isOfUnknownClass)
            #expect(leaf.unknownValues == nil)
        }

        @Test("An instance that is made of a value has the class that its tags name", arguments: [false, true])
        func instances(_ areDocuments: Bool) throws {
            func value(_ dictionary: [String: Any]) throws -> Any {
                areDocuments ? try ModelDocument(encoding: dictionary as Any?) : dictionary
            }
            func make(_ dictionary: [String: Any]) throws -> Node? { try Node.instance(with: value(dictionary)) }
            #expect((try make(["type": "leaf", "size": 3]) as? Leaf)?.size == 3)
            #expect((try make(["style": "bent", "turn_angle": 5, "type": "branch"]) as? Bent)?.turnAngle == 5)
            let branch = try #require(try make(["type": "branch", "name": "b"]))
            #expect(type(of: branch) == Branch.self && branch.name == "b")
            for dictionary in [["name": "n"], ["name": "n", "type": NSNull()]] as [[String: Any]] {
                let node = try #require(try make(dictionary))
                #expect(type(of: node) == Node.self && node.name == "n")
            }
            let kept = try #require(try make(["type": "video", "name": "n", "seconds": 90]))
            #expect(type(of: kept) == Node.self && kept.classTag == "video" && kept.name == "n")
            #expect(kept.unknownValues?["seconds"]?.intValue == 90)
            #expect(try Self.json(kept).hasPrefix(#"{"type":"video","name":"n""#))
            let bent = try Bent.instance(with: value(["type": "branch", "style": "bent"]))
            #expect(bent?.classTag == "bent")

            let all = try Node.instances(
                with: [
                    value(["type": "leaf"]), NSNull(), value(["type": "video"]), value(["type": "branch", "style": "odd"]),
                ])
            #expect(all.map(\.classTag) == ["leaf", "video", "odd"])
            #expect(all[0] is Leaf && all[2] is Branch)

            for (dictionary, code) in [
                (["type": "branch", "style": "bent"], .classMismatch), (["type": 5], .typeMismatch),
            ] as [([String: Any], ModelError.Code)] {
                let error = #expect(throws: ModelError.self) { try Leaf.instances(with: [value(dictionary)]) }
                #expect(error?.code == code && error?.path.components.first == .index(0))
            }
        }

        @Test("An initializer can't make an instance of another class")
        func initializers() throws {
            let leaf = try #require(try Leaf(object: ["type": "leaf", "size": 4]))
            #expect(leaf.size == 4)
            #expect(try Node(object: ["type": "video"])?.classTag == "video")
            for text in ["leaf", "branch"] {
                let error = #expect(throws: ModelError.self) { try Node(object: ["type": text]) }
                #expect(error?.code == .classMismatch)
            }
        }

        @Test("Objects in the dictionaries that a class is set with", arguments: formats)
        func ofFile(_ format: FileFormat) throws {
            let provider = try FormatRegistry.current.provider(for: format)
            let text = #"{"type":"own","name":"o","child":{"type":"video","seconds":[1,2]},"list":[{"type":"audio","x":1}]}"#
            let document = try JSONFormat().document(from: Data(text.utf8), as: .json)
            let own = try provider.decode(Node.self, from: provider.encode(document, as: format), as: format)
            #expect(own is Own && own.child?.classTag == "video" && own.list.first?.classTag == "audio")
            #expect(own.child?.unknownValues?["seconds"]?.count == 2)
            #expect(own.list.first?.unknownValues?["x"]?.intValue == 1)
        }

        enum Mood: String { case calm, other }
        @Model final class Visit: BaseModel {
            @Transform(.unknown(Mood.other)) var mood = Mood.calm
            @Transform(.unknown(Mood.other)) var second = Mood.calm
            @Lenient var days: [Int] = []
        }

        @Test("Merging takes the texts that a type doesn't know, and elements that couldn't be read")
        func merged() throws {
            let odd = try DecodingReport.collecting {
                try Self.read(Visit.self, #"{"mood":"odd","second":"owl","days":[1,"x"]}"#)
            }.result
            let visit = Visit()
            try visit.mergeValues(from: odd)
            #expect(try Self.json(visit) == #"{"mood":"odd","second":"owl","days":[1,"x"]}"#)
            let other = try #require(try Visit.instance(with: odd))
            #expect(try Self.json(other) == #"{"mood":"odd","second":"owl","days":[1,"x"]}"#)
            let plain = Visit()
            (plain.mood, plain.days) = (.other, [1])
            try visit.mergeValues(from: plain)
            #expect(try Self.json(visit) == #"{"mood":"other","second":"calm","days":[1]}"#)
            #expect(try Self.json(odd) == #"{"mood":"odd","second":"owl","days":[1,"x"]}"#)
        }
    }

    @Suite("Two names of an object's class")
    struct TwoNamesTests {
        typealias Node = TagDoorTests.Node

        @Model final class Holder: BaseModel {
            var node: Node?
            var list: [Node] = []
            var anything: [BaseModel] = []
        }

        private static func content(_ json: String, _ format: FileFormat) throws -> (any FormatProvider, Data) {
            let provider = try FormatRegistry.current.provider(for: format)
            return (provider, try provider.encode(JSONFormat().document(from: Data(json.utf8), as: .json), as: format))
        }

        @Test("They must not disagree", arguments: TagDoorTests.formats)
        func disagreeing(_ format: FileFormat) throws {
            for (json, path) in [
                (#"{"node":{"$class":"TagDoorTests.Leaf","type":"branch"}}"#, "node"),
                (#"{"list":[{"type":"leaf"},{"type":"own","x":1,"$class":"TagDoorTests.Leaf"}]}"#, "list[1]"),
                (#"{"anything":[{"$class":"TagDoorTests.Leaf","type":"own"}]}"#, "anything[0]"),
                (#"{"node":{"$class":"TagDoorTests.Leaf","type":"branch","style":"bent"}}"#, "node"),
                (#"{"node":{"$class":"TagDoorTests.Bent","type":"branch","style":"Branch","x":1}}"#, ""),
            ] {
                let (provider, content) = try Self.content(json, format)
                // The name of the inner hierarchy's first class is that of an unknown one here.
                guard !path.isEmpty else {
                    let bent = try provider.decode(Holder.self, from: content, as: format).node
                    #expect(bent is TagDoorTests.Bent && bent?.classTag == "Branch")
                    continue
                }
                let error = #expect(throws: ModelError.self) {
                    try provider.decode(Holder.self, from: content, as: format)
                }
                #expect(error?.code == .classMismatch, "\(json): \(String(describing: error))")
                #expect(error?.path.description == path)
            }
        }

        @Test("They may agree, and one of them may be missing", arguments: TagDoorTests.formats)
        func agreeing(_ format: FileFormat) throws {
            let (provider, content) = try Self.content(
                #"""
                {"list":[{"$class":"TagDoorTests.Leaf","type":"leaf","size":1},{"$class":"TagDoorTests.Leaf","size":2},
                {"$class":"TagDoorTests.Bent","style":"bent","type":"branch"},{"$class":"TagDoorTests.Bent","type":"branch"},
                {"$class":"TagDoorTests.Node","type":"leaf","size":3},{"$class":"TagDoorTests.Leaf","type":"odd"}],
                "anything":[{"$class":"TagDoorTests.Leaf","type":"leaf"},{"$class":"TagDoorTests.Node","type":"own"}]}
                """#, format)
            let holder = try provider.decode(Holder.self, from: content, as: format)
            #expect(holder.list.compactMap { ($0 as? TagDoorTests.Leaf)?.size } == [1, 2, 3, 0])
            #expect(holder.list[2] is TagDoorTests.Bent && holder.list[3] is TagDoorTests.Bent)
            #expect(holder.list[5].classTag == "odd")
            #expect(holder.anything[0] is TagDoorTests.Leaf && holder.anything[1] is TagDoorTests.Own)
        }

        @Test(
            "An object that an older program has kept gets the class of its tag",
            arguments: [FileFormat.fastCoding, .keyedArchive, .hrCodedJSON])
        func kept(_ format: FileFormat) throws {
            let provider = try FormatRegistry.current.provider(for: format)
            var builder = DocumentBuilder()
            try builder.beginObject(CodedClass(name: "TwoNamesTests.Holder"))
            try builder.key("list")
            try builder.beginArray()
            for (name, text) in [("Node", "leaf"), ("Leaf", "leaf"), ("Leaf", "own")] {
                try builder.beginObject(CodedClass(name: "TagDoorTests." + name))
                try builder.key("type")
                try builder.append(text)
                try builder.key("size")
                try builder.append(7 as Int64)
                try builder.end()
            }
            try builder.end()
            try builder.end()
            var document = try builder.finish()
            let error = #expect(throws: ModelError.self) {
                try provider.decode(Holder.self, from: provider.encode(document, as: format), as: format)
            }
            #expect(error?.code == .classMismatch)
            try document.set(.string("leaf"), at: ["list", .index(2), "type"])
            let holder = try provider.decode(Holder.self, from: provider.encode(document, as: format), as: format)
            #expect(holder.list.compactMap { ($0 as? TagDoorTests.Leaf)?.size } == [7, 7, 7])
        }

        @Test("In the document of a model, the tag tells the class as in the file that is made of it")
        func documents() throws {
            let holder = Holder()
            holder.list = [TagDoorTests.Leaf(), TagDoorTests.Leaf(), TagDoorTests.Leaf()]
            var document = try ModelDocument(encoding: holder)
            try document.set(.string("own"), at: ["list", .index(0), "type"])
            try document.set(.string("video"), at: ["list", .index(2), "type"])
            let back = try document.decode(Holder.self)
            let file = try JSONFormat().decode(
                Holder.self, from: JSONFormat().encode(document, as: .json), as: .json)
            for list in [back.list, file.list] {
                #expect(list[0] is TagDoorTests.Own && list[1] is TagDoorTests.Leaf)
                #expect(list[2].classTag == "video" && type(of: list[2]) == Node.self)
            }
        }
    }
#endif
