import DefaultsStore
import Foundation
import ModelCore
import Testing

@testable import DefaultsFiles

#if canImport(Glibc)
    import Glibc
#endif

/// What ``DefaultsProcessTests`` runs in processes of their own: nothing here may touch the user's own defaults.
@Suite("In a child process", .enabled(if: ChildProcess.argument != nil))
struct DefaultsChildTests {
    let folder = ProcessInfo.processInfo.environment["XDG_CONFIG_HOME"] ?? "/nowhere"

    @Test("What is saved is visible to UserDefaults, and in its file")
    func isVisible() throws {
        #expect(UserDefaults.standard.string(forKey: "name") == nil)
        let model = PlainDefaults()
        model.name = "one"
        try model.write(toStore: .userDefaults)
        #expect(UserDefaults.standard.string(forKey: "name") == "one")
        #expect(UserDefaults.standard.double(forKey: "volume") == 0.5)
        model.name = "two"
        model.note = "x"
        try model.write(toStore: .userDefaults)
        #expect(UserDefaults.standard.string(forKey: "name") == "two")
        model.note = nil
        try model.write(toStore: .userDefaults)
        #expect(UserDefaults.standard.string(forKey: "note") == nil)
        let suite = UserDefaults(suiteName: "org.example")
        #expect(suite?.string(forKey: "name") == nil)
        try model.write(toStore: .userDefaults(suite: "org.example"))
        #expect(suite?.string(forKey: "name") == "two")
        try PlainDefaults.removeContents(ofStore: .userDefaults(suite: "org.example"))
        #expect(suite?.string(forKey: "name") == nil)
        try model.write(toStore: .userDefaults(suite: "org.example"))
        let files = try FileManager.default.contentsOfDirectory(atPath: folder).filter { !$0.hasPrefix(".") }
        #expect(
            files.sorted()
                == ["\(ProcessInfo.processInfo.processName).plist", "corrupt.plist", "org.example.plist"].sorted())
    }

    @Test("What the program has set in UserDefaults and not synchronized is loaded, and isn't lost by a save")
    func unsynchronizedIsKept() throws {
        let defaults = UserDefaults.standard
        defaults.set("set", forKey: "name")
        defaults.set(7, forKey: "other")
        let loaded = try PlainDefaults.load(fromStore: .userDefaults)
        #expect(loaded.name == "set")
        defaults.set(8, forKey: "other")
        defaults.set("set again", forKey: "name")
        loaded.name = "saved"
        try loaded.write(toStore: .userDefaults)
        #expect(defaults.integer(forKey: "other") == 8 && defaults.string(forKey: "name") == "saved")
        defaults.set(9, forKey: "other")
        defaults.synchronize()
        #expect(try PlainDefaults.load(fromStore: .userDefaults).name == "saved")
        #expect(defaults.integer(forKey: "other") == 9 && defaults.string(forKey: "name") == "saved")
    }

    @Test("Values stay what they are when Foundation writes the file")
    func survivesRewriting() throws {
        let model = EveryDefault()
        defer { model.breakRing() }
        try model.write(toStore: EveryDefault.saveFormat)
        let before = try Data(contentsOf: URL(fileURLWithPath: folder + "/every.plist"))
        let defaults = try #require(UserDefaults(suiteName: "every"))
        defaults.set("x", forKey: "somethingElse")
        #expect(defaults.synchronize())
        #expect(try Data(contentsOf: URL(fileURLWithPath: folder + "/every.plist")) != before)
        let copy = try EveryDefault.load(fromStore: EveryDefault.saveFormat)
        defer { copy.breakRing() }
        expectEqual(copy, model)
    }

    @Test("A save is announced as a change of the defaults")
    func isAnnounced() throws {
        nonisolated(unsafe) var count = 0
        let observer = NotificationCenter.default.addObserver(
            forName: UserDefaults.didChangeNotification, object: UserDefaults.standard, queue: nil
        ) { _ in unsafe count += 1 }
        try PlainDefaults().write(toStore: .userDefaults)
        NotificationCenter.default.removeObserver(observer)
        #expect(unsafe count == 1)
    }

    @Test("A corrupt file is left alone, also where the program has set something in UserDefaults")
    func corruptIsLeftAlone() {
        UserDefaults(suiteName: "corrupt")?.set("x", forKey: "y")
        #expect(failure { _ = try CorruptDefaults.shared }?.code == .corruptData)
        #expect(!CorruptDefaults.hasSharedInstance)
        let model = CorruptDefaults()
        CorruptDefaults.setSharedInstance(model)
        #expect(failure { try model.save() }?.code == .fileUnreadable)
    }

    @Test("A corrupt file is left alone also when Foundation writes another one")
    func otherSuitesAreLeftAlone() throws {
        #expect(failure { _ = try CorruptDefaults.shared }?.code == .corruptData)
        UserDefaults(suiteName: "corrupt")?.set("x", forKey: "y")
        try PlainDefaults().write(toStore: .userDefaults(suite: "another"))
        try PlainDefaults().write(toStore: .userDefaults)
    }

    @Test("Saves one key again and again")
    func together() throws {
        let number = ChildProcess.argument ?? ""
        for round in 1...40 {
            let record = StoreRecord(format: .userDefaults(suite: "together"), className: "Class\(number)")
            try UserDefaultsStore().save([("key\(number)", ModelDocument(.int64(Int64(round))))], in: record)
        }
    }

    @Test("Saves until it is killed")
    func isKilled() throws {
        let milliseconds = UInt32(ChildProcess.argument ?? "") ?? 0
        Thread.detachNewThread {
            usleep(milliseconds * 1000)
            kill(getpid(), SIGKILL)
        }
        let record = StoreRecord(format: .userDefaults(suite: "killed"), className: "Killed")
        for number in 1... {
            let text = "\(number % 10)" + String(repeating: "x", count: 100_000)
            try UserDefaultsStore().save((0..<3).map { ("key\($0)", ModelDocument(.string(text))) }, in: record)
        }
    }
}
