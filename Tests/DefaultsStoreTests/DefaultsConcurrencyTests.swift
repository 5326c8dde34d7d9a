import DefaultsStore
import ModelCore
import TestSupport
import Testing

/// Run under ThreadSanitizer too, as all suites of that name are: see `Scripts/test.sh`.
@Suite("The user's defaults on eight threads")
struct DefaultsConcurrencyTests {
    let folder: DefaultsFolder

    init() throws { folder = try DefaultsFolder(patience: 60) }

    @Test("Saves at the same time don't lose each other's keys")
    func keys() throws {
        let errors = onThreads(8) { [folder] number in
            let record = StoreRecord(format: .userDefaults(suite: "threads"), className: "Thread\(number)")
            return (1...10).compactMap { round in
                failure { try folder.store.save([("key\(number)", ModelDocument(.int64(round)))], in: record) }
            }
        }
        #expect(errors.joined().isEmpty, "\(errors)")
        let plain = try folder.plain("threads")
        for number in 0..<8 { #expect(plain["key\(number)"] as? Int == 10) }
    }

    @Test("The shared instance is loaded, saved, replaced and freed")
    func shared() throws {
        let errors = onThreads(8) { [folder] thread in
            folder.use {
                (0..<6).compactMap { round -> ModelError? in
                    switch (thread + round) % 4 {
                    case 0: return failure { _ = try ThreadedDefaults.shared }
                    case 1: return failure { try ThreadedDefaults.reloadSharedInstance() }
                    case 2:
                        ThreadedDefaults.setSharedInstance(round == 5 ? nil : ThreadedDefaults())
                        return nil
                    default:
                        let error = failure { try ThreadedDefaults.shared.save() }
                        // Another thread has replaced it.
                        return error?.code == .notSaveable ? nil : error
                    }
                }
            }
        }
        #expect(errors.joined().isEmpty, "\(errors)")
        try folder.use { try ThreadedDefaults().write(toStore: ThreadedDefaults.saveFormat) }
        #expect(try folder.plain("threaded")["volume"] as? Double == 0.5)
    }
}
