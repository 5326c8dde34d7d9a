import Foundation
import ModelCore
import TestSupport
import Testing

@testable import CryptoCoder

@Suite("What libcrypto is asked for gives the published answers")
struct PrimitiveTests {
    private func bytes(_ secret: SecretBytes) -> [UInt8] { secret.withBytes { unsafe Array($0) } }

    @Test("PBKDF2 with SHA-1", .enabled(if: SharedFixtures.arePresent, "The corpora aren't beside the project"))
    func pbkdf2() throws {
        let tests = try Fixtures.vectors("pbkdf2_hmacsha1_test.json")
        #expect(tests.count > 50)
        for test in tests {
            let rounds = test["iterationCount"] as? Int ?? 0
            // A million rounds prove nothing more.
            guard rounds <= 20_000 else { continue }
            let key = try KeyDerivation.pbkdf2(
                SecretBytes(Hex.bytes(test["password"] as? String ?? "")),
                salt: Hex.bytes(test["salt"] as? String ?? ""),
                rounds: Int32(rounds), count: test["dkLen"] as? Int ?? 0)
            #expect(Hex.text(bytes(key)) == test["dk"] as? String, "\(test["tcId"] ?? "")")
        }
    }

    @Test("AES-128-CBC with padding", .enabled(if: SharedFixtures.arePresent, "The corpora aren't beside the project"))
    func cbc() throws {
        let tests = try Fixtures.vectors("aes_cbc_pkcs5_test.json").filter { $0["keySize"] as? Int == 128 }
        #expect(tests.count > 50)
        for test in tests {
            let field = { (name: String) in Hex.bytes(test[name] as? String ?? "") }
            let key = SecretBytes(field("key"))
            let (message, cypher) = (field("msg"), field("ct"))
            var plain = [UInt8](repeating: 0, count: cypher.count)
            let count = try unsafe cypher.withUnsafeBufferPointer { cypher in
                try unsafe plain.withUnsafeMutableBufferPointer {
                    try OldCipher.open(cypher, into: $0, key: key, iv: field("iv"))
                }
            }
            if test["result"] as? String == "valid" {
                #expect(count.map { Array(plain.prefix($0)) } == message, "\(test["tcId"] ?? "")")
                var back = message + [UInt8](repeating: 0, count: OldCipher.paddingCount(message.count))
                try unsafe back.withUnsafeMutableBufferPointer {
                    try OldCipher.seal($0, plainCount: message.count, key: key, iv: field("iv"))
                }
                #expect(back == cypher, "\(test["tcId"] ?? "")")
            } else {
                #expect(count == nil, "\(test["tcId"] ?? "")")
            }
        }
    }

    @Test("AES-256-GCM, with the test cases 14 and 16 of McGrew and Viega's specification")
    func gcm() throws {
        let cases = [
            (
                key: "0000000000000000000000000000000000000000000000000000000000000000", iv: "000000000000000000000000",
                plain: "00000000000000000000000000000000", context: "",
                cypher: "cea7403d4d606b6e074ec5d3baf39d18d0d1c8a799996bf0265b98b5d48ab919"
            ),
            (
                key: "feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308", iv: "cafebabefacedbaddecaf888",
                plain:
                    "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a721c3c0c95956809532fcf0e2449a6b525"
                    + "b16aedf5aa0de657ba637b39",
                context: "feedfacedeadbeeffeedfacedeadbeefabaddad2",
                cypher:
                    "522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa8cb08e48590dbb3da7b08b1056828838"
                    + "c5f61e6393ba7a0abcc9f66276fc6ece0f4e1768cddf8853bb2d551b"
            ),
        ]
        for test in cases {
            let plain = Hex.bytes(test.plain)
            // The context comes in two parts, as a file's head and tail.
            let context = Hex.bytes(test.context)
            let (head, tail) = (Array(context.prefix(7)), Array(context.dropFirst(7)))
            var cypher = plain + [UInt8](repeating: 0, count: 16)
            var opened = [UInt8](repeating: 0, count: plain.count)
            let key = SecretBytes(Hex.bytes(test.key))
            let isOpen = try unsafe head.withUnsafeBufferPointer { head in
                try unsafe tail.withUnsafeBufferPointer { tail in
                    try unsafe cypher.withUnsafeMutableBufferPointer {
                        try AuthenticatedCipher.seal(
                            $0, key: key, nonce: Hex.bytes(test.iv), head: head, tail: tail)
                    }
                    return try unsafe cypher.withUnsafeBufferPointer { cypher in
                        try unsafe opened.withUnsafeMutableBufferPointer {
                            try AuthenticatedCipher.open(
                                cypher, into: $0, key: key, nonce: Hex.bytes(test.iv), head: head, tail: tail)
                        }
                    }
                }
            }
            #expect(Hex.text(cypher) == test.cypher)
            #expect(isOpen && opened == plain)
        }
    }

    @Test("scrypt, with the vectors of RFC 7914")
    func scrypt() throws {
        let key = try KeyDerivation.scrypt(
            SecretBytes("pleaseletmein".utf8), salt: Array("SodiumChloride".utf8),
            cost: ScryptCost(n: 16384, r: 8, p: 1))
        #expect(Hex.text(bytes(key)) == "7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2")
        let other = try KeyDerivation.scrypt(
            SecretBytes("password".utf8), salt: Array("NaCl".utf8), cost: ScryptCost(n: 1024, r: 8, p: 16))
        #expect(Hex.text(bytes(other)) == "fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b373162")
    }

    @Test("HKDF, with the third vector of RFC 5869, which has neither salt nor info")
    func hkdf() throws {
        let key = try KeyDerivation.hkdf(
            SecretBytes([UInt8](repeating: 0x0B, count: 22)), salt: [], info: "", count: 42)
        #expect(
            Hex.text(bytes(key))
                == "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8")
    }

    @Test(
        "The openssl command derives the same keys, and decrypts version 2",
        .enabled(if: OpenSSLCommand.path != nil, "There is no openssl command"))
    func command() throws {
        let password = "a pass word"
        let content = try withCrypto {
            try CryptoCoder(CryptoPassword(password), writing: .insecureVersion2).encode(CryptoNote("seen by openssl"))
        }
        let container = try #require(CryptoContainer(content))
        let key = try OpenSSLCommand.derive(
            "PBKDF2", count: 16,
            ["digest:SHA1", "pass:\(password)", "hexsalt:\(Hex.text(container.salt))", "iter:1024"])
        let plain = try OpenSSLCommand.run(
            ["enc", "-d", "-aes-128-cbc", "-K", Hex.text(key), "-iv", Hex.text(container.iv)],
            input: container.content[container.cypher])
        let node = try KeyedArchive().decode(ModelNode.self, from: plain)
        #expect(node["text"]?.stringValue == "seen by openssl")

        let salt: [UInt8] = Array(0..<16)
        let scrypt = try OpenSSLCommand.derive(
            "SCRYPT", count: 32, ["pass:\(password)", "hexsalt:\(Hex.text(salt))", "n:1024", "r:8", "p:1"])
        #expect(
            try bytes(KeyDerivation.scrypt(SecretBytes(password.utf8), salt: salt, cost: ScryptCost(n: 1024))) == scrypt
        )
        let hkdf = try OpenSSLCommand.derive(
            "HKDF", count: 32,
            ["digest:SHA256", "hexkey:\(Hex.text(scrypt))", "hexsalt:\(Hex.text(salt))", "info:\(KeyMethod.hkdfInfo)"])
        #expect(
            try bytes(KeyDerivation.hkdf(SecretBytes(scrypt), salt: salt, info: KeyMethod.hkdfInfo)) == hkdf)
    }

    @Test(
        "Version 1's key is what openssl's MD5 of MD5 gives, also of a long password",
        .enabled(if: OpenSSLCommand.path != nil, "There is no openssl command"))
    func md5() throws {
        for password in ["pw", "a password that is longer than one block of MD5 with its salt, which has eight bytes"] {
            let salt: [UInt8] = [1, 2, 3, 4, 5, 6, 7, 8]
            var expected = Array(password.utf8) + salt
            expected += [UInt8](repeating: 0, count: max(0, 16 - expected.count))
            let first = try OpenSSLCommand.run(["dgst", "-md5", "-binary"], input: Data(expected))
            let own = try KeyDerivation.repeatedMD5(SecretBytes(password.utf8), salt: salt, rounds: 1)
            #expect(bytes(own) == Array(first))
            let second = try OpenSSLCommand.run(["dgst", "-md5", "-binary"], input: first)
            #expect(
                try bytes(KeyDerivation.repeatedMD5(SecretBytes(password.utf8), salt: salt, rounds: 2)) == Array(second)
            )
        }
    }
}
