#if Macros
import Foundation
import ModelCore
import TestSupport
import Testing

@Suite("Classes that a file would have, and nobody could read")
struct ForgottenClassTests {
    class Forgot: BaseModel {
        var text = "x"
    }
    @Model class ForgottenBase: BaseModel {
        var name = ""
    }
    final class ForgottenChild: ForgottenBase {
        var age = 1
    }
    final class ForgottenEmpty: ForgottenBase {}
    class ForgottenBetween: ForgottenBase {
        var extra = 1
    }
    @Model final class ForgottenLeaf: ForgottenBetween {
        var own = 2
    }
    final class OwnCoder: BaseModel {
        var text = "x"
        override func encode(with encoder: ModelEncoder) throws { try encoder.encode(text, forKey: "text") }
        override func set(with decoder: ModelDecoder) throws {
            if let text = try decoder.decode(forKey: "text", like: text) { self.text = text }
        }
    }
    @Model final class ForgottenTransient: BaseModel {
        @Transient var cache = 1
    }
    @Model final class ForgottenHolder: BaseModel {
        var base: ForgottenBase?
        var boxes: [ForgottenBox<Int>] = []
        var anything: Any?
    }
    @Model class ForgottenBox<Value: ModelValue>: ForgottenBase {
        var value: Value?
    }

    @Model(version: 2) class ForgottenVersioned: BaseModel {
        override class func migrate(_ object: inout ModelDocument, from version: Int) throws {}
        var name = ""
    }
    final class ForgottenHeir: ForgottenVersioned {
        var age = 1
    }

    private func error(_ body: () throws -> Void) -> ModelError? { #expect(throws: ModelError.self) { try body() } }

    @Test("Properties that nothing lists are an error, at the first save")
    func unlisted() throws {
        let found = error { _ = try KeyedArchive().encode(Forgot()) }
        #expect(found?.code == .notAModel)
        #expect(found?.reason.contains("stored properties that nothing lists: add @Model to it.") == true)
        #expect(error { _ = try KeyedArchive().encode(ForgottenChild()) }?.code == .notAModel)
        #expect(error { _ = try KeyedArchive().encode([ForgottenChild()]) }?.code == .notAModel)
        // Also between two classes that list theirs.
        #expect(error { _ = try KeyedArchive().encode(ForgottenLeaf()) }?.code == .notAModel)
        #expect(error { _ = try ModelDocument(encoding: ForgottenChild()) }?.code == .notAModel)
        // The version of a superclass is a key, too.
        #expect(error { _ = try KeyedArchive().encode(ForgottenHeir()) }?.code == .notAModel)
        #expect(error { _ = try ModelDocument(encoding: [ForgottenHeir()]) }?.code == .notAModel)
        let folder = try TemporaryFolder()
        #expect(error { try Forgot().write(toFile: folder.file("x.plist")) }?.code == .notAModel)
        #expect(!FileManager.default.fileExists(atPath: folder.file("x.plist")))
    }

    @Test("Nor are they lost when a model is copied, or read where the file has them")
    func unlistedCopied() throws {
        let leaf = ForgottenLeaf()
        leaf.extra = 42
        #expect(error { _ = try leaf.copy() }?.code == .notAModel)
        #expect(error { _ = try Forgot().copy() }?.code == .notAModel)
        let file = ModelNode.object(
            ObjectNode(
                CodedClass(name: ModelClass.of(ForgottenLeaf.self).name),
                [("extra", .scalar(.int64(42))), ("own", .scalar(.int64(3)))]))
        let content = try KeyedArchive().encode(file)
        #expect(error { _ = try KeyedArchive().decode(ForgottenLeaf.self, from: content) }?.code == .notAModel)
        let own = OwnCoder()
        #expect(error { _ = try own.copy() }?.code == .notAModel)
        #expect(try ForgottenEmpty().copy().name == "")
        #expect(try ForgottenTransient().copy().cache == 1)
    }

    @Model class Covered: BaseModel {
        private var note = "base"
        var coveredNote: String { get { note } set { note = newValue } }
    }
    @Model final class Covering: Covered {
        @Key("other") private var note = "own"
        var ownNote: String { get { note } set { note = newValue } }
    }

    @Test("Two properties of one name are an error wherever one would be taken for the other")
    func repeated() throws {
        let model = Covering()
        model.ownNote = "x"
        model.coveredNote = "y"
        func refused(_ body: () throws -> Void) { #expect(error(body)?.code == .duplicateKey) }
        refused { _ = try KeyedArchive().encode(model) }
        refused { _ = try model.copy() }
        refused { try model.mergeValues(from: Covered()) }
        refused { try Covered().mergeValues(from: model) }
        refused { try model.set(with: ["note": "z"]) }
        refused { _ = try Covering.instance(with: ["note": "z"]) }
        refused { _ = try model.value(forKey: "note") }
        refused { try model.setValue("z", forKey: "note") }
        let file = ModelNode.object(
            ObjectNode(CodedClass(name: ModelClass.of(Covering.self).name), [("note", .scalar(.string("z")))]))
        let content = try KeyedArchive().encode(file)
        refused { _ = try KeyedArchive().decode(Covering.self, from: content) }
        #expect(model.ownNote == "x" && model.coveredNote == "y")
    }

    @Test("A class that codes its properties itself, has none, or leaves them out on purpose, is saved")
    func listed() throws {
        let own = OwnCoder()
        own.text = "y"
        #expect(try KeyedArchive().decode(OwnCoder.self, from: KeyedArchive().encode(own)).text == "y")
        _ = try KeyedArchive().encode(ForgottenEmpty())
        _ = try KeyedArchive().encode(ForgottenTransient())
    }

    @Test("A class that no file can name isn't written where a file would have to")
    func unnamed() throws {
        let holder = ForgottenHolder()
        holder.base = ForgottenEmpty()
        let unregistered = error { _ = try KeyedArchive().encode(holder) }
        #expect(unregistered?.code == .unknownClass && "\(unregistered?.path ?? ModelPath())" == "base")
        holder.base = ForgottenBox<Int>()
        #expect(error { _ = try KeyedArchive().encode(holder) }?.code == .unknownClass)
        holder.base = nil
        holder.anything = ForgottenBox<Int>()
        #expect(error { _ = try KeyedArchive().encode(holder) }?.code == .unknownClass)
        // Where the property's type tells it, it comes back.
        let box = ForgottenBox<Int>()
        (box.name, box.value) = ("box", 3)
        holder.boxes = [box]
        holder.anything = box
        #expect(throws: Never.self) { try KeyedArchive().encode(holder) }
        holder.anything = nil
        let back = try KeyedArchive().decode(ForgottenHolder.self, from: KeyedArchive().encode(holder))
        #expect(back.boxes[0].value == 3 && back.boxes[0].name == "box")
    }

    @Model final class Needy: BaseModel {
        var text = ""
        override class var resourceFile: String? { "/nowhere/needed.plist" }
    }

    @Test("A resource file of one's own name has to be there")
    func resource() {
        #expect(Needy.resourceError?.code == .fileMissing)
        #expect(error { _ = try Needy.instance() }?.file == "/nowhere/needed.plist")
        #expect(ForgottenBase.resourceError == nil)
    }

    @Model final class ByDictionary: BaseModel {
        var text = ""
        @Transient var setCount = 0
        override func set(with dictionary: [String: Any]) throws {
            setCount += 1
            var dictionary = dictionary
            if let old = dictionary["old"] { dictionary["text"] = old }
            try super.set(with: dictionary)
        }
    }
    @Model final class ByBoth: BaseModel {
        var text = ""
        @Transient var ways: [String] = []
        override func set(with dictionary: [String: Any]) throws {
            ways.append("dictionary")
            try super.set(with: dictionary)
        }
        override func set(with decoder: ModelDecoder) throws {
            ways.append("decoder")
            try super.set(with: decoder)
        }
    }

    @Test("set(with: [String: Any]) is called by every format; set(with: ModelDecoder) comes first where classes are kept")
    func dictionaries() throws {
        let model = ByDictionary()
        model.text = "x"
        let back = try KeyedArchive().decode(ByDictionary.self, from: KeyedArchive().encode(model))
        #expect(back.text == "x" && back.setCount == 1)
        let both = try KeyedArchive().decode(ByBoth.self, from: KeyedArchive().encode(ByBoth()))
        #expect(both.ways == ["decoder"])
        let plain = try ByBoth.instance(with: ["text": "y"])
        #expect(plain?.ways == ["dictionary"] && plain?.text == "y")
    }
}
#endif
