import FormatSupport
import ModelCore
import Synchronization

/// A cache of the keys that were derived from passwords in this process. Repeated saves pay for the slow derivation
/// once.
///
/// The cache contains at most 16 keys. Each key has opened a file, or was made to write a file. A key's memory is
/// overwritten when the key is removed from the cache and no call uses it any more.
final class KeyStore: Sendable {
    /// The cache of the process. A test sets another cache for its task, so that other tests don't remove its keys.
    @TaskLocal static var shared: KeyStore = KeyStore()

    private struct Entry {
        /// A digest that identifies the password.
        let fingerprint: SecretBytes
        let salt: [UInt8]
        let cost: ScryptCost
        let key: SecretBytes
        /// The number of files that were read or written with the cached key, which limits the number of nonces.
        var uses = 0
    }

    private static let limit = 16
    /// The number of files after which a new salt, and therefore a new key, is made. Random nonces of 96 bits are
    /// safe for up to 2^32 files per key.
    private static let mostUses = 1 << 24

    /// The cached keys, with the most recently used key last.
    private let entries = Mutex<[Entry]>([])
    /// Allows one derivation at a time: each derivation takes a hundred megabytes, and several threads usually need
    /// the same key.
    private let derivation = Mutex(())
    private let secret = Mutex<SecretBytes?>(nil)

    /// A key and its salt. `isNew` is true if the key was derived for the current call.
    struct Found: Sendable {
        let key: SecretBytes
        let salt: [UInt8]
        let isNew: Bool
    }

    /// Returns the key of a file to read. A new key is cached only when ``keep(_:for:cost:)`` is called.
    func key(for password: SecretBytes, salt: [UInt8], cost: ScryptCost) throws -> Found {
        let fingerprint = try self.fingerprint(of: password)
        return try find {
            $0.cost == cost && $0.salt == salt && $0.fingerprint.equals(fingerprint)
        } orMake: {
            Found(key: try KeyDerivation.scrypt(password, salt: salt, cost: cost), salt: salt, isNew: true)
        }
    }

    /// Returns a key for a file to write, and its salt. The same password gets the same key and salt again.
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

    /// Caches a new key that opened a file.
    func keep(_ found: Found, for password: SecretBytes, cost: ScryptCost) throws {
        guard found.isNew else { return }
        let fingerprint = try self.fingerprint(of: password)
        add(Entry(fingerprint: fingerprint, salt: found.salt, cost: cost, key: found.key))
    }

    /// Does an amount of work of scrypt, in steps of at most the size of `cost`, and discards the results.
    func waste(_ work: Int, like cost: ScryptCost) throws {
        guard cost.memory != nil else { return }
        var rest = work
        let step = cost.r * cost.p
        // A rest below 1/16 of the work is too small to be told from chance.
        while rest >= max(work / 16, step * 2) {
            let n = 1 << ((rest / step).bitWidth - 1 - (rest / step).leadingZeroBitCount)
            try derivation.withLock { _ in
                _ = try KeyDerivation.scrypt(
                    SecretBytes([0]), salt: [0], cost: ScryptCost(n: min(n, cost.n), r: cost.r, p: cost.p))
            }
            rest -= min(n, cost.n) * step
        }
    }

    /// Removes all keys from the cache.
    func forget() {
        entries.withLock { $0.removeAll() }
    }

    var count: Int { entries.withLock { $0.count } }

    /// Returns a cached key, or a new key. A thread that waited for another thread's derivation first searches the
    /// cache again.
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
