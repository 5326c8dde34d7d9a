extension UInt64 {
    /// Sixteen hexadecimal digits. Their order as text is the order of the numbers.
    package var hexadecimal: String {
        let digits = String(self, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// Computes the FNV-1a digest of bytes. The digest is the same in every run.
    package init(digestOf bytes: some Sequence<UInt8>) {
        self = bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }
}
