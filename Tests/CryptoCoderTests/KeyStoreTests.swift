import Foundation
import ModelCore
import ModelTesting
import TestSupport
import Testing

@testable import CryptoCoder

@Suite("Keys are derived once", .ownKeys)
struct KeyStoreTests {
    private static func password() -> SecretBytes { SecretBytes("\(UUID())".utf8) }

    @Test("A file that was opened, or written, costs no derivation again; a nonce is never used twice")
    func once() throws {
        let coder = CryptoCoder.cheap("\(UUID())")
        var nonces: Set<[UInt8]> = []
        var salts: Set<[UInt8]> = []
        for _ in 0..<2000 {
            let container = try #require(CryptoContainer(coder.encode(ModelNode.null)))
            nonces.insert(container.iv)
            salts.insert(container.salt)
        }
        #expect(nonces.count == 2000)
        #expect(salts.count == 1)
    }

    @Test("With a key of the program's, every file has a salt and a nonce of its own")
    func ownKey() throws {
        let coder = CryptoCoder(try CryptoPassword(key: [UInt8](repeating: 3, count: 32)))
        let containers = try (0..<100).map { _ in try #require(CryptoContainer(coder.encode(ModelNode.null))) }
        #expect(Set(containers.map(\.iv)).count == 100)
        #expect(Set(containers.map(\.salt)).count == 100)
    }

    @Test("The slow work is done for the first saving alone")
    func time() throws {
        let coder = CryptoCoder(CryptoPassword("\(UUID())"), cost: ScryptCost(n: 1 << 13))
        let first = try threadSeconds { _ = try coder.encode(ModelNode.null) }
        let others = try (0..<9).map { _ in try threadSeconds { _ = try coder.encode(ModelNode.null) } }.sorted()
        #expect(others[4] * 10 < first, "\(others[4]) after \(first)")
    }

    @Test("A file that was opened lends its key to the next saving")
    func opened() throws {
        let name = "\(UUID())"
        let file = try CryptoCoder.cheap(name).encode(ModelNode.null)
        let store = KeyStore()
        let secret = SecretBytes(name.utf8)
        let container = try #require(CryptoContainer(file))
        let found = try store.key(for: secret, salt: container.salt, cost: .cheap)
        #expect(found.isNew && store.count == 0)
        try store.keep(found, for: secret, cost: .cheap)
        let writing = try store.writingKey(for: secret, cost: .cheap)
        #expect(!writing.isNew && writing.salt == container.salt)
        #expect(try !store.key(for: secret, salt: container.salt, cost: .cheap).isNew)
    }

    @Test("A password, a salt and a cost of its own each make a key of its own")
    func distinct() throws {
        let store = KeyStore()
        let (one, two) = (Self.password(), Self.password())
        let first = try store.writingKey(for: one, cost: .cheap)
        #expect(first.isNew)
        #expect(try store.writingKey(for: two, cost: .cheap).isNew)
        #expect(try store.writingKey(for: one, cost: ScryptCost(n: 32, r: 1, p: 1)).isNew)
        #expect(try store.key(for: one, salt: [UInt8](repeating: 0, count: 16), cost: .cheap).isNew)
        #expect(try store.key(for: two, salt: first.salt, cost: .cheap).isNew)
    }

    @Test("Few keys are kept, the latest used, and all are forgotten on demand")
    func bounded() throws {
        let store = KeyStore()
        let passwords = (0..<40).map { _ in Self.password() }
        for password in passwords {
            _ = try store.writingKey(for: password, cost: .cheap)
            #expect(try !store.writingKey(for: passwords[0], cost: .cheap).isNew)
        }
        #expect(store.count == 16)
        #expect(try store.writingKey(for: passwords[5], cost: .cheap).isNew)
        store.forget()
        #expect(store.count == 0)
        #expect(try store.writingKey(for: passwords[0], cost: .cheap).isNew)
    }

    @Test("A password that was wrong isn't remembered")
    func wrong() throws {
        let file = try CryptoCoder.cheap("\(UUID())").encode(ModelNode.null)
        let container = try #require(CryptoContainer(file))
        let wrong = CryptoPassword("\(UUID())")
        let coder = CryptoCoder(wrong, cost: .cheap)
        #expect(errorCode { try coder.decode(ModelNode.self, from: file) } == .authenticationFailed)
        guard case .password(_, let bytes) = wrong.secret else { return }
        #expect(try KeyStore.shared.key(for: bytes, salt: container.salt, cost: .cheap).isNew)
    }

    @Test("Many threads that need the same key derive it once")
    func concurrent() async throws {
        let store = KeyStore()
        let password = Self.password()
        let found = try await withThrowingTaskGroup(of: KeyStore.Found.self) { group in
            for _ in 0..<32 {
                group.addTask { try store.writingKey(for: password, cost: ScryptCost(n: 1 << 10)) }
            }
            return try await group.reduce(into: [KeyStore.Found]()) { $0.append($1) }
        }
        #expect(Set(found.map(\.salt)).count == 1)
        #expect(found.filter(\.isNew).count == 1)
    }
}
