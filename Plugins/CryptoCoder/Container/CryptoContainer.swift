import FormatSupport
import PropertyListCodec

/// The fields of an encrypted file: a keyed archive whose root is a `CryptoArchive`. They aren't authenticated yet.
struct CryptoContainer {
    /// The file as a binary property list.
    let content: Data
    let version: Double
    let className: String
    let iv: [UInt8]
    let salt: [UInt8]
    /// The range of the encrypted bytes in `content`.
    let cypher: Range<Int>
    /// The name of the cipher. Nil for files before version 3.
    let cipher: String?
    /// The method that derives the key. Nil for files before version 3, and for an unknown method.
    let derivation: KeyMethod?

    /// The largest size in bytes of a field other than the encrypted bytes. No class name, salt or nonce is longer.
    static let longest = 1024

    /// Returns nil if the content is no encrypted file, or if the file is damaged.
    init?(_ content: Data) {
        var content = content
        if !BinaryPropertyListReader.canRead(content.prefix(8)) {
            guard XMLPropertyList.canRead(content), let binary = try? XMLPropertyList.binary(from: ByteSource(content))
            else {
                return nil
            }
            content = binary
        }
        let read = content.withBytes { bytes -> CryptoContainer? in
            // The bytes outlive the reader, which doesn't leave this closure.
            guard let list = unsafe try? BinaryPropertyListReader(bytes: bytes) else {
                return nil
            }
            return try? CryptoContainer(content, CryptoFields(list))
        }
        guard let read else { return nil }
        self = read
    }

    private init?(_ content: Data, _ fields: CryptoFields) throws(PropertyListError) {
        guard let cypher = try fields.dataRange("cypher"), let iv = try fields.data("iv", longest: Self.longest),
            let salt = try fields.data("salt", longest: Self.longest)
        else { return nil }
        self.content = content
        self.cypher = cypher
        self.iv = iv
        self.salt = salt
        className = try fields.text("className", longest: Self.longest) ?? ""
        // The original library reads a file without a version as its version 2.
        version = try fields.number("version") ?? 2
        cipher = try fields.text("cipher", longest: Self.longest)
        derivation = try KeyMethod(fields)
    }

    /// Calls `body` with the encrypted bytes, and with all bytes before and after them. Version 3 authenticates these
    /// bytes, too.
    @safe
    func withParts<Result>(
        _ body: (
            _ cypher: UnsafeBufferPointer<UInt8>, _ head: UnsafeBufferPointer<UInt8>, _ tail: UnsafeBufferPointer<UInt8>
        ) throws -> Result
    ) rethrows -> Result {
        try content.withBytes { bytes in
            let (start, end) = (cypher.lowerBound, cypher.upperBound)
            return unsafe try body(bytes.part(cypher), bytes.part(0..<start), bytes.part(end..<bytes.count))
        }
    }
}

extension CryptoContainer {
    /// The rules by which a file is decrypted, which depend on its version.
    enum Rules {
        case version1
        case version2
        case version3(KeyMethod)
        /// A version that this library doesn't know yet.
        case newer(Int)
    }

    /// The rules of the file's version. Nil if the version and the other fields fit no rules.
    var rules: Rules? {
        switch version.rounded(.down) {
        // The original library also ignores the fraction of the version.
        case 1: return .version1
        case 2: return .version2
        default: break
        }
        let isThird = cipher == KeyMethod.cipher && derivation != nil
        if version == 3, isThird, let derivation { return .version3(derivation) }
        // A later version names another cipher. If the file names the cipher of version 3, its version or its cipher
        // was damaged.
        if version > 3, version < 1000, version == version.rounded(), !isThird { return .newer(Int(version)) }
        return nil
    }
}
