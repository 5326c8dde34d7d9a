import FormatSupport
import Foundation
import ModelCore
import TestSupport
import Testing

@testable import CryptoCoder

@Suite("A file that isn't the one that was saved is one error")
struct TamperTests {
    static let password = "tamper"

    static func file(_ text: String = "some text", _ coder: CryptoCoder = .cheap(password)) throws -> Data {
        try withCrypto { try coder.encode(CryptoNote(text, number: 7)) }
    }

    static func code(_ content: Data, _ coder: CryptoCoder = .cheap(password)) -> ModelError.Code? {
        withCrypto { errorCode { try coder.decode(CryptoNote.self, from: content, as: .cryptoCoding) } }
    }

    @Test("Every bit that is flipped, with a password and with a key")
    func bits() throws {
        let key = CryptoCoder(try CryptoPassword(key: [UInt8](repeating: 9, count: 32)))
        for coder in [CryptoCoder.cheap(Self.password), key] {
            let file = try Self.file("some text", coder)
            #expect(Self.code(file, coder) == nil)
            for bit in 0..<file.count * 8 {
                var damaged = file
                damaged[bit / 8] ^= 1 << UInt8(bit % 8)
                let code = Self.code(damaged, coder)
                if code != .authenticationFailed {
                    Issue.record("bit \(bit % 8) of byte \(bit / 8) of \(file.count): \(code?.rawValue ?? "no error")")
                }
            }
        }
    }

    @Test("Every length that it is cut to, and bytes before, behind and within it")
    func lengths() throws {
        let file = try Self.file()
        for length in 0..<file.count { #expect(Self.code(file.prefix(length)) == .authenticationFailed) }
        for length in 1...40 { #expect(Self.code(file + Data(count: length)) == .authenticationFailed) }
        #expect(Self.code(Data([0]) + file) == .authenticationFailed)
        for place in stride(from: 0, to: file.count, by: 7) {
            #expect(Self.code(file.prefix(place) + [0] + file.dropFirst(place)) == .authenticationFailed)
        }
    }

    @Test("A head with another file's content, or the other way round")
    func heads() throws {
        // The same password, and so the same key and salt; the same length.
        let (one, two) = (try Self.file("text one!"), try Self.file("text two!"))
        let (first, second) = (try #require(CryptoContainer(one)), try #require(CryptoContainer(two)))
        #expect(first.salt == second.salt && first.cypher == second.cypher && first.iv != second.iv)
        var mixed = one
        mixed.replaceSubrange(first.cypher, with: two[second.cypher])
        #expect(Self.code(mixed) == .authenticationFailed)
    }

    @Test("Any field of the head that is replaced")
    func fields() throws {
        let file = try Self.file()
        for (old, new) in [
            ("CryptoNote", "CryptoNota"), ("AES-256-GCM", "AES-256-GCN"), ("scrypt", "script"), ("salt", "sale"),
        ] {
            let range = try #require(file.range(of: Data(old.utf8)))
            var damaged = file
            damaged.replaceSubrange(range, with: Data(new.utf8))
            #expect(Self.code(damaged) == .authenticationFailed, "\(new)")
        }
    }

    @Test("A file of version 3 that says it is of version 1 or 2")
    func downgrade() throws {
        let file = try Self.file()
        let bytes = { (value: Double) in
            Data((0..<8).map { UInt8(truncatingIfNeeded: value.bitPattern >> UInt64(56 - 8 * $0)) })
        }
        let range = try #require(file.range(of: bytes(3)))
        for version in [1.0, 2.0, 0.0, -1, 2.5, 6, 12, .infinity, .nan] {
            var damaged = file
            damaged.replaceSubrange(range, with: bytes(version))
            #expect(Self.code(damaged) == .authenticationFailed, "\(version)")
        }
    }

    @Test("A file of a later version says so")
    func newerVersion() throws {
        let fields: [(key: String, value: CryptoField)] = [
            ("iv", .data([])), ("salt", .data([])), ("className", .text("CryptoNote")), ("version", .real(4)),
            ("cipher", .text("Something-Newer")),
        ]
        let file = try unencryptedContainer(fields, count: 16)
        #expect(CryptoCoder().detect(file) == .certain(.cryptoCoding))
        #expect(Self.code(file) == .newerVersion)
    }

    @Test("Other files: nothing, garbage, an archive that isn't encrypted, other formats")
    func others() throws {
        let plain = try withCrypto { try KeyedArchive().encode(CryptoNote("plain")) }
        for content in [Data(), Data([0]), Data("bplist00".utf8), Data("{}".utf8), plain, Data(count: 1000)] {
            #expect(Self.code(content) == .authenticationFailed)
        }
    }

    @Test("A file of another format isn't encrypted, and the error says so without asking for a password")
    func plainFiles() throws {
        let plain = try withCrypto { try KeyedArchive().encode(CryptoNote("plain")) }
        for (content, name) in [(plain, "Keyed archive"), (try KeyedArchive().encode([1, 2]), "Keyed archive")] {
            let error = #expect(throws: ModelError.self) {
                try CryptoCoder { _ in
                    Issue.record("The password isn't needed.")
                    return nil
                }.decode(ModelNode.self, from: content)
            }
            #expect(error?.code == .authenticationFailed)
            #expect(error?.reason == "The file isn't encrypted: its format is \(name).")
        }
        // What no format can read may have been encrypted.
        for content in [plain.prefix(100), Data("bplist00".utf8), Data()] {
            let error = #expect(throws: ModelError.self) {
                try CryptoCoder.cheap("any").decode(ModelNode.self, from: content, as: .cryptoCoding)
            }
            #expect(error?.reason.contains("password is wrong") == true, "\(error as Any)")
        }
    }

    @Test("A password instead of a key, and a key instead of a password")
    func kinds() throws {
        let key = CryptoCoder(try CryptoPassword(key: Array("tamper".utf8) + [UInt8](repeating: 0, count: 26)))
        #expect(Self.code(try Self.file(), key) == .authenticationFailed)
        #expect(Self.code(try Self.file("x", key)) == .authenticationFailed)
        let other = CryptoCoder(try CryptoPassword(key: [UInt8](repeating: 1, count: 32)))
        #expect(Self.code(try Self.file("x", key), other) == .authenticationFailed)
    }

    @Test("The error is the same to the letter, whatever was wrong")
    func message() throws {
        let file = try Self.file()
        var flipped = file
        flipped[20] ^= 1
        let texts = [file.prefix(100), flipped, Data(), file].map { content in
            let coder = content == file ? CryptoCoder.cheap("wrong") : .cheap(Self.password)
            do {
                _ = try coder.decode(ModelNode.self, from: content, as: .cryptoCoding)
                return "no error"
            } catch {
                return "\(error)"
            }
        }
        #expect(Set(texts).count == 1, "\(texts)")
    }
}

/// A file with these fields, and zeros in the place of what is encrypted.
func unencryptedContainer(_ fields: [(key: String, value: CryptoField)], count: Int) throws -> Data {
    let nothing = ByteBuffer()
    return try CryptoContainerWriter.file(fields, archive: nothing, extraCount: count) { _, _, _ in }
}
