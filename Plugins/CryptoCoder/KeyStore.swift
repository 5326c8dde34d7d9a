import FormatSupport
import ModelCore
import Synchronization

/// The keys that were derived from passwords in this process: so that saving again and again costs the slow derivation
/// once.
///
/// Few, and only those that proved right: of files that were opened, or that were written. All memory is overwritten
/// when a key goes.
final class KeyStore: Sendable {
    /// The process's. A test has one of its own for its task, so that others don't push its keys out.
    @TaskLocal static var shared: KeyStore = KeyStore()

    private struct Entry {
        /// Which password it is, without being it.
        let fingerprint: SecretBytes
        let salt: [UInt8]
        let cost: ScryptCost
        let key: SecretBytes
        /// How many files were encrypted with it in this process.
        var uses = 0
    }

    private static let limit = 16
    /// Random nonces of 96 bits are good for 2^32 files a key; a new salt comes long before.
    private static let mostUses = 1 << 24

    /// The latest used last.
    private let entries = Mutex<[Entry]>([])
    /// One derivation at a time: each takes a hundred megabytes, and several threads mostly need the same one.
    private let derivation = Mutex(())
    private let secret = Mutex<SecretBytes?>(nil)

    /// A key, and whether work was done for it.
    struct Found: Sendable {
        let key: SecretBytes
        let salt: [UInt8]
        let isNew: Bool
    }

    /// The key of a file that is to be read. Isn't kept before ``keep(_:for:cost:)``.
    func key(for password: SecretBytes, salt: [UInt8], cost: ScryptCost) throws -> Found {
        let fingerprint = try self.fingerprint(of: password)
        return try find {
            $0.cost == cost && $0.salt == salt && $0.fingerprint.equals(fingerprint)
        } orMake: {
            Found(key: try KeyDerivation.scrypt(password, salt: salt, cost: cost), salt: salt, isNew: true)
        }
    }

    /// A key for a file that is to be written: the same for the same password, with its salt.
    func writingKey(for password: SecretBytes, cost: ScryptCost) throws -> Found {
        let fingerprint = try self.fingerprint(of: password)
        return try find {
            $0.cost == cost && $0.uses < Self.mostUses && $0.salt.count == KeyMethod.saltSize
                && $0.fingerprint.equals(fingerprint)
        } orMake: {
            let salt = try RandomBytes.make(KeyMethod.saltSize)
            let key = try KeyDerivation.scrypt(password, salt: salt, cost: cost)
            add(Entry(fingerprint: fingerprint, salt: salt, cost: cost, key: key, uses: 1))
            return Found(key: key, salt: salt, isNew: true)
        }
    }

    /// Keeps a key that opened a file.
    func keep(_ found: Found, for password: SecretBytes, cost: ScryptCost) throws {
        guard found.isNew else { return }
        let fingerprint = try self.fingerprint(of: password)
        add(Entry(fingerprint: fingerprint, salt: found.salt, cost: cost, key: found.key))
    }

    /// Does as much work as a cost says, and keeps nothing of it.
    func waste(_ work: Int, like cost: ScryptCost) throws {
        guard cost.memory != nil else { return }
        var rest = work
        let step = cost.r * cost.p
        // What remains is too little to be told from chance.
        while rest >= max(work / 16, step * 2) {
            let n = 1 << ((rest / step).bitWidth - 1 - (rest / step).leadingZeroBitCount)
            try derivation.withLock { _ in
                _ = try KeyDerivation.scrypt(
                    SecretBytes([0]), salt: [0], cost: ScryptCost(n: min(n, cost.n), r: cost.r, p: cost.p))
            }
            rest -= min(n, cost.n) * step
        }
    }

    /// Forgets all keys.
    func forget() {
        entries.withLock { $0.removeAll() }
    }

    var count: Int { entries.withLock { $0.count } }

    /// A known key, or a new one: whoever waits until another one was made may find that.
    private func find(_ isWanted: (Entry) -> Bool, orMake make: () throws -> Found) throws -> Found {
        if let known = find(isWanted) { return known }
        return try derivation.withLock { _ in try find(isWanted) ?? make() }
    }

    private func find(_ isWanted: (Entry) -> Bool) -> Found? {
        entries.withLock { entries in
            guard let index = entries.lastIndex(where: isWanted) else { return nil }
            var entry = entries.remove(at: index)
            entry.uses += 1
            entries.append(entry)
            return Found(key: entry.key, salt: entry.salt, isNew: false)
        }
    }

    private func add(_ entry: Entry) {
        entries.withLock { entries in
            if entries.count >= Self.limit { entries.removeFirst() }
            entries.append(entry)
        }
    }

    private func fingerprint(of password: SecretBytes) throws -> SecretBytes {
        let secret = try secret.withLock { secret in
            let known = try secret ?? SecretBytes(RandomBytes.make(32))
            secret = known
            return known
        }
        return try KeyDerivation.fingerprint(password, salt: secret)
    }
}
