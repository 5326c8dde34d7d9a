import CryptoCoder
import Foundation
import ModelCore
import TestSupport
import Testing

@Suite("Nothing secret is shown")
struct SecrecyTests {
    private static let coder = CryptoCoder.cheap("open sesame")

    /// Everything that an error shows.
    private static func shown(_ body: () throws -> Void) -> String {
        do {
            try body()
            return "no error"
        } catch {
            var text = "\(error) \(String(reflecting: error)) \(error.localizedDescription)"
            dump(error, to: &text)
            return text
        }
    }

    @Test("An error in an encrypted file's content says where it is, and not what")
    func errors() throws {
        try withCrypto {
            let note = CryptoNote("hidden text", number: 987_654)
            note.table = ["hidden key": 456_789]
            let tree = try Self.coder.decode(ModelNode.self, from: Self.coder.encode(note))
            guard case .object(let object) = tree else {
                Issue.record("no object")
                return
            }
            for keys in [["text"], ["number"], ["table"]] {
                let part = ObjectNode(
                    CodedClass(name: "CryptoOddNote"), object.properties.filter { keys.contains($0.key) })
                let file = try Self.coder.encode(ModelNode.object(part))
                let shown = Self.shown { _ = try Self.coder.decode(CryptoOddNote.self, from: file) }
                #expect(shown.contains(keys[0]), "\(shown)")
                for secret in ["hidden", "987654", "456789"] { #expect(!shown.contains(secret), "\(shown)") }
                // The same without encryption, to see that there is something to hide.
                let plain = Self.shown {
                    _ = try KeyedArchive().decode(
                        CryptoOddNote.self, from: KeyedArchive().encode(ModelNode.object(part)))
                }
                #expect(plain != "no error")
                if keys != ["text"] {
                    #expect(["hidden", "987654", "456789"].contains { plain.contains($0) }, "\(plain)")
                }
            }
        }
    }

    @Test("A foreign error of the program's, while it reads or writes, is told without its text")
    func foreign() throws {
        struct Leak: Error { let text = "hidden in a foreign error" }
        let writing = Self.shown { _ = try Self.coder.encode { _ in throw Leak() } }
        let file = try Self.coder.encode(1)
        let reading = Self.shown { try Self.coder.decode(from: file) { _ in throw Leak() } }
        for shown in [writing, reading] {
            #expect(shown.contains("underlying") && !shown.contains("hidden"), "\(shown)")
        }
    }

    @Test("A password doesn't show itself, nor the format that has it")
    func passwords() throws {
        let password = CryptoPassword("open sesame")
        let key = try CryptoPassword(key: Array("a key of thirty-two bytes, ascii".utf8))
        for value in [password, key, CryptoCoder(password), CryptoCoder(key), [password], Optional(key) as Any] as [Any]
        {
            var text = "\(value) \(String(reflecting: value))"
            dump(value, to: &text)
            #expect(!text.contains("sesame") && !text.contains("thirty"), "\(text)")
        }
        let missing = Self.shown { _ = try CryptoCoder.cheap("").encode(1) }
        #expect(!missing.contains("sesame"))
    }

    @Test("The file's name and class are all that a failed decryption tells")
    func failure() throws {
        try withCrypto(Self.coder) {
            let folder = try TemporaryFolder()
            try CryptoNote("hidden").write(toFile: folder.file("a"), format: .cryptoCoding)
            let shown = CryptoCoder.withPassword(CryptoPassword("wrong sesame")) {
                Self.shown { _ = try CryptoNote.load(fromFile: folder.file("a")) }
            }
            #expect(
                shown.contains(folder.file("a")) && !shown.contains("sesame") && !shown.contains("hidden"), "\(shown)")
        }
    }
}
