import Foundation
import ModelCore
import SecretStore
import TestSupport
import Testing

/// Names are checked before a service is asked, so that none needs to run.
@Suite("Names that no secret can have")
struct NameTests {
    private let store = SecretStore(
        service: "org.basemodel.names", options: SecretStoreOptions(timeout: .milliseconds(200)))

    @Test("An account", arguments: ["a\0b", "\0", "$undo"])
    func accounts(_ account: String) {
        #expect(errorCode { try store.set("x", for: account) } == .unrepresentableValue)
        #expect(errorCode { try store.set("x", for: account, label: "good") } == .unrepresentableValue)
        #expect(errorCode { try store.set(String?.none, for: account) } == .unrepresentableValue)
        #expect(errorCode { try store.remove(account) } == .unrepresentableValue)
        #expect(errorCode { try store[account] } == .unrepresentableValue)
        #expect(errorCode { try store[account, as: Int.self] } == .unrepresentableValue)
        #expect(errorCode { try store.document(for: account) } == .unrepresentableValue)
    }

    @Test("A label", arguments: ["b\0c", "\0", "$undo"])
    func labels(_ label: String) {
        #expect(errorCode { try store.set("x", for: "a", label: label) } == .unrepresentableValue)
        #expect(errorCode { try store.set(Data([1]), for: "a", label: label) } == .unrepresentableValue)
    }

    @Test("A service", arguments: ["a\0b", "\0"])
    func services(_ service: String) {
        let store = SecretStore(service: service)
        #expect(errorCode { try store.set("x", for: "a") } == .unrepresentableValue)
        #expect(errorCode { try store["a"] } == .unrepresentableValue)
        #expect(errorCode { try store.accounts } == .unrepresentableValue)
        #expect(errorCode { try store.removeAll() } == .unrepresentableValue)
        let keychain = KeychainStore(store)
        let record = StoreRecord(format: .keychain, className: "Account")
        #expect(errorCode { try keychain.document(for: record) } == .unrepresentableValue)
        let elsewhere = StoreRecord(format: .keychain(service: service), className: "Account")
        #expect(errorCode { try KeychainStore().save([], in: elsewhere) } == .unrepresentableValue)
    }

    @Test("A property's key, and the error names it")
    func keys() {
        let record = StoreRecord(format: .keychain(service: "org.basemodel.names"), className: "Account")
        let error = #expect(throws: ModelError.self) {
            try KeychainStore(store).save([("good", ModelDocument(.bool(true))), ("a\0b", ModelDocument(.bool(true)))], in: record)
        }
        #expect(error?.code == .unrepresentableValue && error?.path == ["a\0b"])
    }
}
