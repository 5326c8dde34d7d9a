import Foundation
import ModelCore
import ModelTesting
import TestSupport
import Testing

/// Run under ThreadSanitizer too, as all suites of that name are: see `Scripts/test.sh`.
@Suite("Eight threads at once")
struct ConcurrencyTests {
    final class Hammered: BaseModel {
        var items: [Item] = []
        override class var modelProperties: [ModelProperty] { [ModelProperty("items", \Hammered.items)] }
        override class var saveFile: String { "/nonexistent/" + super.saveFile }
    }

    final class Unseen: BaseModel {
        var text = ""
        override class var modelProperties: [ModelProperty] {
            [ModelProperty("text", \Unseen.text, key: PropertyKey(path: "inside.text", aliases: ["text"]))]
        }
    }

    final class Grown: BaseModel {
        private static let known = ModelClass(Grown.self, name: "Grown", overrides: [], version: 2)
        override class var modelClass: ModelClass { known }
        var text = ""
        override class var modelProperties: [ModelProperty] { [ModelProperty("text", \Grown.text)] }
        override class func migrate(_ object: inout ModelDocument, from version: Int) throws {
            try object.renameKey(at: ["old"], to: "text")
        }
    }

    /// As `@Model` would write it.
    final class Placed: BaseModel {
        private static let known = ModelClass(Placed.self, name: "Placed", overrides: [])
        override class var modelClass: ModelClass { known }
        var text = ""
        var count = 0
        var isOn = false
        var texts: [String] = []
        var next: Placed?

        override class var modelProperties: [ModelProperty] {
            super.modelProperties + [
                ModelProperty("text", \Placed.text, isStored: true),
                ModelProperty("count", \Placed.count, isStored: true),
                ModelProperty("isOn", \Placed.isOn, isStored: true),
                ModelProperty("texts", \Placed.texts, isStored: true),
                ModelProperty("next", \Placed.next, isStored: true),
            ]
        }
    }

    @Test("Where properties stand is found on any thread, and they are read and written there")
    func storedProperties() {
        let errors = onThreads(8) { thread in
            (0..<200).compactMap { round -> String? in
                do {
                    let model = Placed()
                    model.text = String(repeating: "\(thread)", count: round)
                    (model.count, model.isOn) = (round, round % 2 == 0)
                    model.texts = (0..<round % 5).map { "\(thread) \($0)" }
                    model.next = round % 3 == 0 ? model : nil
                    let copy = try ModelDocument(encoding: model).decode(Placed.self)
                    let isSame =
                        copy.text == model.text && copy.count == round && copy.isOn == model.isOn
                        && copy.texts == model.texts && (copy.next === copy) == (model.next != nil)
                    (model.next, copy.next) = (nil, nil)
                    return isSame ? nil : copy.debugDescription
                } catch {
                    return "\(error)"
                }
            }
        }
        #expect(errors.flatMap(\.self).isEmpty, "\(errors)")
    }

    @Test("Unknown values of one file are read and written on any thread, and older objects of one document migrated")
    func unknownValues() throws {
        let values = (0..<8).map { ["old": "\($0)", "more": ["k": [$0]]] as [String: Any] }
        let document = try ModelDocument(encoding: values as Any?)
        let models = try document.decode([Grown].self)
        nonisolated(unsafe) let shared = models
        let errors = onThreads(8) { thread in
            (0..<100).compactMap { _ -> String? in
                do {
                    let written = try unsafe ModelDocument(encoding: shared[thread])
                    let again = try document.decode([Grown].self)
                    return written[["more", "k"]]?[0]?.intValue == thread && again[thread].text == "\(thread)"
                        ? nil : written.description
                } catch {
                    return "\(error)"
                }
            }
        }
        #expect(errors.flatMap(\.self).isEmpty, "\(errors)")
    }

    @Test("Instances are made, encoded and decoded on any thread")
    func instances() {
        let errors = onThreads(8) { thread in
            (0..<200).compactMap { round -> String? in
                do {
                    let model = try Unseen(object: ["text": "\(thread) \(round)"])
                    let back = try model.map { try ModelNode.of($0).decoded(Unseen.self) }
                    return back?.text == "\(thread) \(round)" && Unseen.allPropertyKeys == ["text"] ? nil : "another"
                } catch {
                    return "\(error)"
                }
            }
        }
        #expect(errors.joined().isEmpty, "\(errors)")
    }

    @Test("The shared instance is asked for, replaced and freed")
    func shared() throws {
        _ = onThreads(8) { thread in
            for _ in 0..<200 {
                switch thread % 4 {
                case 0: _ = try? Hammered.shared
                case 1: Hammered.setSharedInstance(Hammered())
                case 2: Hammered.setSharedInstance(nil)
                default: _ = Hammered.hasSharedInstance
                }
            }
        }
        _ = try Hammered.shared
        #expect(Hammered.hasSharedInstance)
    }

    final class Saved: BaseModel {
        var number = 0
        static let folder = try? TemporaryFolder()
        override class var modelProperties: [ModelProperty] { [ModelProperty("number", \Saved.number)] }
        override class var saveFile: String { (folder?.path ?? "/nonexistent") + "/saved" }
    }

    @Test("The shared instance is saved, replaced and loaded: each save is a whole one, and none is taken for another program's")
    func saves() throws {
        let folder = try #require(Saved.folder)
        defer { try? FileManager.default.removeItem(atPath: folder.path) }
        var classes = ClassRegistry()
        classes.add(Saved.self)
        try ClassRegistry.withClasses(classes) { try Saved.shared.save() }
        let codes = onThreads(8) { [classes] thread in
            ClassRegistry.withClasses(classes) {
                (0..<10).compactMap { round -> ModelError.Code? in
                    switch (thread + round) % 3 {
                    case 0: return errorCode { try Saved.reloadSharedInstance() }
                    case 1: return errorCode { try Saved.load(fromFile: Saved.saveFile) }
                    default:
                        let own = Saved()
                        own.number = thread
                        Saved.setSharedInstance(own)
                        return errorCode { try own.save() }
                    }
                }
            }
        }
        // Replaced by another thread's, or by what was loaded before another thread's save.
        #expect(codes.joined().allSatisfy { $0 == .notSaveable }, "\(codes)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["saved"])
        try ClassRegistry.withClasses(classes) {
            try Saved.reloadSharedInstance()
            let shared = try Saved.shared
            let saves = onThreads(8) { [classes] _ in
                ClassRegistry.withClasses(classes) { errorCode { try Saved.shared.save() } }
            }
            #expect(saves.allSatisfy { $0 == nil }, "\(saves)")
            #expect(try Saved.shared === shared)
        }
    }

    @Test("Registries are read while they are filled")
    func registries() throws {
        _ = onThreads(8) { thread in
            for count in 0..<100 {
                ClassRegistry.register(Unseen.self, name: "Unseen", aliases: ["\(thread % 3) \(count % 5)"])
                _ = try? ClassRegistry.current.type(named: "Unseen")
                _ = FormatRegistry.current.formats
            }
        }
        #expect(try ClassRegistry.current.type(named: "Unseen") == Unseen.self)
    }
}
