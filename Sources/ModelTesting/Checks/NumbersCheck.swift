import Foundation
import ModelCore

extension ContractCheck {
    /// The check of booleans, integers of every width, floats, doubles and decimals, at their edges.
    package static let numbers = ContractCheck("numbers", "Every number comes back to the bit, and of its own type.") {
        run in
        run.expectRoundTrip(true)
        run.expectRoundTrip(false)
        run.checkInteger(Int.self)
        run.checkInteger(Int8.self)
        run.checkInteger(Int16.self)
        run.checkInteger(Int32.self)
        run.checkInteger(Int64.self)
        run.checkInteger(UInt.self)
        run.checkInteger(UInt8.self)
        run.checkInteger(UInt16.self)
        run.checkInteger(UInt32.self)
        run.checkInteger(UInt64.self)
        // Around the largest integers that a double represents exactly, and around the limits of each width that a
        // format may choose.
        for shift in [7, 8, 15, 16, 24, 31, 32, 53, 62] {
            for offset in -1...1 {
                run.expectRoundTrip((1 << shift) + offset)
                run.expectRoundTrip(-(1 << shift) + offset)
            }
        }
        run.checkPowersOfTwo()
        run.expectRoundTrip(UInt64(Int64.max) + 1)
        run.checkReals()
        run.checkDecimals()
    }
}

extension ContractRun {
    fileprivate func checkInteger<Integer: FixedWidthInteger & ModelValue>(_ type: Integer.Type) {
        for value in [Integer.min, .max, 0, 1, 100, Integer.max - 1, Integer.min + 1] { expectRoundTrip(value) }
    }

    fileprivate func checkPowersOfTwo() {
        var (signed, unsigned): ([Int], [UInt64]) = ([], [])
        for shift in 0..<63 {
            let power = 1 << shift
            signed += [power - 1, power, power + 1, -power - 1, -power, -power + 1]
        }
        for shift in 0..<64 {
            let power = UInt64(1) << UInt64(shift)
            unsigned += [power - 1, power, power + 1]
        }
        expectRoundTrip(signed, "integers around all powers of two")
        expectRoundTrip(unsigned, "unsigned integers around all powers of two")
    }

    fileprivate func checkReals() {
        let doubles: [Double] = [
            0, -0.0, 1, -1, 0.1, 1.0 / 3, 100, 1e15, 1e16, 1e21, 1e22, 1e23, -1e300, 123_456_789.125,
            .leastNormalMagnitude, .leastNonzeroMagnitude * 3, .leastNonzeroMagnitude, .greatestFiniteMagnitude,
            -.greatestFiniteMagnitude,
            9_007_199_254_740_992, 9.223372036854776e18, 1.7976931348623155e308, Double.leastNormalMagnitude.nextDown,
            .pi,
            .ulpOfOne,
        ]
        for value in doubles { expectRoundTrip(value) }
        let floats: [Float] = [
            0, -0.0, 1, 0.1, 1.0 / 3, 16_777_216, 1e10, 3.4e38, .leastNormalMagnitude, .leastNonzeroMagnitude,
            .greatestFiniteMagnitude, -.greatestFiniteMagnitude, .pi,
        ]
        for value in floats { expectRoundTrip(value) }
        let mayRefuse = !capabilities.contains(.nonFinite)
        for value in [Double.nan, .infinity, -.infinity] { expectRoundTrip(value, mayRefuse: mayRefuse) }
        for value in [Float.nan, .infinity, -.infinity] { expectRoundTrip(value, mayRefuse: mayRefuse) }
        checkNaNs(mayRefuse: mayRefuse)
        var generator = SeededGenerator(seed: options.seed)
        for _ in 0..<100 {
            let double = Double(bitPattern: generator.next())
            if double.isFinite { expectRoundTrip(double) }
            let float = Float(bitPattern: UInt32(truncatingIfNeeded: generator.next()))
            if float.isFinite { expectRoundTrip(float) }
        }
    }

    /// Checks that a NaN is read back with its sign and its payload, or as the usual NaN, but never as another NaN or
    /// as a number. Reading directly and reading through a document must give the same NaN.
    private func checkNaNs(mayRefuse: Bool) {
        let payloads: [UInt64] = [0, 1, 0x2AAA, 0x3F_FFFF]
        let doubles = payloads.flatMap { payload in
            [0, 1 << 63].map { Double(bitPattern: 0x7FF8_0000_0000_0000 | payload << 29 | $0) }
        }
        let floats = payloads.flatMap { payload in
            [0, 1 << 31].map { Float(bitPattern: 0x7FC0_0000 | UInt32(payload) | $0) }
        }
        checkNaNs(doubles, mayRefuse) { $0.bitPattern }
        checkNaNs(floats, mayRefuse) { UInt64($0.bitPattern) }
    }

    private func checkNaNs<Number: BinaryFloatingPoint & ModelValue>(
        _ numbers: [Number], _ mayRefuse: Bool, _ bits: (Number) -> UInt64
    ) {
        for number in numbers {
            let subject = "\(Number.self) \(fingerprint(number))"
            do {
                let back = try decode([Number].self, from: encode([number]))
                let found = back.count == 1 ? bits(back[0]) : nil
                expect(
                    found == bits(number) || found == bits(.nan), subject, expected: "its bits, or those of nan",
                    found: back.map { fingerprint($0) }.joined(separator: ", "))
            } catch let error as ModelError where mayRefuse && error.code == .unrepresentableValue {
            } catch {
                fail(subject, expected: "a NaN", found: "\(error)")
            }
        }
    }

    fileprivate func checkDecimals() {
        let numerals = [
            "0", "1", "-1", "0.1", "-0.000001", "12345678901234567890123456789012345678",
            "-99999999999999999999999999999999999999", "1e-127", "1e127", "-3.5e-100", "18446744073709551616", "100",
            "1e20",
            "0.12345678901234567890123456789012345678", "79228162514264337593543950335.1",
            // The largest number of digits, and the least and greatest exponents for it.
            "340282366920938463463374607431768211455", "-340282366920938463463374607431768211455e127", "1e-128",
            "1e128",
            "340282366920938463463374607431768211455e-128", "100000000000000000000000000000000000000",
        ]
        let english = Locale(identifier: "en_US_POSIX")
        for numeral in numerals {
            if let value = Decimal(string: numeral, locale: english) { expectRoundTrip(value, "Decimal \(numeral)") }
        }
        expectRoundTrip(Decimal(7) / Decimal(3), "Decimal of 39 digits")
        expectRoundTrip(Decimal.nan, "Decimal NaN", mayRefuse: true)
    }
}
