import CryptoCoder
import Foundation
import ModelCore
import Synchronization
import TestSupport
import Testing

@Suite("Encrypted files")
struct FileTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("They are for their owner alone, whatever stood there and however they are written")
    func mode() throws {
        try withCrypto {
            let diary = CryptoDiary("x")
            try diary.write(toFile: folder.file("new"), format: .cryptoCoding)
            #expect(try folder.mode("new") == 0o600)
            try diary.write(toFile: folder.file("in place"), format: .cryptoCoding, atomically: false)
            #expect(try folder.mode("in place") == 0o600)
            for (name, atomically) in [("a", true), ("b", false)] {
                try diary.write(toFile: folder.file(name), format: .keyedArchive)
                try FileManager.default.setAttributes([.posixPermissions: 0o664], ofItemAtPath: folder.file(name))
                try diary.write(toFile: folder.file(name), format: .cryptoCoding, atomically: atomically)
                #expect(try folder.mode(name) == 0o600)
            }
            // Nothing changes for formats that keep no secrets.
            try diary.write(toFile: folder.file("plain"), format: .keyedArchive)
            // As the user's umask wants it.
            #expect(FileManager.default.createFile(atPath: folder.file("other"), contents: nil))
            #expect(try folder.mode("plain") == folder.mode("other"))
        }
    }

    @Test("A class's name that readers would pass over, and so ask for another password, is refused")
    func longNames() throws {
        let coder = CryptoCoder(cost: .cheap) { CryptoPassword($0.className) }
        for (name, isAllowed) in [
            (String(repeating: "x", count: 1024), true), (String(repeating: "x", count: 1025), false),
            (String(repeating: "é", count: 512), true), (String(repeating: "é", count: 513), false),
        ] {
            let node = ModelNode.object(ObjectNode(CodedClass(name: name), [("a", .scalar(.bool(true)))]))
            guard isAllowed else {
                #expect { try coder.encode(node) } throws: { ($0 as? ModelError)?.code == .corruptData }
                continue
            }
            #expect(try coder.decode(ModelNode.self, from: coder.encode(node))["a"]?.scalar == .bool(true))
        }
    }

    @Test("A name that isn't ASCII has two bytes for each letter in the file, and is refused by that length", arguments: [
        (511, true), (512, false), (600, false),
    ])
    func wideNames(_ letters: Int, _ isAllowed: Bool) throws {
        let coder = CryptoCoder(cost: .cheap) { CryptoPassword($0.className) }
        let name = String(repeating: "x", count: letters) + "é"
        let node = ModelNode.object(ObjectNode(CodedClass(name: name), [("a", .scalar(.bool(true)))]))
        guard isAllowed else {
            #expect { try coder.encode(node) } throws: { ($0 as? ModelError)?.code == .unrepresentableValue }
            return
        }
        #expect(try coder.decode(ModelNode.self, from: coder.encode(node))["a"]?.scalar == .bool(true))
    }

    @Test("While they are saved, nothing in the folder is readable for others, or holds the content")
    func nothingLeaks() throws {
        let secret = "the secret that must not be seen"
        let isDone = Atomic(false)
        let looks = Atomic(0)
        let found = Mutex<Set<String>>([])
        let hasEnded = DispatchSemaphore(value: 0)
        // Nothing below waits but for it: else it would take a processor from all other tests.
        Thread.detachNewThread {
            while !isDone.load(ordering: .acquiring) {
                looks.add(1, ordering: .relaxed)
                let wrong = look(for: secret)
                found.withLock { $0.formUnion(wrong) }
            }
            hasEnded.signal()
        }
        defer {
            isDone.store(true, ordering: .releasing)
            hasEnded.wait()
        }
        let note = String(repeating: secret, count: 2000)
        var round = 0
        // Until the other thread has looked a few times.
        while round < 60 || looks.load(ordering: .relaxed) < 10 {
            round += 1
            try withCrypto(.cheap("p")) {
                try CryptoNote(note, number: round).write(toFile: folder.file("note.plist"), format: .cryptoCoding)
            }
        }
        let wrong = found.withLock(\.self)
        #expect(wrong.isEmpty, "\(wrong)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["note.plist"])
        #expect(
            try Data(contentsOf: URL(fileURLWithPath: folder.file("note.plist"))).range(of: Data(secret.utf8)) == nil)
    }

    /// What is wrong with the files of the folder.
    private func look(for secret: String) -> [String] {
        var found: [String] = []
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [] {
            // A file may be gone by now.
            if let mode = try? folder.mode(name), mode & 0o077 != 0 { found.append("\(name.suffix(4)): mode \(mode)") }
            let content = try? Data(contentsOf: URL(fileURLWithPath: folder.file(name)))
            if content?.range(of: Data(secret.utf8)) != nil { found.append("\(name.suffix(4)): the content") }
        }
        return found
    }

    @Test("An instance of a class with a password is made from an encrypted file only")
    func unencrypted() throws {
        try withCrypto {
            let path = folder.file("diary.plist")
            let plain = try KeyedArchive().encode(CryptoDiary("put here by somebody"))
            for content in [plain, Data(), Data("{\"page\": \"x\"}".utf8), Data("bplist00".utf8)] {
                try content.write(to: URL(fileURLWithPath: path))
                #expect(errorCode { try CryptoDiary.load(fromFile: path) } == .authenticationFailed)
                #expect(errorCode { try CryptoDiary(contentsOfFile: path) } == .authenticationFailed)
            }
            try plain.write(to: URL(fileURLWithPath: path))
            // Where the program says that it is no secret, it isn't.
            #expect(try KeyedArchive().decode(CryptoDiary.self, from: plain).page == "put here by somebody")
            #expect(
                try CryptoCoder.cheap(allowsUnencryptedFiles: true).decode(
                    CryptoDiary.self, from: plain, as: .cryptoCoding
                ).page == "put here by somebody")
            // A class that is saved encrypted without having a password itself.
            try KeyedArchive().encode(CryptoPlainSafe()).write(to: URL(fileURLWithPath: path))
            CryptoCoder.withPassword(CryptoPassword("p")) {
                #expect(errorCode { try CryptoPlainSafe.load(fromFile: path) } == .authenticationFailed)
            }
        }
    }

    @Test("A class that allows it is read from what it was before, and is encrypted from then on")
    func migration() throws {
        try withCrypto {
            let path = folder.file("moved.plist")
            let old = CryptoMovedDiary("written without encryption")
            try KeyedArchive().encode(old).write(to: URL(fileURLWithPath: path))
            let moved = try CryptoMovedDiary.load(fromFile: path)
            #expect(moved.page == "written without encryption")
            try moved.write(toFile: path)
            #expect(try Data(contentsOf: URL(fileURLWithPath: path)).range(of: Data("without".utf8)) == nil)
            #expect(try CryptoMovedDiary.load(fromFile: path).page == "written without encryption")
        }
        try withCrypto(.cheap(allowsUnencryptedFiles: true)) {
            let path = folder.file("other.plist")
            try KeyedArchive().encode(CryptoDiary("x")).write(to: URL(fileURLWithPath: path))
            #expect(try CryptoDiary.load(fromFile: path).page == "x")
        }
    }

    private final class Careless: CryptoPlacedDiary {
        override class var saveFormat: FileFormat { .keyedArchive }
    }

    @Test("A class whose files have to be encrypted is saved so, whatever its format is, unless one is named")
    func requiredFormat() throws {
        try withCrypto {
            try CryptoPlacedDiary.$folder.withValue(folder.path) {
                let diary = try Careless.shared
                diary.page = "secret"
                try diary.save()
                let path = Careless.saveFile
                func holdsPage() throws -> Bool {
                    try Data(contentsOf: URL(fileURLWithPath: path)).range(of: Data("secret".utf8)) != nil
                }
                #expect(try !holdsPage() && folder.mode((path as NSString).lastPathComponent) == 0o600)
                #expect(try Careless.load(fromFile: path).page == "secret")
                try diary.write(toFile: path)
                #expect(try !holdsPage())
                try diary.write(toFile: path, format: .keyedArchive)
                #expect(try holdsPage())
            }
        }
    }

    @Test("Another password in one step; a wrong one leaves the file")
    func changePassword() throws {
        try withCrypto {
            let path = folder.file("diary.plist")
            try CryptoDiary("kept").write(toFile: path)
            let before = try Data(contentsOf: URL(fileURLWithPath: path))
            let (old, new) = (try CryptoDiary.cryptoPassword, CryptoPassword("new"))
            let coder = CryptoCoder.cheap()
            #expect(errorCode { try coder.changePassword(ofFile: path, from: new, to: old) } == .authenticationFailed)
            #expect(
                errorCode { try coder.changePassword(ofFile: path, from: old, to: CryptoPassword("")) }
                    == .passwordMissing)
            #expect(errorCode { try coder.changePassword(ofFile: path + "x", from: old, to: new) } == .fileMissing)
            #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
            try coder.changePassword(ofFile: path, from: old, to: new)
            #expect(errorCode { try CryptoDiary.load(fromFile: path) } == .authenticationFailed)
            #expect(
                try CryptoDiary.$current.withValue(new) { try CryptoDiary.load(fromFile: path).page }
                    == "kept")
            #expect(try folder.mode("diary.plist") == 0o600)
            // A password of the class that changes: what was loaded is saved with the new one.
            let diary = try CryptoCoder.withPassword(new) { try CryptoDiary.load(fromFile: path) }
            try CryptoDiary.$current.withValue(CryptoPassword("third")) {
                try diary.write(toFile: path)
                #expect(try CryptoDiary.load(fromFile: path).page == "kept")
            }
        }
    }

    @Test("A file of an old version becomes one of version 3", arguments: GoldenFile.all)
    func upgrade(_ golden: GoldenFile) throws {
        let coder = CryptoCoder.cheap()
        let new = CryptoPassword("new")
        let changed = try coder.changingPassword(of: golden.content, from: golden.password, to: new)
        let reader = CryptoCoder(new, cost: .cheap, reading: .version3)
        let node = try reader.decode(ModelNode.self, from: changed)
        let before = try CryptoCoder(golden.password, cost: .cheap).decode(ModelNode.self, from: golden.content)
        #expect(try KeyedArchive().encode(node) == KeyedArchive().encode(before))
    }

    @Test("The shared instance is saved and loaded, and a file that can't be decrypted is left alone")
    func shared() throws {
        try withCrypto {
            try CryptoPlacedDiary.$folder.withValue(folder.path) {
                let path = CryptoPlacedDiary.saveFile
                let diary = try CryptoPlacedDiary.shared
                diary.page = "shared"
                try diary.save()
                let content = try Data(contentsOf: URL(fileURLWithPath: path))
                #expect(CryptoCoder().detect(content) == .certain(.cryptoCoding))
                try CryptoPlacedDiary.reloadSharedInstance()
                #expect(try CryptoPlacedDiary.shared.page == "shared")
                CryptoDiary.$current.withValue(CryptoPassword("wrong")) {
                    #expect(errorCode { try CryptoPlacedDiary.reloadSharedInstance() } == .authenticationFailed)
                    CryptoPlacedDiary.setSharedInstance(CryptoPlacedDiary("other"))
                    #expect(errorCode { try CryptoPlacedDiary.shared.save() } == .fileUnreadable)
                    #expect((try? Data(contentsOf: URL(fileURLWithPath: path))) == content)
                }
            }
        }
    }

    @Test("The format is told by content, and the keyed archive gives way")
    func detection() throws {
        try withCrypto {
            let file = try CryptoCoder.cheap().encode(CryptoDiary("x"))
            let registry = FormatRegistry([CryptoCoder()])
            #expect(try registry.detect(file) == .cryptoCoding)
            #expect(try registry.formats(of: file, for: nil) == [.cryptoCoding])
            let plain = try KeyedArchive().encode(CryptoDiary("x"))
            #expect(try registry.detect(plain) == .keyedArchive)
            #expect(try registry.formats(of: plain, for: CryptoDiary.self) == [.cryptoCoding])
            #expect(try registry.formats(of: plain, for: CryptoNote.self) == [.keyedArchive])
            #expect(try registry.formats(of: plain, for: CryptoMovedDiary.self) == [.keyedArchive])
            // Linking the module registered it.
            #expect(try FormatRegistry.default.provider(for: .cryptoCoding) is CryptoCoder)
        }
    }
}
