import DefaultsStore
import ModelCore
import ModelTesting
import Testing

@Test("User defaults keep the contract of stores", arguments: StoreContract.checks)
func defaultsContract(_ check: StoreCheck) throws {
    let folder = try DefaultsFolder()
    StoreContract(folder.store, .userDefaults(suite: "contract")).check(check)
}
