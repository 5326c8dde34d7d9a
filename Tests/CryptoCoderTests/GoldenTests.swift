import Foundation
import ModelCore
import TestSupport
import Testing

@testable import CryptoCoder

@Suite("Files that the original wrote")
struct GoldenTests {
    @Test("They hold what the original put into them", arguments: GoldenFile.all)
    func reads(_ file: GoldenFile) throws {
        let coder = CryptoCoder(file.password, cost: .cheap)
        let node = try coder.decode(ModelNode.self, from: file.content)
        let expected = try KeyedArchive().decode(ModelNode.self, from: Data(file.bytes("plaintext")))
        #expect(try KeyedArchive().encode(node) == KeyedArchive().encode(expected))
        #expect(coder.detect(file.content) == .certain(.cryptoCoding))
    }

    @Test("Their fields and keys are those that it had", arguments: GoldenFile.all)
    func fields(_ file: GoldenFile) throws {
        let container = try #require(CryptoContainer(file.content))
        #expect(container.iv == file.bytes("iv"))
        #expect(container.salt == file.bytes("salt"))
        #expect(Array(container.content[container.cypher]) == file.bytes("cypher"))
        #expect("\(Int(container.version))" == file.facts["version"])
        let password = SecretBytes((file.facts["password"] ?? "").utf8)
        let key =
            container.version == 1
            ? try KeyDerivation.repeatedMD5(password, salt: container.salt)
            : try KeyDerivation.pbkdf2(password, salt: container.salt)
        #expect(key.withBytes { unsafe Array($0) } == file.bytes("key"))
    }

    @Test("Their models are made, with cycles and shared objects")
    func models() throws {
        try withCrypto {
            let file = GoldenFile("v2_list_cycle_shared")
            let list = try CryptoCoder(file.password, cost: .cheap).decode(CCListModel.self, from: file.content)
            #expect(list.title == "Todo")
            #expect(
                list.items.map(\.label) == [
                    "Do washing", "Mow lawn", "Write an open source library", "Feed the cat", "Do washing",
                ])
            #expect(list.items.map(\.checked) == [false, true, false, false, false])
            #expect(list.items[4] === list.items[0])
            #expect(list.items.allSatisfy { $0.list === list })
            let small = GoldenFile("v1_nil_property")
            #expect(
                try CryptoCoder(small.password, cost: .cheap).decode(CCSmallModel.self, from: small.content).text == nil
            )
        }
    }

    @Test("As XML they are read, too", arguments: GoldenFile.all)
    func xml(_ file: GoldenFile) throws {
        let facts = file.facts
        let data = { (key: String) in "<data>\(Data(file.bytes(key)).base64EncodedString())</data>" }
        let uid = { (number: Int) in "<dict><key>CF$UID</key><integer>\(number)</integer></dict>" }
        let text = """
            <?xml version="1.0" encoding="UTF-8"?><plist version="1.0"><dict>
            <key>$archiver</key><string>NSKeyedArchiver</string><key>$version</key><integer>100000</integer>
            <key>$top</key><dict><key>root</key>\(uid(1))</dict><key>$objects</key><array><string>$null</string>
            <dict><key>$class</key>\(uid(2))<key>iv</key>\(data("iv"))<key>salt</key>\(data("salt"))<key>cypher</key>\(data("cypher"))
            <key>version</key><real>\(facts["version"] ?? "")</real><key>className</key><string>CCList</string></dict>
            <dict><key>$classname</key><string>CryptoArchive</string></dict></array></dict></plist>
            """
        let coder = CryptoCoder(file.password, cost: .cheap)
        let content = Data(text.utf8)
        #expect(coder.detect(content)?.format == .cryptoCoding)
        let node = try coder.decode(ModelNode.self, from: content)
        #expect(
            try KeyedArchive().encode(node) == KeyedArchive().encode(coder.decode(ModelNode.self, from: file.content)))
    }

    @Test(
        "A wrong password, a cut file and any flipped bit are the same error or a value, and nothing is half read",
        arguments: GoldenFile.all)
    func damage(_ file: GoldenFile) throws {
        let coder = CryptoCoder(file.password, cost: .cheap)
        for number in 0..<300 {
            let other = CryptoCoder(CryptoPassword("wrong \(number)"), cost: .cheap)
            #expect(errorCode { try other.decode(ModelNode.self, from: file.content) } == .authenticationFailed)
        }
        for length in 0..<file.content.count {
            #expect(
                errorCode { try coder.decode(ModelNode.self, from: file.content.prefix(length)) }
                    == .authenticationFailed)
        }
        var refused = 0
        for index in file.content.indices {
            var damaged = file.content
            damaged[index] ^= 1 << UInt8(index % 8)
            do {
                _ = try coder.decode(ModelNode.self, from: damaged)
            } catch let error as ModelError {
                refused += 1
                #expect([.authenticationFailed, .newerVersion].contains(error.code), "\(error)")
            }
        }
        // What is left: bytes of the head that say nothing, and bits of the content, which version 2 doesn't protect.
        #expect(refused > file.content.count / 2)
    }

    @Test("A format for version 3 alone refuses them", arguments: GoldenFile.all)
    func version3Only(_ file: GoldenFile) {
        let coder = CryptoCoder(file.password, cost: .cheap, reading: .version3)
        #expect(errorCode { try coder.decode(ModelNode.self, from: file.content) } == .authenticationFailed)
    }

    @Test("Version 2 is written as the original lays it out: with its keys, classes and kinds of values")
    func writesVersion2() throws {
        try withCrypto {
            let password = CryptoPassword("pässwörd")
            let content = try CryptoCoder(password, writing: .insecureVersion2).encode(CryptoNote("hello", number: 3))
            let own = try KeyedArchive().decode(ModelNode.self, from: content)
            let golden = try KeyedArchive().decode(ModelNode.self, from: GoldenFile("v2_list").content)
            for key in ["iv", "salt", "cypher", "className", "version"] {
                #expect(own[key]?.kind == golden[key]?.kind, "\(key)")
            }
            #expect(own["version"]?.scalar == .double(2))
            #expect(own["className"]?.stringValue == "CryptoNote")
            #expect(own["iv"]?["NS.data"] != nil || own["iv"]?.kind == .data)
            #expect(try CryptoCoder(password, cost: .cheap).decode(CryptoNote.self, from: content).number == 3)
            // The original unarchives what it has decrypted.
            let container = try #require(CryptoContainer(content))
            #expect(container.iv.count == 16 && container.salt.count == 8)
        }
    }
}
