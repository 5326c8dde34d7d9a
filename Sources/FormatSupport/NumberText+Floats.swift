extension NumberText {
    /// True where the float nearest to a numeral may be another one than the float nearest to the double nearest to it: then the numeral
    /// has to be read again.
    @inlinable
    @inline(__always)
    public static func mayRoundTwice(_ value: Double) -> Bool {
        // Halfway between two floats, or among those that have fewer digits.
        value.bitPattern & 0x1FFF_FFFF == 0x1000_0000 || value.magnitude < Double(Float.leastNormalMagnitude)
    }
}
