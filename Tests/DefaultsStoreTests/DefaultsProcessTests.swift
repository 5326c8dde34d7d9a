import DefaultsStore
import Foundation
import ModelCore
import Testing

@testable import DefaultsFiles

#if canImport(Glibc)
    import Glibc
#endif

@Suite("The user's defaults in several processes, and beside Foundation's own")
struct DefaultsProcessTests {
    let folder: DefaultsFolder

    init() throws { folder = try DefaultsFolder() }

    @Test(
        "In a process of its own",
        arguments: [
            "isVisible", "unsynchronizedIsKept", "survivesRewriting", "isAnnounced", "corruptIsLeftAlone",
            "otherSuitesAreLeftAlone",
        ])
    func child(test: String) throws {
        let precious = Data("<?xml version=\"1.0\"?><plist><dict><key>precious".utf8)
        try folder.write(precious, to: "corrupt")
        try ChildProcess(test, folder: folder.path).expectSuccess()
        #expect(try folder.content(of: "corrupt") == precious)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).allSatisfy { !$0.hasSuffix(".tmp") })
    }

    @Test("Processes that save different keys at the same time don't lose each other's")
    func together() throws {
        try folder.write(xml("<dict><key>foreign</key><true/></dict>"), to: "together")
        let children = try (1...4).map { try ChildProcess("together", folder: folder.path, argument: "\($0)") }
        for child in children { child.expectSuccess() }
        let plain = try folder.plain("together")
        for number in 1...4 { #expect(plain["key\(number)"] as? Int == 40) }
        #expect(plain["foreign"] as? Bool == true)
    }

    @Test("A process that is killed leaves all the old values or all the new ones", arguments: [5, 20, 50])
    func killed(milliseconds: Int) throws {
        let record = StoreRecord(format: .userDefaults(suite: "killed"), className: "Killed")
        let text = "0" + String(repeating: "x", count: 100_000)
        try folder.store.save((0..<3).map { ("key\($0)", ModelDocument(.string(text))) }, in: record)
        let (status, reason, output) = try ChildProcess("isKilled", folder: folder.path, argument: "\(milliseconds)")
            .wait()
        #expect(reason == .uncaughtSignal && status == SIGKILL, "\(output)")
        let plain = try folder.plain("killed")
        let values = (0..<3).map { plain["key\($0)"] as? String ?? "" }
        #expect(Set(values).count == 1 && values[0].count == text.count)
        // The lock went with the process.
        try folder.store.save([("key0", ModelDocument(.bool(true)))], in: record)
    }

    @Test("A lock that another process doesn't give up is an error after a while")
    func locked() throws {
        let impatient = try DefaultsFolder(patience: 0.05)
        let record = StoreRecord(format: .userDefaults(suite: "locked"), className: "Locked", propertyNames: ["a"])
        try impatient.store.save([("a", ModelDocument(.bool(true)))], in: record)
        let descriptor = unsafe open(impatient.path + "/" + DefaultsFile.lockName, O_RDWR)
        #expect(flock(descriptor, LOCK_EX) == 0)
        #expect(
            failure { try impatient.store.save([("a", ModelDocument(.bool(false)))], in: record) }?.code == .fileUnwritable)
        #expect(failure { _ = try impatient.store.document(for: record) }?.code == .fileUnwritable)
        close(descriptor)
        try impatient.store.save([("a", ModelDocument(.bool(false)))], in: record)
        #expect(try impatient.plain("locked")["a"] as? Bool == false)
    }
}
