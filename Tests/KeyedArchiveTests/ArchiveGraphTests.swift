import Foundation
import ModelCore
import TestSupport
import Testing

@Suite struct ArchiveGraphTests {
    private func graph() -> ArchiveManager {
        let boss = ArchiveManager()
        boss.name = "Ada"
        boss.age = 36
        boss.tags = ["x", "y", "x"]
        let first = ArchivePerson()
        first.name = "Bob"
        first.boss = boss
        let second = ArchiveManager()
        second.name = "Cyd"
        second.boss = boss
        second.friend = first
        first.friend = second
        boss.reports = [first, second, first]
        boss.friend = boss
        return boss
    }

    @Test func sharedReferencesCyclesAndSubclassesSurvive() throws {
        try KeyedArchive.withTestClasses {
            let found = try KeyedArchive().roundTrip(graph())
            defer { found.friend = nil }
            #expect(found.name == "Ada")
            #expect(found.tags == ["x", "y", "x"])
            #expect(found.friend === found)
            #expect(found.reports.count == 3)
            #expect(found.reports[0] === found.reports[2])
            #expect(found.reports[0].boss === found)
            #expect(found.reports[1] is ArchiveManager)
            #expect(found.reports[1].friend === found.reports[0])
            #expect(found.reports[0].friend === found.reports[1])
            found.reports[0].friend = nil
        }
    }

    @Test func weakReferencesLeadForwardAndBackward() throws {
        try KeyedArchive.withTestClasses {
            let early = ArchivePerson()
            let late = ArchivePerson()
            late.name = "late"
            early.boss = late
            let absent = ArchivePerson()
            let lone = ArchivePerson()
            lone.boss = absent
            let found = try KeyedArchive().roundTrip([early, late, lone])
            #expect(found[0].boss === found[1])
            #expect(found[2].boss == nil)
            withExtendedLifetime(absent) {}
        }
    }

    @Test func temporaryObjectsAreNotTakenForEachOther() throws {
        try KeyedArchive.withTestClasses {
            let data = try KeyedArchive().encode { encoder in
                _ = try encoder.beginArray(.array)
                for index in 0..<1000 {
                    let person = ArchivePerson()
                    person.age = index
                    try encoder.encode(person)
                }
                try encoder.end()
            }
            let found = try KeyedArchive().decode([ArchivePerson].self, from: data)
            #expect(found.map(\.age) == Array(0..<1000))
        }
    }

    @Test func classesAreNamedWithTheirSuperclasses() throws {
        let node = try KeyedArchive().roundTripUntyped(ArchiveManager())
        guard case .object(let object) = node else {
            Issue.record("no object")
            return
        }
        #expect(object.codedClass.name == "ArchiveManager")
        #expect(object.codedClass.superclassNames == ["ArchivePerson", "BaseModel", "NSObject"])
        // Properties that are nil are omitted, as the originals do.
        #expect(object.properties.map(\.key) == ["name", "age", "score", "active", "tags", "reports"])
    }

    @Test func keysInAnyOrderAndMissingKeysAreFound() throws {
        try KeyedArchive.withTestClasses {
            func node(_ keys: [String]) -> ModelNode {
                .object(
                    ObjectNode(
                        CodedClass(name: "ArchivePerson"),
                        keys.map { ($0, .scalar($0 == "name" ? .string("n") : $0 == "active" ? .bool(true) : .int64(7))) }))
            }
            let nodes = ModelNode.array(
                ArrayNode([
                    node(["name", "age"]), node(["age", "name"]), node([]), node(["extra", "score", "age", "name", "active"]),
                    node(["name", "age"]), node(["age"]), node(["age", "name"]),
                ]))
            let found = try KeyedArchive().decode([ArchivePerson].self, from: KeyedArchive().encode(nodes))
            #expect(found.map(\.age) == [7, 7, 0, 7, 7, 7, 7])
            #expect(found.map(\.name) == ["n", "n", "", "n", "n", "", "n"])
            #expect(found.map(\.score) == [0, 0, 0, 7, 0, 0, 0])
            #expect(found.map(\.active) == [false, false, false, true, false, false, false])
        }
    }

    @Test func graphsOfNodesSurviveAsTheyAre() throws {
        let array = ArrayNode()
        array.elements = [.array(array), .scalar(.int64(1))]
        let object = ObjectNode(CodedClass(name: "Unknown", superclassNames: ["NSObject"]))
        let dictionary = DictionaryNode([(.scalar(.string("self")), .object(object)), (.scalar(.int64(3)), .array(array))])
        object.properties = [("array", .array(array)), ("dictionary", .dictionary(dictionary))]
        let found = try KeyedArchive().roundTripUntyped(ModelNode.object(object))
        guard case .array(let foundArray)? = found["array"], case .array(let inner) = foundArray.elements[0],
            case .dictionary(let foundDictionary)? = found["dictionary"], case .object(let root) = found,
            case .object(let back) = foundDictionary.entries[0].value
        else {
            Issue.record("another graph")
            return
        }
        #expect(inner === foundArray)
        #expect(back === root)
        #expect(foundDictionary.entries[1].key.scalar == .int64(3))
        for node in [array, foundArray] { node.elements = [] }
        for node in [dictionary, foundDictionary] { node.entries = [] }
    }

    @Test func valuesThatContainThemselvesAreAnError() throws {
        let array = ArrayNode()
        array.elements = [.array(array)]
        defer { array.elements = [] }
        let data = try KeyedArchive().encode(ModelNode.array(array))
        #expect { try KeyedArchive().decode(from: data) { try AnyValue.decode(from: $0) } } throws: {
            ($0 as? ModelError)?.code == .cycle
        }
    }

    @Test func unknownClassesAndWrongOnesAreErrorsWithAPlace() throws {
        try KeyedArchive.withTestClasses {
            let node = ModelNode.array(ArrayNode([.object(ObjectNode(CodedClass(name: "Nobody")))]))
            let data = try KeyedArchive().encode(node)
            #expect { try KeyedArchive().decode([ArchivePerson].self, from: data) } throws: {
                guard let error = $0 as? ModelError else { return false }
                return error.code == .unknownClass && error.path.description == "[0]" && error.location != nil
            }
            let other = try KeyedArchive().encode([ArchivePerson()])
            #expect { try KeyedArchive().decode([ArchiveManager].self, from: other) } throws: {
                ($0 as? ModelError)?.code == .classMismatch
            }
            #expect { try KeyedArchive().decode([Int].self, from: other) } throws: {
                ($0 as? ModelError)?.code == .typeMismatch
            }
        }
    }

    @Test("The class of another module is an error that tells how to read it", arguments: [
        "OldApp.ArchivePerson", "OldApp.Outer.ArchivePerson", "_TtC6OldApp13ArchivePerson",
        "_TtCC6OldApp5Outer13ArchivePerson", "_TtC6OldAppP33_0123456789ABCDEF0123456789ABCDEF13ArchivePerson",
    ])
    func oldModules(_ name: String) throws {
        let data = try KeyedArchive().encode(
            ModelNode.object(ObjectNode(CodedClass(name: name), [("name", .scalar(.string("Ada")))])))
        try KeyedArchive.withTestClasses {
            for read in [
                { _ = try KeyedArchive().decode(ArchivePerson.self, from: data) },
                { _ = try KeyedArchive().decode(BaseModel.self, from: data) },
            ] as [() throws -> Void] {
                let error = try #require(#expect(throws: ModelError.self) { try read() })
                #expect(error.code == .unknownClass)
                #expect(
                    error.reason.contains("If that is ArchivePerson")
                        && error.reason.contains("@Model(aliases: [\"\(name)\"])"), "\(error)")
            }
        }
        // The alias that it names reads it.
        var classes = ClassRegistry()
        classes.add(ArchivePerson.self, aliases: [name])
        try ClassRegistry.withClasses(classes) {
            _ = try KeyedArchive().decode(ArchivePerson.self, from: data)
        }
        let other = try KeyedArchive().encode(ModelNode.object(ObjectNode(CodedClass(name: "OldApp.Nobody"))))
        let error = try #require(#expect(throws: ModelError.self) { try KeyedArchive().decode(ArchivePerson.self, from: other) })
        #expect(error.reason.contains(#"@Model(aliases: ["OldApp.Nobody"])"#) && !error.reason.contains("ArchivePerson"))
    }

    @Test func deepGraphsAreAnErrorBothWays() throws {
        var node = ModelNode.scalar(.int64(1))
        for _ in 0..<400 { node = .array(ArrayNode([node])) }
        _ = try KeyedArchive().roundTripUntyped(node)
        for _ in 0..<200 { node = .array(ArrayNode([node])) }
        #expect { try KeyedArchive().encode(node) } throws: { ($0 as? ModelError)?.code == .depthExceeded }
        let data = try KeyedArchive().encode(node, limits: DecodingLimits(depth: 10000))
        #expect { try KeyedArchive().decode(ModelNode.self, from: data) } throws: {
            ($0 as? ModelError)?.code == .depthExceeded
        }
    }

    @Test func embeddedArchivesAreFound() throws {
        let archive = try KeyedArchive().encode([1, 2, 3])
        func read(_ scalar: ModelScalar) throws -> [Int] {
            var document = ModelDocument(scalar)
            document.scalars = .text
            return try document.decode()
        }
        #expect(try read(.data(archive)) == [1, 2, 3])
        #expect(try read(.string(archive.base64EncodedString())) == [1, 2, 3])
        for scalar in [.string("text"), .data(Data("bplist00".utf8)), .int64(1)] as [ModelScalar] {
            #expect { try read(scalar) } throws: { ($0 as? ModelError)?.code == .typeMismatch }
        }
    }

    @Test func otherPropertyListsAreNamed() throws {
        func recognised(_ content: Data) -> String {
            FormatRegistry.withFormats(FormatRegistry()) {
                do {
                    return try FormatRegistry.current.detect(content).rawValue
                } catch {
                    return "\(error)"
                }
            }
        }
        let archive = try KeyedArchive().encode(["a"])
        #expect(recognised(archive) == "keyedArchive")
        let crypto = try KeyedArchive().encode(
            ModelNode.object(ObjectNode(CodedClass(name: "CryptoArchive"), [("iv", .scalar(.data(Data())))])))
        #expect(recognised(crypto).contains("CryptoCoder"))
        for (text, library) in [
            ("{\"$class\": \"X\"}", "HRCoder"), ("{\"a\": {\"$class\": 1}}", "JSONFormat"), ("[1]", "JSONFormat"),
            ("<?xml version=\"1.0\"?><plist><dict><key>$class</key><string>X</string></dict></plist>", "HRCoder"),
            ("<plist><dict><key>a</key><dict><key>$class</key></dict></dict></plist>", "PlistFormat"),
        ] {
            #expect(recognised(Data(text.utf8)).contains(library), "\(text)")
        }
        for (plist, library) in [(["$class": "X"], "HRCoder"), (["a": "X"], "PlistFormat")] {
            let data = try PropertyListSerialization.data(fromPropertyList: plist, format: .binary, options: 0)
            #expect(recognised(data).contains(library))
        }
    }
}
