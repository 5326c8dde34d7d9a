import Foundation
import ModelCore
import SecretStore
import TestSupport
import Testing

/// Run under ThreadSanitizer too, as all suites of that name are: see `Scripts/test.sh`.
@Suite(
    "Secrets on eight threads", .serialized,
    .enabled(if: (try? SecretStore().checkAvailability()) != nil, "no secret service runs in this session"))
struct SecretConcurrencyTests {
    /// A service of this test's own. The time is for machines with much else to do.
    private let secrets = SecretStore(
        service: "org.basemodel.threads.\(UUID().uuidString)", options: SecretStoreOptions(timeout: .seconds(60)))

    final class Login: BaseModel {
        var name = ""
        var password: String?
        override class var modelProperties: [ModelProperty] {
            [ModelProperty("name", \Login.name), ModelProperty("password", \Login.password)]
        }
        override class var saveFormat: FileFormat { .keychain }
    }

    @Test("Each sets, reads and removes its own")
    func accounts() throws { try SessionKeyring.test(onAccounts) }

    private func onAccounts() throws {
        defer { try? secrets.removeAll() }
        let errors = onThreads(8) { [secrets] thread -> String? in
            do {
                for round in 0..<3 {
                    try secrets.set("\(round)", for: "account \(thread)")
                    let found = try secrets["account \(thread)"]
                    if found != "\(round)" { return "\(found ?? "nothing")" }
                    _ = try secrets.accounts
                }
                if thread % 2 == 0 { try secrets.remove("account \(thread)") }
                return nil
            } catch {
                return "\(error)"
            }
        }
        #expect(errors.allSatisfy { $0 == nil }, "\(errors)")
        #expect(try secrets.accounts == [1, 3, 5, 7].map { "account \($0)" })
    }

    @Test("The shared instance is loaded, saved, replaced and freed")
    func shared() throws { try SessionKeyring.test(onSharedInstance) }

    private func onSharedInstance() throws {
        defer { try? secrets.removeAll() }
        let errors = onThreads(8) { [secrets] thread -> [String] in
            FormatRegistry.withFormats(FormatRegistry(stores: [KeychainStore(secrets)])) {
                (0..<4).compactMap { round -> String? in
                    do {
                        switch (thread + round) % 4 {
                        case 0: _ = try Login.shared
                        case 1: try Login.reloadSharedInstance()
                        case 2:
                            let login = Login()
                            login.password = "of thread \(thread)"
                            Login.setSharedInstance(round == 3 ? nil : login)
                        default: try Login.shared.save()
                        }
                        return nil
                    } catch let error as ModelError where error.code == .notSaveable {
                        // Another thread has replaced it.
                        return nil
                    } catch {
                        return "\(error)"
                    }
                }
            }
        }
        #expect(errors.joined().isEmpty, "\(errors)")
    }
}
