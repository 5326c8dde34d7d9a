import FormatSupport
import Foundation
import PropertyListCodec

/// An encrypted file, taken apart: a keyed archive whose root is a `CryptoArchive`. Nothing of it is authenticated yet.
struct CryptoContainer {
    /// The property list, in binary.
    let content: Data
    let version: Double
    let className: String
    let iv: [UInt8]
    let salt: [UInt8]
    /// Where the encrypted bytes stand in `content`.
    let cypher: Range<Int>
    /// From version 3 on: what it is encrypted with.
    let cipher: String?
    /// From version 3 on: how the key is derived.
    let derivation: KeyMethod?

    /// Longer names are no class's. What is longer in other fields is no salt and no nonce.
    static let longest = 1024

    /// Nil where the content is no such file, or a damaged one.
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
        // The original takes one without a version for its own.
        version = try fields.number("version") ?? 2
        cipher = try fields.text("cipher", longest: Self.longest)
        derivation = try KeyMethod(fields)
    }

    /// Calls `body` with the encrypted bytes, and with what is authenticated besides them: all bytes before and behind.
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
    /// Which version's rules the file follows.
    enum Rules {
        case version1
        case version2
        case version3(KeyMethod)
        /// Of a version after those.
        case newer(Int)
    }

    /// Nil where the fields don't fit any.
    var rules: Rules? {
        switch version.rounded(.down) {
        // The original's test is the same.
        case 1: return .version1
        case 2: return .version2
        default: break
        }
        let isThird = cipher == KeyMethod.cipher && derivation != nil
        if version == 3, isThird, let derivation { return .version3(derivation) }
        // A later version names another cipher: where it says what version 3 does, one of the two was damaged.
        if version > 3, version < 1000, version == version.rounded(), !isThird { return .newer(Int(version)) }
        return nil
    }
}
