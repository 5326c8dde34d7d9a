import Foundation
import ModelCore
import TestSupport
import Testing

@testable import CryptoCoder

/// Run under ThreadSanitizer too, as all suites of that name are: see `Scripts/test.sh`.
@Suite("Eight threads at once")
struct CryptoConcurrencyTests {
    @Test("Keys are derived, found, kept, pushed out and forgotten")
    func keys() throws {
        let store = KeyStore()
        let passwords = (0..<20).map { SecretBytes("\($0)".utf8) }
        let salts = onThreads(8) { [passwords] thread in
            (0..<100).compactMap { round -> [UInt8]? in
                if thread == 0, round % 20 == 0 { store.forget() }
                let password = passwords[(thread + round) % passwords.count]
                guard let found = try? store.writingKey(for: password, cost: .cheap),
                    let again = try? store.key(for: password, salt: found.salt, cost: .cheap),
                    (try? store.keep(again, for: password, cost: .cheap)) != nil
                else { return nil }
                return found.salt
            }
        }
        #expect(salts.joined().allSatisfy { $0.count == 16 } && salts.joined().count == 800)
        #expect(store.count <= 16)
    }

    @Test("The shared instance is loaded, saved, replaced and freed")
    func shared() throws {
        let folder = try TemporaryFolder()
        let codes = onThreads(8) { thread in
            withCrypto {
                CryptoThreadedDiary.$folder.withValue(folder.path) {
                    (0..<6).compactMap { round -> ModelError.Code? in
                        switch (thread + round) % 4 {
                        case 0: return errorCode { try CryptoThreadedDiary.shared }
                        case 1: return errorCode { try CryptoThreadedDiary.reloadSharedInstance() }
                        case 2:
                            CryptoThreadedDiary.setSharedInstance(round == 5 ? nil : CryptoThreadedDiary("x"))
                            return nil
                        default: return errorCode { try CryptoThreadedDiary.shared.save() }
                        }
                    }
                }
            }
        }
        // Replaced by another thread's, or by what was loaded before another thread's save.
        #expect(codes.joined().allSatisfy { $0 == .notSaveable || $0 == .fileChanged }, "\(codes)")
    }

    @Test("They save and load the same file, and each reads a whole one")
    func files() throws {
        let folder = try TemporaryFolder()
        let coder = CryptoCoder.cheap("\(UUID())")
        let path = folder.file("note.plist")
        let errors = onThreads(8) { thread in
            withCrypto(coder) {
                (0..<16).compactMap { round -> String? in
                    do {
                        try CryptoNote("text \(thread)", number: round).write(toFile: path, format: .cryptoCoding)
                        return try CryptoNote.load(fromFile: path).text.isEmpty == false ? nil : "nothing"
                    } catch {
                        return "\(error)"
                    }
                }
            }
        }
        #expect(errors.joined().isEmpty, "\(errors)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["note.plist"])
    }
}
