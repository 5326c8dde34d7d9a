import CryptoCoder
import Foundation
import ModelCore

/// What encrypting costs: the people as a keyed archive, plain and encrypted.
public struct CryptoWorkload {
    public static let name = "crypto/people/encode"
    /// How many times the time of AES-GCM alone encrypting may take, beyond the archive and one derivation of the key.
    public static let limit = 1.5

    private let people: People
    private let coder: CryptoCoder
    /// The size of the plain archive.
    public let byteCount: Int

    /// Derives the key, once.
    public init(count: Int = PeopleWorkload.count) throws {
        let record = PeopleRecord.generated(count: count)
        people = People(record)
        coder = CryptoCoder(CryptoPassword("a password that nobody knows"))
        byteCount = try KeyedArchive().encode(people).count
        let back = try coder.decode(People.self, from: coder.encode(people))
        try WrongResult.check(back.record == record, "The encrypted archive")
    }

    public func encodePlain() throws -> Data { try KeyedArchive().encode(people) }
    public func encodeEncrypted() throws -> Data { try coder.encode(people) }
}
