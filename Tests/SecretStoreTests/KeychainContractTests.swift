import ModelCore
import ModelTesting
import SecretStore
import Testing

/// In this process, and so in the session that the tests run in: see `Scripts/with-secret-service.sh`.
@Suite(
    "The contract of stores", .serialized,
    .enabled(if: (try? SecretStore().checkAvailability()) != nil, "no secret service runs in this session"))
struct KeychainContractTests {
    @Test(arguments: StoreContract.checks)
    func contract(_ check: StoreCheck) throws {
        // A service of its own. The time is for machines with much else to do.
        let secrets = SecretStore(service: "org.basemodel.contract", options: SecretStoreOptions(timeout: .seconds(60)))
        try SessionKeyring.test {
            // Secrets may be left of a check that couldn't end.
            try secrets.removeAll()
            StoreContract(KeychainStore(secrets), .keychain).check(check)
        }
    }
}
