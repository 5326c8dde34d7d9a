#if Macros
import FastCoder
import Foundation
import HRCoder
import JSONFormat
import ModelCore
import PlistFormat
import Testing

@Suite("Transforms in files")
struct TransformFileTests {
    @Model final class Owned: BaseModel {
        var name = ""
        weak var owner: Owner?
    }
    @Model final class Owner: BaseModel {
        @Transform(.older { (name: String) -> Owned? in Owned(named: name) }) var item = Owned()
        var same: Owned?
    }
    @Model final class Zero: BaseModel {
        @Transform(ModelTransform<Int>(encode: { $0 == 0 ? nil : $0 }, decode: { (coded: Int?) in coded ?? 0 })) var number = 5
        @Transform(.date(.secondsSince1970)) var at = Date(timeIntervalSince1970: 0)
    }
    final class OwnClassKey: BaseModel {
        private static let known = ModelClass(OwnClassKey.self, overrides: [])
        override class var modelClass: ModelClass { known }
        var kind = ""
        override class var modelProperties: [ModelProperty] {
            [ModelProperty("kind", \OwnClassKey.kind, key: "$class")]
        }
    }

    static let formats: [any FormatProvider] = [
        KeyedArchive(), FastCoder(), HRCoder(), JSONFormat(), PlistFormat(),
    ]

    @Test("An object of the newer type is the one that others lead to", arguments: [0, 1, 2])
    func older(_ number: Int) throws {
        func check(_ format: some FormatProvider) throws {
            let owner = Owner()
            owner.item.name = "x"
            owner.same = owner.item
            owner.item.owner = owner
            let back = try format.decode(Owner.self, from: format.encode(owner))
            #expect(back.item.name == "x" && back.same === back.item && back.item.owner === back)
        }
        try check(Self.formats[number])
    }

    @Test("What the older type was is read in every format, and so is what the newer one is in plain ones")
    func olderType() throws {
        let old = try JSONFormat().decode(Owner.self, from: Data(#"{"item":"old","same":{"name":"s"}}"#.utf8))
        #expect(old.item.name == "old" && old.same?.name == "s")
        let new = try JSONFormat().decode(Owner.self, from: Data(#"{"item":{"name":"new"}}"#.utf8))
        #expect(new.item.name == "new")
    }

    @Test("A transform's nil is a value, also where a format has none for a nil")
    func nils() throws {
        func check(_ format: some FormatProvider) throws {
            let zero = Zero()
            zero.number = 0
            #expect(try format.decode(Zero.self, from: format.encode(zero)).number == 0, "\(format.formats[0])")
        }
        for format in Self.formats { try check(format) }
        #expect(try JSONFormat().decode(Zero.self, from: Data("{\"at\": 1}".utf8)).number == 5)
    }

    @Test("Where text stands for numbers, it stands for dates that are numbers")
    func numbersAsText() throws {
        let read = try PlistFormat().decode(Zero.self, from: Data("{ at = 1700000000; number = 3; }".utf8))
        #expect(read.at == Date(timeIntervalSince1970: 1_700_000_000) && read.number == 3)
        #expect(throws: ModelError.self) { try PlistFormat().decode(Zero.self, from: Data("{ at = soon; }".utf8)) }
        #expect(throws: ModelError.self) { try JSONFormat().decode(Zero.self, from: Data(#"{"at":"1700000000"}"#.utf8)) }
    }

    @Test("The key that names a class is no property's")
    func classKey() {
        let content = Data(#"{"kind":"x"}"#.utf8)
        for body in [{ _ = try JSONFormat().encode(OwnClassKey()) }, { _ = try JSONFormat().decode(OwnClassKey.self, from: content) }] {
            #expect { try body() } throws: { ($0 as? ModelError)?.code == .invalidKey }
        }
    }
}

extension TransformFileTests.Owned {
    convenience init(named name: String) {
        self.init()
        self.name = name
    }
}
#endif
