import DefaultsStore
import Foundation
import ModelCore
import TestSupport
import Testing

@testable import DefaultsFiles

@Suite("Files of the user's defaults")
struct DefaultsFileTests {
    let folder: DefaultsFolder

    init() throws { folder = try DefaultsFolder() }

    @Test("The shared instance is saved under its properties' names, and loaded again")
    func shared() throws {
        try folder.use {
            let shared = try SharedDefaults.shared
            #expect(shared.name == "unnamed")
            shared.name = "Ann"
            shared.note = "text"
            shared.theme = nil
            try shared.save()
            #expect(try folder.plain("shared")["name"] as? String == "Ann")
            SharedDefaults.setSharedInstance(nil)
            let loaded = try SharedDefaults.shared
            #expect(loaded.name == "Ann" && loaded.note == "text" && loaded.theme == nil && loaded.volume == 0.5)
            loaded.note = nil
            try loaded.save()
            #expect(try folder.plain("shared")["note"] == nil)
            try SharedDefaults.removeContents(ofStore: SharedDefaults.saveFormat)
            #expect(!FileManager.default.fileExists(atPath: folder.file("shared")))
            #expect(failure { _ = try SharedDefaults.load(fromStore: SharedDefaults.saveFormat) }?.code == .fileMissing)
        }
    }

    @Test("Removing leaves other keys, and removes a file without any", arguments: ["other", "$class"])
    func removing(key: String) throws {
        try folder.write(xml("<dict><key>\(key)</key><string>kept</string></dict>"), to: "plain")
        try folder.use {
            try PlainDefaults().write(toStore: PlainDefaults.saveFormat)
            try PlainDefaults.removeContents(ofStore: PlainDefaults.saveFormat)
            #expect(try folder.plain("plain") as? [String: String] == [key: "kept"])
            try folder.write(xml("<dict/>"), to: "plain")
            try PlainDefaults().write(toStore: PlainDefaults.saveFormat)
            try PlainDefaults.removeContents(ofStore: PlainDefaults.saveFormat)
            try PlainDefaults.removeContents(ofStore: PlainDefaults.saveFormat)
            #expect(!FileManager.default.fileExists(atPath: folder.file("plain")))
        }
    }

    @Test("Other keys stay as they are, in XML")
    func otherKeysInXML() throws {
        let others = """
            <key>a&amp;b</key>
            \t<data>
            \tYnBsaXN0MDA=
            \t</data>
            \t<!-- a comment --><key>odd</key><array><real>0.10000000000000001</real><dict/></array>
            """
        try folder.write(xml("<dict>\(others)<key>name</key><string>old</string></dict>"), to: "plain")
        try folder.use {
            let model = try PlainDefaults.load(fromStore: PlainDefaults.saveFormat)
            #expect(model.name == "old")
            model.name = "new"
            try model.write(toStore: PlainDefaults.saveFormat)
        }
        let text = String(decoding: try folder.content(of: "plain"), as: UTF8.self)
        #expect(text.contains("<key>a&amp;b</key>\n\t<data>\n\tYnBsaXN0MDA=\n\t</data>\n"))
        #expect(text.contains("<key>odd</key><array><real>0.10000000000000001</real><dict/></array>"))
        #expect(try folder.plain("plain")["name"] as? String == "new")
    }

    @Test("Other keys stay as they are, in a binary file, which stays one")
    func otherKeysInBinary() throws {
        let others: [String: Any] = [
            "date": Date(timeIntervalSinceReferenceDate: 0.1), "float": Float(0.1), "text": "ä",
            "deep": [["a": [1, true, 2.5]]],
            "data": Data([1, 2]), "name": "old", "large": UInt64.max,
        ]
        try folder.write(
            try PropertyListSerialization.data(fromPropertyList: others, format: .binary, options: 0), to: "plain")
        try folder.use {
            let model = try PlainDefaults.load(fromStore: PlainDefaults.saveFormat)
            #expect(model.name == "old")
            model.name = "new"
            try model.write(toStore: PlainDefaults.saveFormat)
            #expect(try PlainDefaults.load(fromStore: PlainDefaults.saveFormat).name == "new")
        }
        #expect(try folder.content(of: "plain").starts(with: "bplist00".utf8))
        let plain = try folder.plain("plain")
        #expect(plain["date"] as? Date == Date(timeIntervalSinceReferenceDate: 0.1))
        #expect(plain["text"] as? String == "ä" && plain["data"] as? Data == Data([1, 2]))
        #expect((plain["deep"] as? [[String: [Any]]])?.first?["a"]?.count == 3)
        #expect(plain["name"] as? String == "new" && plain["large"] as? UInt64 == .max)
    }

    @Test("Two classes don't take each other's keys")
    func collision() throws {
        try folder.use {
            let format = PlainDefaults.saveFormat
            try PlainDefaults().write(toStore: format)
            let before = try folder.content(of: "plain")
            for attempt in [
                { try OtherDefaults().write(toStore: format) },
                { _ = try OtherDefaults.load(fromStore: format) },
            ] {
                let error = failure(attempt)
                #expect(error?.code == .duplicateKey)
                #expect(error?.path.description == "OtherDefaults.volume")
                #expect(error?.reason.contains("PlainDefaults") == true)
            }
            #expect(try folder.content(of: "plain") == before)
            try OtherDefaults().write(toStore: .userDefaults(suite: "other"))
        }
    }

    @Test("The keys of a class that the program doesn't have any more may be taken")
    func orphans() throws {
        let gone = StoreRecord(format: PlainDefaults.saveFormat, className: "ClassOfLongAgo", propertyNames: [])
        try folder.use {
            try folder.store.save([("name", ModelDocument(.string("old"))), ("rest", ModelDocument(.int64(1)))], in: gone)
        }
        let text = try String(decoding: folder.content(of: "plain"), as: UTF8.self).replacingOccurrences(
            of: "ClassOfLongAgo", with: "AncientClass")
        try folder.write(Data(text.utf8), to: "plain")
        try folder.use {
            let model = try PlainDefaults.load(fromStore: PlainDefaults.saveFormat)
            #expect(model.name == "old")
            try model.write(toStore: PlainDefaults.saveFormat)
        }
        let classes = try folder.plain("plain")["BaseModel.classes"] as? [String: [String]]
        #expect(classes == ["AncientClass": ["rest"], "PlainDefaults": ["name", "volume", "isDark", "theme"]])
    }

    @Test("Keys that a class saves beside its properties are its own")
    func customKeys() throws {
        try folder.use {
            let format = FileFormat.userDefaults(suite: "custom")
            let model = OtherDefaults()
            model.extra = "four"
            try model.write(toStore: format)
            #expect(try folder.plain("custom")["extraCount"] as? Int == 4)
            model.extra = ""
            try model.write(toStore: format)
            #expect(try folder.plain("custom")["extraCount"] == nil)
        }
    }

    @Test("What was saved under an earlier name of the class is found, and then kept under the new one")
    func formerName() throws {
        try folder.use {
            let format = FileFormat.userDefaults(suite: "renamed")
            try folder.store.save(
                [("volume", ModelDocument(.int64(4)))], in: StoreRecord(format: format, className: "VeryOldDefaults"))
            var classes = ClassRegistry.current
            classes.add(OtherDefaults.self, aliases: ["VeryOldDefaults"])
            try ClassRegistry.withClasses(classes) {
                let model = try OtherDefaults.load(fromStore: format)
                #expect(model.volume == 4)
                try model.write(toStore: format)
            }
            let found = try folder.plain("renamed")["BaseModel.classes"] as? [String: [String]]
            #expect(found == ["OtherDefaults": ["volume", "extra"]])
        }
    }

    @Test(
        "A corrupt file is an error, and is left alone",
        arguments: [
            "", "garbage", "<?xml version=\"1.0\"?><plist><dict><key>a</key>", "<plist><array/></plist>",
            "bplist00xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx", "{ a = b; }",
        ])
    func corrupt(content: String) throws {
        let data = Data(content.utf8)
        try folder.write(data, to: "corrupt")
        folder.use {
            let error = failure { _ = try CorruptDefaults.load(fromStore: CorruptDefaults.saveFormat) }
            #expect(error?.code == .corruptData && error?.file == folder.file("corrupt"))
            let refusal = failure { try CorruptDefaults().write(toStore: CorruptDefaults.saveFormat) }
            #expect(refusal?.code == .fileUnreadable && refusal?.reason.contains("isn't overwritten") == true)
            #expect(
                failure { try CorruptDefaults.removeContents(ofStore: CorruptDefaults.saveFormat) }?.code
                    == .fileUnreadable)
        }
        #expect(try folder.content(of: "corrupt") == data)
    }

    @Test("The shared instance doesn't overwrite what its class couldn't load")
    func unreadableValue() throws {
        let data = xml("<dict><key>volume</key><array/><key>other</key><true/></dict>")
        try folder.write(data, to: "unreadable")
        try folder.use {
            #expect(failure { _ = try UnreadableDefaults.shared }?.code == .typeMismatch)
            UnreadableDefaults.setSharedInstance(UnreadableDefaults())
            #expect(failure { try UnreadableDefaults.shared.save() }?.code == .fileUnreadable)
            #expect(failure { try UnreadableDefaults.shared.save(overwritingChanges: true) }?.code == .fileUnreadable)
            #expect(try folder.content(of: "unreadable") == data)
            try UnreadableDefaults.removeContents(ofStore: UnreadableDefaults.saveFormat)
            try UnreadableDefaults.shared.save()
            #expect(try folder.plain("unreadable")["volume"] as? Double == 0.5)
        }
    }

    @Test("A suite's name is no path", arguments: ["", ".", "..", "a/b", "../x", "/tmp/x", "a\0b", "NSGlobalDomain"])
    func suiteNames(name: String) throws {
        folder.use {
            #expect(failure { try PlainDefaults().write(toStore: .userDefaults(suite: name)) }?.code == .fileUnwritable)
            #expect(failure { _ = try PlainDefaults.load(fromStore: .userDefaults(suite: name)) } != nil)
        }
    }

    @Test("A file, or a folder, that can't be written leaves everything as it was")
    func unwritable() throws {
        try FileManager.default.createDirectory(atPath: folder.file("plain"), withIntermediateDirectories: true)
        try folder.use {
            #expect(failure { try PlainDefaults().write(toStore: PlainDefaults.saveFormat) }?.code == .fileUnreadable)
            try PlainDefaults().write(toStore: .userDefaults(suite: "new"))
        }
        let mode = try FileManager.default.attributesOfItem(atPath: folder.file("new"))[.posixPermissions] as? Int
        #expect(mode == 0o600)
        let left = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".tmp") }
        #expect(left == [])
    }

    @Test(
        "Whatever byte of a file is missing or changed, nothing traps, and other keys survive or the file is left alone"
    )
    func damaged() throws {
        try folder.write(xml("<dict><key>other</key><string>kept</string></dict>"), to: "plain")
        try folder.use { try PlainDefaults().write(toStore: PlainDefaults.saveFormat) }
        let whole = try folder.content(of: "plain")
        let binary = try PropertyListSerialization.data(
            fromPropertyList: ["other": ["kept", ["a": 1.5]], "name": "x", "volume": 1] as [String: Any],
            format: .binary, options: 0)
        var generator = SeededGenerator(seed: 7)
        for original in [whole, binary] {
            for position in original.indices {
                var damaged = original
                if position % 2 == 0 {
                    damaged[position] ^= UInt8.random(in: 1...255, using: &generator)
                } else {
                    damaged = original.prefix(position)
                }
                let content = try? DefaultsContent(damaged, limits: .standard)
                guard let content else { continue }
                let replaced = try content.replacing(["name"], with: nil, limits: .standard)
                let again = try DefaultsContent(replaced, limits: .standard)
                #expect(again.values.keys.sorted() == content.values.keys.filter { $0 != "name" }.sorted())
            }
        }
    }

    @Test("The lock is given up though a process that was being started meanwhile has its file")
    func lockInChild() throws {
        let file = try DefaultsFile(suite: "locked", folder: folder.path)
        let copies = try file.withLock(patience: 0, makesFolder: true) {
            // As between fork and exec: the same open file, under another number.
            try OpenFiles.numbers(of: folder.path + "/" + DefaultsFile.lockName).map { dup($0) }
        }
        defer { for copy in copies { close(copy) } }
        #expect(copies.count == 1)
        try file.withLock(patience: 0, makesFolder: true) {}
    }

    @Test("Files nested too deeply, and those that contain themselves, are errors before Foundation sees them")
    func hostile() throws {
        let deep = xml(
            "<dict><key>a</key>" + String(repeating: "<array>", count: 10_000)
                + String(repeating: "</array>", count: 10_000) + "</dict>")
        #expect(failure { _ = try DefaultsContent(deep, limits: .standard) }?.code == .depthExceeded)
        var cyclic = Data("bplist00".utf8)
        cyclic.append(contentsOf: [0xD1, 1, 2, 0x51, 0x61, 0xA1, 2, 8, 11, 13])
        cyclic.append(
            contentsOf: [0, 0, 0, 0, 0, 0, 1, 1] + [0, 0, 0, 0, 0, 0, 0, 3] + [0, 0, 0, 0, 0, 0, 0, 0] + [
                0, 0, 0, 0, 0, 0, 0, 15,
            ])
        #expect(failure { _ = try DefaultsContent(cyclic, limits: .standard) }?.code == .cycle)
    }

    @Test(
        "Waiting without end, or for no time",
        arguments: [Double.infinity, .greatestFiniteMagnitude, -1, -.infinity, 0])
    func patience(_ patience: Double) throws {
        let folder = try DefaultsFolder(patience: patience)
        let defaults = PlainDefaults()
        try folder.use {
            try defaults.write(toStore: .userDefaults(suite: "plain"))
            _ = try PlainDefaults.load(fromStore: .userDefaults(suite: "plain"))
        }
    }
}
