import Foundation
import FoundationValues
import ModelCore

/// Values of every kind. Nearly all of them differ from the defaults of all properties of `ContractValues`.
enum ModelSamples {
    static var kinds: [(name: String, value: SampleValue)] {
        [
            ("null", nil), ("true", true), ("false", false), ("0", 0), ("1", 1), ("-70000", .scalar(.int64(-70000))),
            ("300", 300), ("9007199254740993", 9_007_199_254_740_993), ("Int.min", .scalar(.int64(.min))),
            ("UInt64.max", .scalar(.uint64(.max))), ("float 1.5", .scalar(.float(1.5))), ("1.0", 1.0), ("0.1", 0.1),
            ("1e300", 1e300), ("-0.0", .scalar(.double(-0.0))),
            ("decimal 1.25", .scalar(.decimal(Decimal(125) / 100))), ("empty text", ""), ("the text 17", "17"),
            ("the text true", "true"), ("a word", "spade \u{2660}"), ("data", .scalar(.data(Data([9, 8, 7, 255])))),
            ("a date", .scalar(.date(Date(timeIntervalSinceReferenceDate: 86400)))),
            ("a URL", .scalar(.url(URL(filePath: "/somewhere")))),
            ("a UUID", .scalar(.uuid(UUID(uuid: (16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1))))),
            ("a point", .scalar(.geometry(.point(x: 7, y: 8)))),
            ("a range", .scalar(.geometry(.range(location: 7, length: 8)))),
            ("indexes", .scalar(.geometry(IndexSet([7, 8]).geometry))),
            ("an empty array", .array([])), ("an array of a word", .array(["word"])),
            ("an array of a number", .array([77])),
            ("an array of true", .array([true])),
            ("a set", .array([66], .set)),
            ("an empty dictionary", .dictionary([])),
            ("a dictionary", .dictionary([("word", 5)])),
            ("an object", .object("ContractLink", [("label", "l")])),
            ("a subclass", .object("ContractCircle", [("radius", .scalar(.float(3)))])),
        ]
    }
}
