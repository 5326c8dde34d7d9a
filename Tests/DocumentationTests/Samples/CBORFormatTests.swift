import Foundation
import ModelCore
import ModelTesting
import Testing

/// The whole contract over a format of 200 lines.
@Test("A format from outside, with classes and references", arguments: FormatContract.checks)
func outsideBinaryFormat(_ check: ContractCheck) async {
    await FormatContract(CBORFormat()).check(check)
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
    let digits = Array("d9d9f7" + hex)
    let bytes = stride(from: 0, to: digits.count, by: 2).compactMap { UInt8(String(digits[$0...$0 + 1]), radix: 16) }
    #expect((try? CBORFormat().document(from: Data(bytes))) == expected)
}
