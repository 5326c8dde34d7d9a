/// A field of an encrypted file's head.
enum CryptoField {
    case data([UInt8])
    /// As the original writes what it made: an object of class NSMutableData.
    case mutableData([UInt8])
    case text(String)
    case integer(Int)
    case real(Double)
}
