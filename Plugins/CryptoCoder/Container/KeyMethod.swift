import FormatSupport
import PropertyListCodec

/// How the key of a version 3 file is made, as the file's head says it.
enum KeyMethod: Hashable {
    /// From a password.
    case scrypt(ScryptCost)
    /// From a key of the program's.
    case hkdf

    /// What version 3 is encrypted with.
    static let cipher = "AES-256-GCM"
    static let saltSize = 16
    static let hkdfInfo = "CryptoArchive 3"

    private static let scryptName = "scrypt"
    private static let hkdfName = "HKDF-SHA256"

    /// Nil where the file has no such field, or another method.
    init?(_ fields: CryptoFields) throws(PropertyListError) {
        switch try fields.text("kdf", longest: 64) {
        case Self.hkdfName: self = .hkdf
        case Self.scryptName:
            guard let n = try fields.integer("n"), let r = try fields.integer("r"), let p = try fields.integer("p")
            else {
                return nil
            }
            self = .scrypt(ScryptCost(n: n, r: r, p: p))
        default: return nil
        }
    }

    /// The fields that say it.
    var fields: [(key: String, value: CryptoField)] {
        switch self {
        case .hkdf: [("kdf", .text(Self.hkdfName))]
        case .scrypt(let cost):
            [
                ("kdf", .text(Self.scryptName)), ("n", .integer(cost.n)), ("r", .integer(cost.r)),
                ("p", .integer(cost.p)),
            ]
        }
    }
}
