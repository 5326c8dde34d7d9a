import Foundation
import ModelCore
import Testing

@testable import SecretStore

@Suite("All of a save's secrets, or none")
struct TransactionTests {
    let old = ["A.x": Data("1".utf8), "A.y": Data("2".utf8), "A.z": Data("3".utf8)]
    let new = ["A.w": Data("0".utf8), "A.x": Data("10".utf8), "A.y": Data("20".utf8)]

    func transaction(_ session: FakeSession) -> SecretTransaction {
        SecretTransaction(session, service: "s", options: SecretStoreOptions())
    }

    func filled() throws -> FakeSession {
        let session = FakeSession()
        try transaction(session).replace(in: ["A"], with: old) { _, _ in }
        try transaction(session).apply(["B.x": Data("foreign".utf8)])
        return session
    }

    @Test(
        "Wherever the service fails, readers see the old values; the next save goes on from them", arguments: 0..<7,
        FakeSession.Failure.allCases)
    func failure(step: Int, kind: FakeSession.Failure) throws {
        let session = try filled()
        session.failure = kind
        session.failsAfter = session.changes + step
        var isSaved = true
        do {
            try transaction(session).replace(in: ["A"], with: new) { _, _ in }
        } catch {
            isSaved = false
        }
        session.failsAfter = nil
        // Of five changes and the record's two, the last may have been made though its answer was lost.
        let isCommitted = isSaved || (step == 5 && kind == .lostAnswer)
        #expect(isSaved == (step == 6))
        let seen = try transaction(session).secrets(in: ["A"])
        #expect(seen == (isCommitted ? new : old))
        for account in ["A.w", "A.x", "A.y", "A.z"] {
            #expect(try transaction(session).secret(of: account) == seen[account])
        }
        #expect(try transaction(session).items().map(\.account).sorted() == seen.keys.sorted() + ["B.x"])

        // A change of another account puts the old ones back.
        try transaction(session).apply(["C": Data("4".utf8)])
        #expect(session.stored == seen.merging(["B.x": Data("foreign".utf8), "C": Data("4".utf8)]) { $1 })
        try transaction(session).replace(in: ["A"], with: ["A.q": Data("5".utf8)]) { _, _ in }
        #expect(try transaction(session).secrets(in: ["A"]) == ["A.q": Data("5".utf8)])
    }

    @Test("A save that breaks off while it puts the old values back leaves them all the same", arguments: 0..<5)
    func failingRecovery(step: Int) throws {
        let session = try filled()
        session.failsAfter = session.changes + 3
        #expect(throws: ModelError.self) { try transaction(session).replace(in: ["A"], with: new) { _, _ in } }
        session.failsAfter = session.changes + step
        try? transaction(session).replace(in: ["A"], with: new) { _, _ in }
        session.failsAfter = nil
        #expect(try transaction(session).secrets(in: ["A"]) == old)
    }

    @Test("A record that is empty, or of nothing, hinders nobody, and goes with the next change", arguments: [
        Data(), try? UndoRecord([:]).content(),
    ])
    func emptyRecord(_ content: Data?) throws {
        func session() throws -> FakeSession {
            let session = try filled()
            try session.write(try #require(content), service: "s", account: UndoRecord.account, label: nil)
            return session
        }
        let read = try session()
        #expect(try transaction(read).secrets(in: ["A"]) == old)
        #expect(try transaction(read).secret(of: "A.z") == old["A.z"] && transaction(read).secret(of: "none") == nil)
        #expect(try transaction(read).items().map(\.account).sorted() == ["A.x", "A.y", "A.z", "B.x"])
        let changes: [(SecretTransaction) throws -> Void] = [
            { try $0.apply(["A.x": Data("5".utf8)]) }, { try $0.apply(["A.x": nil, "A.y": nil]) },
            { try $0.replace(in: ["A"], with: ["A.w": Data("0".utf8)]) { _, _ in } },
        ]
        for change in changes {
            let session = try session()
            try change(transaction(session))
            #expect(session.stored[UndoRecord.account] == nil && session.stored["B.x"] != nil)
        }
        let removed = try session()
        try transaction(removed).removeAll()
        #expect(removed.stored.isEmpty)
    }

    @Test("Removing everything that fails leaves the old values, nothing, or some of those that no save had begun to change",
        arguments: 0..<6)
    func failingRemoval(step: Int) throws {
        // A save that ended in its middle: its record has the old values.
        let session = try filled()
        session.failsAfter = session.changes + 3
        #expect(throws: ModelError.self) { try transaction(session).replace(in: ["A"], with: new) { _, _ in } }
        session.failsAfter = session.changes + step
        #expect(throws: ModelError.self) { try transaction(session).removeAll() }
        session.failsAfter = nil
        let seen = try transaction(session).secrets(in: ["A"])
        #expect(seen == (session.stored[UndoRecord.account] == nil ? [:] : old), "\(session.stored.keys)")
        try transaction(session).removeAll()
        #expect(session.stored.isEmpty)
    }

    @Test("Where only one call fails, the old values are put back at once")
    func rollback() throws {
        let session = try filled()
        let large = ["A.x": Data("10".utf8), "A.y": Data("20".utf8)]
        let failing = FailingOnce(session, account: "A.y")
        #expect(throws: ModelError.self) {
            try SecretTransaction(failing, service: "s", options: SecretStoreOptions()).replace(in: ["A"], with: large)
            { _, _ in }
        }
        #expect(session.stored == old.merging(["B.x": Data("foreign".utf8)]) { $1 })
    }

    @Test("One new secret is there as a whole or not at all", arguments: 0..<3, FakeSession.Failure.allCases)
    func creation(step: Int, kind: FakeSession.Failure) throws {
        let session = try filled()
        session.failure = kind
        session.failsAfter = session.changes + step
        #expect(throws: ModelError.self) { try transaction(session).apply(["D": Data("new".utf8)]) }
        session.failsAfter = nil
        let seen = try transaction(session).secret(of: "D")
        #expect(seen == nil || seen == Data("new".utf8))
        #expect(try transaction(session).items().contains { $0.account == "D" } == (seen != nil))
    }

    @Test("What doesn't change isn't written, and one change needs no record")
    func fewWrites() throws {
        let session = try filled()
        let before = session.changes
        try transaction(session).replace(in: ["A"], with: old) { _, _ in }
        #expect(session.changes == before)
        try transaction(session).replace(in: ["A"], with: old.merging(["A.x": Data("9".utf8)]) { $1 }) { _, _ in }
        #expect(session.changes == before + 1)
    }

    @Test("Nothing is written where the check of what is there fails, or something is too large")
    func refusals() throws {
        let session = try filled()
        let before = session.changes
        #expect(throws: CancellationError.self) {
            try transaction(session).replace(in: ["A"], with: new) { _, _ in throw CancellationError() }
        }
        #expect(throws: ModelError.self) { try transaction(session).apply(["D": Data(count: 65537)]) }
        #expect(throws: ModelError.self) {
            try transaction(session).replace(
                in: ["A"], with: Dictionary(uniqueKeysWithValues: (0..<5).map { ("A.v\($0)", Data(count: 60000)) })
            ) { _, _ in }
        }
        #expect(session.changes == before)
    }

    @Test("A label is changed though the secret stays, and of several secrets those with another label are")
    func labels() throws {
        let session = try filled()
        let before = session.changes
        try transaction(session).apply(["A.x": old["A.x"]], labels: ["A.x": "one"])
        #expect(session.labels["A.x"] == "one" && session.stored["A.x"] == old["A.x"])
        #expect(session.changes == before + 1)
        try transaction(session).apply(["A.x": old["A.x"], "A.y": Data("9".utf8)], labels: ["A.x": "two"])
        #expect(session.labels == ["A.x": "two", UndoRecord.account: "s: an unfinished save"])
        #expect(session.stored["A.y"] == Data("9".utf8) && session.stored[UndoRecord.account] == nil)
        try transaction(session).apply(["A.z": old["A.z"]])
        #expect(session.labels["A.z"] == nil)
    }

    @Test("Each secret that is there is looked at before one is changed, also one that only goes", arguments: ["A.x", "A.y", "A.z"])
    func checks(_ refused: String) throws {
        let session = try filled()
        let (before, stored) = (session.changes, session.stored)
        var seen: [String] = []
        #expect(throws: CancellationError.self) {
            try transaction(session).replace(in: ["A"], with: new) { account, secret in
                #expect(secret == old[account])
                seen.append(account)
                if account == refused { throw CancellationError() }
            }
        }
        #expect(session.changes == before && session.stored == stored)
        seen = []
        try transaction(session).replace(in: ["A"], with: new) { account, _ in seen.append(account) }
        #expect(seen == ["A.x", "A.y", "A.z"])
    }

    @Test("A secret may be just as large as the options say, and several together four times that")
    func sizes() throws {
        let session = FakeSession()
        var options = SecretStoreOptions()
        options.maximumSecretSize = 10
        let small = SecretTransaction(session, service: "s", options: options)
        func code(_ sizes: Int...) -> ModelError.Code? {
            do {
                try small.apply(
                    Dictionary(uniqueKeysWithValues: sizes.enumerated().map { ("a\($0)", Data(repeating: 7, count: $1)) }))
                return nil
            } catch { return ModelError(wrapping: error).code }
        }
        #expect(code(10) == nil && code(11) == .bytesExceeded && code(10, 11) == .bytesExceeded)
        #expect(code(10, 10, 10, 10) == nil && code(10, 10, 10, 10, 1) == .bytesExceeded && code(8, 8, 8, 8, 8) == nil)
        #expect(try small.secret(of: "a0")?.count == 8)
        // Another program may have stored a larger one.
        try session.write(Data(count: 11), service: "s", account: "a0", label: nil)
        #expect(throws: ModelError.self) { try small.secret(of: "a0") }
        #expect(throws: ModelError.self) { try small.secrets { _ in true } }
        #expect(try small.secrets { $0 == "a1" }.count == 1)
    }

    @Test(
        "Records that nobody can have written are errors",
        arguments: [
            "text", "bplist00", "{}", "bplist00\u{1}\u{2}",
        ])
    func hostileRecord(_ text: String) throws {
        #expect(throws: ModelError.self) { try UndoRecord(content: Data(text.utf8)) }
    }

    @Test("A record comes back as it was, also one that is cut or changed is an error or a record")
    func record() throws {
        let secrets: [String: Data?] = ["a": Data([0, 1, 255]), "b": nil, "c": Data(), "d": Data("bplist00".utf8)]
        let content = try UndoRecord(secrets).content()
        #expect(try UndoRecord(content: content).secrets == secrets)
        for length in 1..<content.count {
            #expect(throws: ModelError.self) { try UndoRecord(content: content.prefix(length)) }
        }
        for index in content.indices {
            var copy = content
            copy[index] ^= 0x41
            _ = try? UndoRecord(content: copy)
        }
    }
}

/// Fails the first time that an account is written.
final class FailingOnce: SecretSession {
    private let session: FakeSession
    private let account: String
    private var hasFailed = false

    init(_ session: FakeSession, account: String) {
        self.session = session
        self.account = account
    }

    func unlock(forWriting: Bool) throws {}
    func begin(service: String, forWriting: Bool) throws {}
    func items(service: String, account: String?) throws -> [StoredItem] {
        try session.items(service: service, account: account)
    }
    func contents(of items: [StoredItem]) throws -> [Data] { try session.contents(of: items) }
    func remove(service: String, account: String) throws { try session.remove(service: service, account: account) }

    func write(_ content: Data, service: String, account: String, label: String?) throws {
        if account == self.account, !hasFailed {
            hasFailed = true
            throw ModelError(.serviceUnavailable, "This once.")
        }
        try session.write(content, service: service, account: account, label: label)
    }
}
