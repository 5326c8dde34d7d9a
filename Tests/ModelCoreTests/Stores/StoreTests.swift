import Foundation
import ModelCore
import TestSupport
import Testing

@Suite("Models in a store")
struct StoreTests {
    let store = MemoryStore()

    func code(_ body: () throws -> Void) -> ModelError.Code? {
        do {
            try body()
            return nil
        } catch {
            return (error as? ModelError)?.code
        }
    }

    @Test("The shared instance is saved there, freed, and loaded from there")
    func shared() throws {
        try store.use {
            let shared = try StoredShared.shared
            #expect(shared.name == "default" && shared.theme == "dark")
            shared.name = "changed"
            shared.theme = nil
            try shared.save()
            #expect(store.values("StoredShared")?.map(\.key) == ["name", "level", "theme"])
            shared.name = "not saved"
            try StoredShared.reloadSharedInstance()
            #expect(try StoredShared.shared !== shared)
            #expect(try StoredShared.shared.name == "changed")
            #expect(try StoredShared.shared.theme == nil)
            try StoredShared.removeContents(ofStore: MemoryStore.format)
            try StoredShared.reloadSharedInstance()
            #expect(try StoredShared.shared.name == "default")
            #expect(code { try StoredShared().save() } == .notSaveable)
        }
    }

    @Test("A property that is nil has no key")
    func nilRemovesTheKey() throws {
        try store.use {
            let settings = StoredSettings()
            settings.note = "text"
            try settings.write(toStore: MemoryStore.format)
            #expect(store.values("StoredSettings")?.map(\.key) == ["name", "level", "note", "theme"])
            settings.note = nil
            try settings.write(toStore: MemoryStore.format)
            #expect(store.values("StoredSettings")?.map(\.key) == ["name", "level", "theme"])
            #expect(try StoredSettings.load(fromStore: MemoryStore.format).note == nil)
        }
    }

    @Test("A place of its own holds other values")
    func places() throws {
        try store.use {
            let settings = StoredSettings()
            settings.level = 7
            try settings.write(toStore: MemoryStore.format.at("other"))
            #expect(errorCode { try StoredSettings.load(fromStore: MemoryStore.format) } == .fileMissing)
            #expect(try StoredSettings.load(fromStore: MemoryStore.format.at("other")).level == 7)
        }
    }

    /// Puts a value that a class can't read into a place of a store.
    func spoil(
        _ store: MemoryStore, _ format: FileFormat = MemoryStore.format, of className: String = "StoredSettings"
    ) throws {
        try store.save(
            [("level", ModelDocument(.string("many")))], in: StoreRecord(format: format, className: className))
    }

    @Test("Values that the class can't read are refused in each place, whatever was saved in others")
    func unreadablePlaces() throws {
        let places = [nil, "a", "b"].map { MemoryStore.format.at($0) }
        try store.use {
            for place in places { try spoil(store, place) }
            for place in places {
                #expect(code { try StoredSettings().write(toStore: place) } == .fileUnreadable)
                #expect(code { _ = try StoredSettings.load(fromStore: place) } == .typeMismatch)
            }
            for (number, place) in places.enumerated() {
                try StoredSettings.removeContents(ofStore: place)
                try StoredSettings().write(toStore: place)
                for later in places[(number + 1)...] {
                    #expect(code { try StoredSettings().write(toStore: later) } == .fileUnreadable)
                }
                for known in places[...number] { try StoredSettings().write(toStore: known) }
            }
        }
    }

    @Test("So are values that another program has saved since")
    func laterUnreadable() throws {
        try store.use {
            try StoredSettings().write(toStore: MemoryStore.format)
            try spoil(store)
            #expect(code { try StoredSettings().write(toStore: MemoryStore.format) } == .fileUnreadable)
            try StoredSettings.removeContents(ofStore: MemoryStore.format)
            try StoredSettings().write(toStore: MemoryStore.format)
            try StoredSettings.removeContents(ofStore: MemoryStore.format)
            try spoil(store)
            #expect(code { try StoredSettings().write(toStore: MemoryStore.format) } == .fileUnreadable)
        }
    }

    @Test("So are values in another store of the format")
    func otherStore() throws {
        try store.use { try StoredSettings().write(toStore: MemoryStore.format) }
        let other = MemoryStore()
        try other.use {
            try spoil(other)
            #expect(code { try StoredSettings().write(toStore: MemoryStore.format) } == .fileUnreadable)
        }
        try store.use { try StoredSettings().write(toStore: MemoryStore.format) }
    }

    @Test("A shared instance that was loaded doesn't overwrite what its class can't read")
    func unreadableSince() throws {
        try store.use {
            let shared = try StoredReplaced.shared
            try shared.save()
            try spoil(store, of: "StoredReplaced")
            #expect(code { try shared.save() } == .fileUnreadable)
            #expect(code { try StoredReplaced.reloadSharedInstance() } == .typeMismatch)
            #expect(code { try shared.save() } == .fileUnreadable)
        }
    }

    @Test("What fails while loading or saving names the format and the class, and makes no instance")
    func failure() throws {
        try store.use {
            var failure = ModelError(.corruptData, "It is broken.")
            failure.path = ModelPath([.key("name")])
            store.failure.withLock { $0 = failure }
            #expect { try StoredFailing.shared } throws: {
                "\($0)" == "Memory, StoredFailing.name: It is broken."
            }
            #expect(!StoredFailing.hasSharedInstance)
            let settings = StoredFailing()
            StoredFailing.setSharedInstance(settings)
            #expect { try settings.save() } throws: {
                "\($0)" == "Memory, StoredFailing.name: It is broken. It isn't overwritten."
            }
            store.failure.withLock { $0 = nil }
            try store.save(
                [("level", ModelDocument(.string("many")))],
                in: StoreRecord(format: MemoryStore.format, className: "StoredFailing"))
            #expect { try StoredFailing.reloadSharedInstance() } throws: {
                let error = $0 as? ModelError
                return error?.code == .typeMismatch && error?.path.description == "StoredFailing.level"
            }
            #expect(try StoredFailing.shared === settings)
            // What the class can't read isn't overwritten, though the store can read it.
            let saved = try #require(store.values("StoredFailing"))
            #expect(code { try settings.save() } == .fileUnreadable)
            #expect(code { try StoredFailing().write(toStore: MemoryStore.format) } == .fileUnreadable)
            #expect(store.values("StoredFailing")?.map(\.value) == saved.map(\.value))
            try StoredFailing.removeContents(ofStore: MemoryStore.format)
            try settings.save()
            try settings.save()
        }
    }

    @Test("A store that isn't linked is an error that names the library, when loading too")
    func absent() {
        store.use {
            #expect(code { _ = try StoredAbsent.shared } == .requisiteLibraryMissing)
            #expect { try StoredAbsent().write(toStore: .keychain) } throws: { "\($0)".contains("SecretStore") }
        }
    }

    @Test("Files and stores aren't taken for each other")
    func filesAndStores() {
        store.use {
            #expect(code { try StoredSettings().write(toFile: "/nowhere/x") } == .notSaveable)
            #expect(code { try StoredSettings().write(toStore: .keyedArchive) } == .notSaveable)
            #expect(FormatRegistry.current.storeFormats == [MemoryStore.format])
            #expect(FormatRegistry.current.formats == [.keyedArchive])
            #expect(FormatRegistry.current.format(named: "memory") == MemoryStore.format)
        }
        FormatRegistry.withFormats(FormatRegistry(stores: [store, MemoryStore()])) {
            #expect(code { try StoredSettings().write(toStore: MemoryStore.format) } == .duplicateFormat)
        }
        var registry = FormatRegistry(stores: [store, MemoryStore()])
        registry.replace(with: store)
        #expect(throws: Never.self) { try registry.store(for: MemoryStore.format) }
    }

    @Test("Cycles and shared objects within a value stay what they are")
    func graph() throws {
        try store.use {
            let link = StoredLink()
            let other = StoredLink()
            link.next = other
            other.next = link
            other.owner = link
            let outside = StoredSettings()
            link.owner = outside
            let graph = StoredGraph()
            graph.all = [link, other, link]
            defer { link.next = nil }
            try graph.write(toStore: MemoryStore.format)
            let copy = try StoredGraph.load(fromStore: MemoryStore.format)
            #expect(copy.all[0] === copy.all[2] && copy.all[0] !== copy.all[1])
            #expect(copy.all[1].next === copy.all[0] && copy.all[1].owner === copy.all[0])
            #expect(copy.all[0].owner == nil)
            #expect(store.values("StoredGraph")?.map(\.key) == ["all", "count"])
            copy.all[0].next = nil
        }
    }

    @Test("A value that leads back to the model is a cycle")
    func cycle() {
        store.use {
            let graph = StoredGraph()
            graph.inner = StoredGraph()
            graph.inner?.inner = graph
            defer { graph.inner = nil }
            #expect { try graph.write(toStore: MemoryStore.format) } throws: {
                let error = $0 as? ModelError
                return error?.code == .cycle && error?.path.description == "StoredGraph.inner.inner"
            }
            #expect(store.values("StoredGraph") == nil)
        }
    }

    @Test("What was saved under an earlier name of the class is found")
    func formerName() throws {
        var classes = ClassRegistry.current
        classes.add(StoredSettings.self, aliases: ["OldSettings"])
        try ClassRegistry.withClasses(classes) {
            try store.use {
                try store.save(
                    [("level", ModelDocument(.int64(3)))],
                    in: StoreRecord(format: MemoryStore.format, className: "OldSettings"))
                #expect(try StoredSettings.load(fromStore: MemoryStore.format).level == 3)
            }
        }
    }

    @Test("A model from a store awakes, and another may take its place")
    func awaking() throws {
        try store.use {
            let saved = StoredAwake()
            (saved.name, saved.inner) = ("a", StoredAwake())
            saved.inner?.name = "inner"
            try saved.write(toStore: MemoryStore.format)
            let loaded = try StoredAwake.load(fromStore: MemoryStore.format)
            #expect(loaded.awakened == 1 && loaded.inner?.awakened == 1)
            let other = StoredAwake()
            try StoredAwake.$other.withValue(.init(other)) {
                let found = try StoredAwake.load(fromStore: MemoryStore.format)
                #expect(found === other)
            }
            StoredAwake.$other.withValue(.init(StoredSettings())) {
                #expect(errorCode { try StoredAwake.load(fromStore: MemoryStore.format) } == .classMismatch)
            }
        }
    }

    @Test("A shared instance from a store awakes")
    func sharedAwaking() throws {
        try store.use {
            let saved = StoredAwake()
            saved.name = "saved"
            try saved.write(toStore: MemoryStore.format)
            try StoredAwake.reloadSharedInstance()
            let shared = try StoredAwake.shared
            #expect(shared.name == "saved" && shared.awakened == 1)
        }
    }

    @Test("Relationships of models in a store lead back")
    func relationships() throws {
        try store.use {
            let owner = StoredOwner()
            owner.things = (0..<3).map { _ in StoredThing() }
            try owner.write(toStore: MemoryStore.format)
            let loaded = try StoredOwner.load(fromStore: MemoryStore.format)
            #expect(loaded.things.count == 3 && loaded.things.allSatisfy { $0.owner === loaded })
            loaded.things[0].owner = nil
            #expect(loaded.things.count == 2)
        }
    }
}
