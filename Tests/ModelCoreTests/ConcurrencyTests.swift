import Foundation
import ModelCore
import Testing

/// Run under ThreadSanitizer too: see the Makefile.
@Suite("Many threads at once")
struct ConcurrencyTests {
    final class Hammered: BaseModel {
        var items: [Item] = []
        override class var modelProperties: [ModelProperty] { [ModelProperty("items", \Hammered.items)] }
        override class var saveFile: String { "/nonexistent/" + super.saveFile }
    }

    final class Unseen: BaseModel {
        var text = ""
        override class var modelProperties: [ModelProperty] { [ModelProperty("text", \Unseen.text)] }
    }

    @Test("Instances are made, encoded and decoded on any thread")
    func instances() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for round in 0..<32 {
                group.addTask {
                    for count in 0..<50 {
                        let model = try #require(try Unseen(object: ["text": "\(round) \(count)"]))
                        let back = try ModelNode.of(model).decoded(Unseen.self)
                        #expect(back.text == model.text)
                        #expect(Unseen.allPropertyKeys == ["text"])
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    @Test("The shared instance is asked for, replaced and freed")
    func shared() async throws {
        await withTaskGroup(of: Void.self) { group in
            for round in 0..<32 {
                group.addTask {
                    for _ in 0..<50 {
                        switch round % 4 {
                        case 0: _ = try? Hammered.shared
                        case 1: Hammered.setSharedInstance(Hammered())
                        case 2: Hammered.setSharedInstance(nil)
                        default: _ = Hammered.hasSharedInstance
                        }
                    }
                }
            }
        }
        _ = try Hammered.shared
        #expect(Hammered.hasSharedInstance)
    }

    @Test("Registries are read while they are filled")
    func registries() async throws {
        await withTaskGroup(of: Void.self) { group in
            for round in 0..<16 {
                group.addTask {
                    for count in 0..<50 {
                        ClassRegistry.register(Unseen.self, name: "Unseen", aliases: ["\(round % 3) \(count % 5)"])
                        _ = try? ClassRegistry.current.type(named: "Unseen")
                        _ = FormatRegistry.current.formats
                    }
                }
            }
        }
        #expect(try ClassRegistry.current.type(named: "Unseen") == Unseen.self)
    }
}
