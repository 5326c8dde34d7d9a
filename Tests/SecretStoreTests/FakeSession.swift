import Foundation
import ModelCore

@testable import SecretStore

/// A place for secrets in memory, which can fail at a chosen step.
final class FakeSession: SecretSession {
    private(set) var stored: [String: Data] = [:]
    private(set) var labels: [String: String] = [:]
    /// After how many changes every call fails; nil for never.
    var failsAfter: Int?
    /// What becomes of the change at which it fails.
    var failure = Failure.nothing

    enum Failure: CaseIterable {
        /// The service never got to it.
        case nothing
        /// The service made it, and its answer was lost.
        case lostAnswer
        /// The service made the item, and ended before it had the secret.
        case emptyItem
    }

    private(set) var changes = 0

    func unlock(forWriting: Bool) throws {}
    func begin(service: String, forWriting: Bool) throws {}

    func items(service: String, account: String?) throws -> [StoredItem] {
        try requireAlive()
        return stored.keys.sorted().filter { account == nil || $0 == account }.map {
            StoredItem(id: $0, account: $0, label: "", modified: 0)
        }
    }

    func contents(of items: [StoredItem]) throws -> [Data] {
        try requireAlive()
        return items.compactMap { stored[$0.id] }
    }

    func write(_ content: Data, service: String, account: String, label: String?) throws {
        try change({
            stored[account] = content
            if let label { labels[account] = label }
        }, half: { if stored[account] == nil { stored[account] = Data() } })
    }

    func remove(service: String, account: String) throws {
        try change { stored[account] = nil }
    }

    private var isDead: Bool { failsAfter.map { changes >= $0 } ?? false }

    private func requireAlive() throws {
        if isDead { throw ModelError(.serviceUnavailable, "It ended.") }
    }

    private func change(_ body: () -> Void, half: () -> Void = {}) throws {
        if isDead {
            if failure == .lostAnswer, changes == failsAfter { body() }
            if failure == .emptyItem, changes == failsAfter { half() }
            changes += 1
            throw ModelError(.serviceUnavailable, "It ended.")
        }
        body()
        changes += 1
    }
}
