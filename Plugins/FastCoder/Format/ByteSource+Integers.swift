import FormatSupport

extension ByteSource {
    /// Returns the integer at an offset, with its least significant byte first. The offset need not be aligned.
    ///
    /// The caller has checked that the integer begins within the file. Up to eight bytes may be read after the file's
    /// end, where there are zeros.
    @inline(__always)
    func integer<Integer: FixedWidthInteger>(at offset: Int, _: Integer.Type) -> Int {
        Int(truncatingIfNeeded: raw(at: offset, Integer.self))
    }

    @inline(__always)
    func raw<Integer: FixedWidthInteger>(at offset: Int, _: Integer.Type) -> Integer {
        // The caller has checked that the bytes are within the file or its padding.
        unsafe Integer(littleEndian: UnsafeRawPointer(base + offset).loadUnaligned(as: Integer.self))
    }

    @inline(__always)
    func double(at offset: Int) -> Double {
        Double(bitPattern: raw(at: offset, UInt64.self))
    }
}
