import Foundation
import ModelCore
import ModelTesting
import Testing

/// The whole contract over a format of 200 lines.
@Test("A format from outside, with classes and references", arguments: FormatContract.checks)
func outsideBinaryFormat(_ check: ContractCheck) async {
    await FormatContract(CBORFormat()).check(check)
}

/// The examples of RFC 8949, appendix A, behind the tag that says CBOR.
@Test(
    "Values have the bytes of the standard",
    arguments: [
        ("00", .int64(0)), ("17", .int64(23)), ("1818", .int64(24)), ("1903e8", .int64(1000)), ("1a000f4240", .int64(1_000_000)),
        ("1b000000e8d4a51000", .int64(1_000_000_000_000)), ("1bffffffffffffffff", .uint64(.max)), ("20", .int64(-1)), ("3863", .int64(-100)),
        ("fb3ff199999999999a", .double(1.1)), ("fa47c35000", .float(100_000)), ("fb7e37e43c8800759c", .double(1e300)), ("f4", .bool(false)),
        ("f6", .null), ("4401020304", .data(Data([1, 2, 3, 4]))), ("60", .string("")), ("6449455446", .string("IETF")),
        ("62c3bc", .string("\u{FC}")), ("64f0908591", .string("\u{10151}")),
    ] as [(String, ModelScalar)])
func standardCBOR(hex: String, scalar: ModelScalar) throws {
    let file = cbor(hex)
    #expect(try CBORFormat().encode(ModelDocument(scalar)) == file)
    #expect(try CBORFormat().document(from: file) == ModelDocument(scalar))
}

private func cbor(_ hex: String) -> Data {
    let digits = Array("d9d9f7" + hex)
    return Data(stride(from: 0, to: digits.count, by: 2).compactMap { UInt8(String(digits[$0...$0 + 1]), radix: 16) })
}

@Test(
    "It reads what other writers write, and refuses what is damaged",
    arguments: [
        ("83010203", try? ModelDocument(encoding: [1, 2, 3])),
        ("9f8101820203ff", try? ModelDocument(encoding: [[1], [2, 3]])),
        ("a2616101616202", try? ModelDocument(encoding: ["a": 1, "b": 2])),
        ("7f657374726561646d696e67ff", ModelDocument(.string("streaming"))),
        ("1bffffffffffffffff", ModelDocument(.uint64(.max))), ("c0f6", ModelDocument(.null)),
        ("3903e7", ModelDocument(.int64(-1000))),
        ("3bffffffffffffffff", nil), ("83", nil), ("ff", nil), ("f8", nil), ("a1f6", nil), ("d81d00", nil),
        ("61ff", nil), ("0101", nil),
    ] as [(String, ModelDocument?)])
func otherCBOR(hex: String, expected: ModelDocument?) throws {
    #expect((try? CBORFormat().document(from: cbor(hex))) == expected)
}
