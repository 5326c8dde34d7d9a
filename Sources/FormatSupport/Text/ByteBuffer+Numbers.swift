// Numbers as decimal text, written straight into the buffer.

extension ByteBuffer {
    /// Appends an integer's decimal digits.
    public mutating func appendText(_ value: Int64) {
        if value < 0 { append(UInt8(ascii: "-")) }
        appendText(value.magnitude)
    }

    /// Appends an integer's decimal digits.
    public mutating func appendText(_ value: UInt64) {
        if value < 10 { return append(0x30 &+ UInt8(truncatingIfNeeded: value)) }
        let count = NumberText.digitCount(value)
        // Room for the longest; NumberText writes `count` bytes, which is at most that.
        append(room: 20) { room in
            guard let start = room.baseAddress else { return 0 }
            unsafe NumberText.write(value, count, to: start)
            return count
        }
    }

    /// Appends a number in the shortest form that is read back as the same bits: `0.1`, `-0.0`, `1.0`, `1e+21`,
    /// `5e-324`.
    ///
    /// A finite number always has a point or an exponent, so that it isn't mistaken for an integer. The infinities
    /// are written as `inf` and `-inf`, and a NaN as `nan`.
    public mutating func appendText(_ value: Double) {
        guard value.isFinite else { return appendNonFinite(isNaN: value.isNaN, isNegative: value.sign == .minus) }
        appendText(ShortestDecimal(magnitudeOf: value), isNegative: value.sign == .minus)
    }

    /// Appends a number in the shortest form that is read back as the same float. The notation is that of a double.
    public mutating func appendText(_ value: Float) {
        guard value.isFinite else { return appendNonFinite(isNaN: value.isNaN, isNegative: value.sign == .minus) }
        appendText(ShortestDecimal(magnitudeOf: value), isNegative: value.sign == .minus)
    }

    private mutating func appendNonFinite(isNaN: Bool, isNegative: Bool) {
        append(isNaN ? "nan" : isNegative ? "-inf" : "inf")
    }

    @inline(__always)
    private mutating func appendText(_ decimal: ShortestDecimal, isNegative: Bool) {
        // At most: sign, "0.", 5 zeros, 17 digits; or sign, 17 digits, point, "e-324"; or 21 digits and ".0".
        append(room: 40) { room in
            guard let start = room.baseAddress else { return 0 }
            if isNegative { unsafe start.pointee = UInt8(ascii: "-") }
            let signs = isNegative ? 1 : 0
            return unsafe signs + NumberText.write(decimal, to: start + signs)
        }
    }
}
