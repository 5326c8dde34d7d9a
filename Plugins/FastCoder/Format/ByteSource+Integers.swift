import FormatSupport

extension ByteSource {
    /// An integer, its least significant byte first, at an offset that need not be aligned.
    ///
    /// The caller has checked that it begins within the file. Up to eight bytes may be read behind the end, where there
    /// are zeros.
    @inline(__always)
    func integer<Integer: FixedWidthInteger>(at offset: Int, _: Integer.Type) -> Int {
        Int(truncatingIfNeeded: raw(at: offset, Integer.self))
    }

    @inline(__always)
    func raw<Integer: FixedWidthInteger>(at offset: Int, _: Integer.Type) -> Integer {
        // Within the file or its padding, by the caller's word.
        unsafe Integer(littleEndian: UnsafeRawPointer(base + offset).loadUnaligned(as: Integer.self))
    }

    @inline(__always)
    func double(at offset: Int) -> Double {
        Double(bitPattern: raw(at: offset, UInt64.self))
    }
}
