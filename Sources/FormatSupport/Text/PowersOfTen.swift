import Synchronization

/// The 128 leading bits of the powers of ten. Both conversions between decimal text and floating point multiply by
/// them.
///
/// A power of ten and the power of five of the same exponent have the same leading bits. The table is computed
/// exactly, once, in a few microseconds. This code is shorter and easier to check than 1,300 literals.
enum PowersOfTen {
    /// The exponents in the table. Parsing needs -342...308, printing needs -292...324.
    static let exponents = -342...324

    private static let words = 15

    /// Returns the 128 leading bits of 10 to the `exponent`. They are truncated, not rounded. The top bit is set. The
    /// table must have been computed.
    @inline(__always)
    static func leadingBits(_ exponent: Int) -> (high: UInt64, low: UInt64) {
        // The callers keep to the exponents of the floating-point formats.
        guard exponents.contains(exponent), let table = unsafe table else { preconditionFailure() }
        let words = unsafe table + (exponent &- exponents.lowerBound) &* 2
        return unsafe (words[0], words[1])
    }

    /// The address of the words of all powers. 0 before they are computed.
    ///
    /// A static property that is computed on first use would call the runtime for each number.
    private static let address = Atomic<UInt>(0)

    @inline(__always)
    private static var table: UnsafePointer<UInt64>? {
        unsafe UnsafePointer(bitPattern: address.load(ordering: .acquiring))
    }

    /// True once the table is computed.
    @inline(__always)
    static var areComputed: Bool { unsafe table != nil }

    /// Computes the table, which is kept as long as the program runs.
    @inline(never)
    static func compute() {
        let words = computedWords()
        let made = UnsafeMutablePointer<UInt64>.allocate(capacity: words.count)
        unsafe made.initialize(from: words, count: words.count)
        let isFirst = address.compareExchange(
            expected: 0, desired: UInt(bitPattern: made), ordering: .acquiringAndReleasing
        ).exchanged
        // If another thread was faster, its table is used.
        if !isFirst { unsafe made.deallocate() }
    }

    private static func computedWords() -> [UInt64] {
        var table = [UInt64](repeating: 0, count: exponents.count * 2)
        func store(_ number: [UInt64], _ exponent: Int) {
            let (high, low) = leading(number)
            let index = (exponent - exponents.lowerBound) * 2
            table[index] = high
            table[index + 1] = low
        }
        var power = [UInt64](repeating: 0, count: words)
        power[0] = 1
        for exponent in 0...exponents.upperBound {
            store(power, exponent)
            multiplyByFive(&power)
        }
        // 2^959 / 5^n. Truncating after each division gives the same quotient as truncating once. After division by
        // 5^342, more than 128 bits are left.
        var quotient = [UInt64](repeating: 0, count: words)
        quotient[words - 1] = 1 << 63
        for exponent in 1...(-exponents.lowerBound) {
            divideByFive(&quotient)
            store(quotient, -exponent)
        }
        return table
    }

    private static func multiplyByFive(_ number: inout [UInt64]) {
        var carry: UInt64 = 0
        for index in number.indices {
            let product = number[index].multipliedFullWidth(by: 5)
            let (sum, overflow) = product.low.addingReportingOverflow(carry)
            number[index] = sum
            carry = product.high &+ (overflow ? 1 : 0)
        }
    }

    private static func divideByFive(_ number: inout [UInt64]) {
        var remainder: UInt64 = 0
        for index in number.indices.reversed() {
            let (quotient, rest) = UInt64(5).dividingFullWidth((remainder, number[index]))
            number[index] = quotient
            remainder = rest
        }
    }

    private static func leading(_ number: [UInt64]) -> (UInt64, UInt64) {
        let top = number.lastIndex { $0 != 0 } ?? 0
        func word(_ index: Int) -> UInt64 { index >= 0 ? number[index] : 0 }
        let shift = UInt64(number[top].leadingZeroBitCount)
        guard shift > 0 else { return (word(top), word(top - 1)) }
        let back = 64 - shift
        return (word(top) << shift | word(top - 1) >> back, word(top - 1) << shift | word(top - 2) >> back)
    }
}
