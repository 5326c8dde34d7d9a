import CFuzzing
import CryptoCoder
import Foundation
import ModelCore

/// Encrypted files around any bytes: archives that were damaged before they were encrypted.
enum SealedArchive {
    private static let key = [UInt8](1...32)
    private static let salt = [UInt8](repeating: 7, count: 16)
    private static let nonce = [UInt8](repeating: 9, count: 12)

    /// Files of a key of our own, which costs no derivation; and the golden ones, with their password.
    static let provider: CryptoCoder = {
        let own = try? CryptoPassword(key: key)
        return CryptoCoder(cost: ScryptCost(n: 2), limits: CryptoLimits(memory: 1 << 20, work: 0.001)) { request in
            request.className.isEmpty || request.className.hasPrefix("Contract") ? own : CryptoPassword("password")
        }
    }()

    /// An encrypted file with these bytes inside.
    static func file(of archive: [UInt8]) throws -> Data {
        // What is to be found again in the file, and as long as what takes its place.
        let mark = Data((0..<archive.count + 16).map { UInt8(truncatingIfNeeded: $0 &* 181 &+ 77) })
        let fields: [(String, ModelScalar)] = [
            ("cypher", .data(mark)), ("iv", .data(Data(nonce))), ("salt", .data(Data(salt))),
            ("className", .string("")),
            ("version", .double(3)), ("cipher", .string("AES-256-GCM")), ("kdf", .string("HKDF-SHA256")),
        ]
        var builder = DocumentBuilder()
        try builder.beginObject(CodedClass(name: "CryptoArchive", superclassNames: ["NSObject"]))
        for (key, value) in fields {
            try builder.key(key)
            try builder.append(value)
        }
        try builder.end()
        let file = [UInt8](try KeyedArchive().encode(builder.finish()))
        guard let place = Data(file).range(of: mark) else {
            throw ModelError(.corruptData, "The mark isn't in the file.")
        }
        var sealed = [UInt8](repeating: 0, count: archive.count + 16)
        let (head, tail) = ([UInt8](file[..<place.lowerBound]), [UInt8](file[place.upperBound...]))
        let status = unsafe fuzzing_seal(
            key, salt, salt.count, "CryptoArchive 3", nonce, head, head.count, tail, tail.count, archive, archive.count,
            &sealed)
        guard status == 1 else { throw ModelError(.corruptData, "It can't be encrypted.") }
        return Data(head + sealed + tail)
    }
}
