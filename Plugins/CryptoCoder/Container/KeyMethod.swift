import FormatSupport
import PropertyListCodec

/// The method that derives the key of a version 3 file. The file's fields name the method.
enum KeyMethod: Hashable {
    /// scrypt, from a password.
    case scrypt(ScryptCost)
    /// HKDF, from a key that the program supplies.
    case hkdf

    /// The name of version 3's cipher.
    static let cipher = "AES-256-GCM"
    static let saltSize = 16
    static let hkdfInfo = "CryptoArchive 3"

    private static let scryptName = "scrypt"
    private static let hkdfName = "HKDF-SHA256"

    /// Returns nil if the file names no method or an unknown method, or if it lacks a parameter of the method.
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

    /// The fields that store the method and its parameters in a file.
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
