import Foundation
import Records
import SecretStore
import TestSupport
import Testing

private final class Account: BaseModel {
    var user = ""
    var password = ""
    var limit = Decimal()
    convenience init(_ user: String, _ password: String) {
        self.init()
        (self.user, self.password) = (user, password)
    }
    override class var modelProperties: [ModelProperty] {
        [
            ModelProperty("user", \Account.user), ModelProperty("password", \Account.password),
            ModelProperty("limit", \Account.limit),
        ]
    }
}

/// In the session that the tests run in.
@Suite(
    "Records in the secret service", .serialized,
    .enabled(if: (try? SecretStore().checkAvailability()) != nil, "no secret service runs in this session"))
struct KeychainRecordTests {
    private let secrets = SecretStore(
        service: "org.basemodel.records.\(UUID().uuidString)", options: SecretStoreOptions(timeout: .seconds(30)))
    private let accounts = ModelRecords<Account>(in: .keychain)

    private func use(_ body: () throws -> Void) throws {
        try SessionKeyring.test {
            defer { try? secrets.removeAll() }
            try FormatRegistry.withFormats(FormatRegistry(stores: [KeychainStore(secrets)]), body)
        }
    }

    @Test("Each is a secret, beside those of properties, and numbers are compared by value")
    func secretsOfRecords() throws {
        try use {
            let account = Account("ada", "hunter2")
            account.limit = Decimal(string: "9.5") ?? 0
            try accounts.save(account, id: "a.b")
            account.limit = 10
            try accounts.save(account, id: "c")
            #expect(try secrets.accounts == ["$record/Account/a%2Eb", "$record/Account/c"])
            #expect(try accounts.load(.all.sorted(by: \.limit)).map(\.limit) == [Decimal(string: "9.5"), 10])
            try Account("own", "").write(toStore: .keychain)
            #expect(try Account.load(fromStore: .keychain).user == "own")
            try Account.removeContents(ofStore: .keychain)
            #expect(try accounts.identifiers() == ["a.b", "c"])
        }
    }

    @Test("The body of a transaction may use the secrets, and doesn't wait for itself")
    func bodies() throws {
        try use {
            let quick = SecretStore(service: secrets.service, options: SecretStoreOptions(timeout: .seconds(5)))
            try accounts.transaction {
                try accounts.save(Account("a", "b"), id: "1")
                try quick.set("value", for: "other")
                #expect(try quick["other"] == "value")
            }
            #expect(try accounts.identifiers() == ["1"])
        }
    }

    @Test("A record that is too large is refused with its path, and errors have nothing of the secret")
    func large() throws {
        try use {
            let account = Account("a", String(repeating: "s", count: 70_000))
            let error = #expect(throws: ModelError.self) { try accounts.save(account, id: "1") }
            #expect(error?.code == .bytesExceeded && error?.path == ["Account", "1"])
            #expect(error.map { "\($0)" }?.contains("sss") == false)
            let left = try accounts.identifiers()
            #expect(left.isEmpty)
        }
    }

    @Test("A record may be just as large as a secret, and the options hold for each service")
    func options() throws {
        try use {
            func store(_ size: Int) -> KeychainStore {
                KeychainStore(
                    SecretStore(
                        service: secrets.service, options: SecretStoreOptions(timeout: .seconds(30), maximumSecretSize: size)))
            }
            for place in [nil, secrets.service + ".other"] {
                let accounts = ModelRecords<Account>(in: .keychain.at(place))
                defer { if let place { try? SecretStore(service: place).removeAll() } }
                func code(_ bytes: Int, _ body: () throws -> Void) -> ModelError.Code? {
                    FormatRegistry.withFormats(FormatRegistry(stores: [store(bytes)])) { errorCode(body) }
                }
                func save(_ count: Int) throws {
                    try accounts.save(Account("a", String(repeating: "s", count: count)), id: "2", overwritingChanges: true)
                }
                // The version and the names take some bytes, too.
                var (most, least) = (1, 1000)
                while most + 1 < least {
                    let middle = (most + least) / 2
                    if code(1000, { try save(middle) }) == nil { most = middle } else { least = middle }
                }
                #expect(most > 1 && code(1000, { try save(most + 1) }) == .bytesExceeded)
                #expect(code(1001, { try save(most + 1) }) == nil && code(1001, { try save(most + 2) }) == .bytesExceeded)
                let model = Account("a", String(repeating: "s", count: 50))
                #expect(code(49, { try model.write(toStore: .keychain.at(place)) }) == .bytesExceeded)
                #expect(code(50, { try model.write(toStore: .keychain.at(place)) }) == nil)
                // A larger one that is there can't be read, and isn't overwritten.
                #expect(code(49, { try model.write(toStore: .keychain.at(place)) }) == .fileUnreadable)
                _ = code(100, { try Account.removeContents(ofStore: .keychain.at(place)) })
            }
        }
    }

    @Test("Two services at once: a transaction in one, and in its body the other's records and values")
    func twoServices() throws {
        let other = secrets.service + ".second"
        let others = ModelRecords<Account>(in: .keychain(service: other))
        defer { try? SecretStore(service: other).removeAll() }
        try use {
            try accounts.transaction {
                try accounts.save(Account("a", "here"), id: "1")
                try others.save(Account("b", "there"), id: "1")
                try others.update(id: "1") { $0.user = "c" }
                try Account("d", "value").write(toStore: .keychain(service: other))
                #expect(try others.load(id: "1").user == "c" && accounts.load(id: "1").user == "a")
            }
            #expect(try accounts.load().map(\.password) == ["here"] && others.load().map(\.password) == ["there"])
            #expect(try Account.load(fromStore: .keychain(service: other)).user == "d")
            #expect(errorCode { try Account.load(fromStore: .keychain) } == .fileMissing)
            try others.remove(id: "1")
            #expect(try accounts.identifiers() == ["1"])
        }
    }
}
