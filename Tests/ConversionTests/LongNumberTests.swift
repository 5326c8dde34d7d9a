import FastCoder
import Foundation
import HRCoder
import JSONFormat
import KeyedArchive
import ModelCore
import Patching
import PlistFormat
import TestSupport
import Testing

/// Numbers with more digits than a double or a decimal has.
@Suite("Long numbers") struct LongNumberTests {
    private static let integer = "123456789012345678901234567890123456789012345"
    private static let fraction = "0.12345678901234567890123456789012345678901"
    /// Beyond the largest double.
    private static let huge = String(repeating: "9", count: 400)
    private static let all = [integer, "-" + integer, fraction, "1.5e-400", huge, "-1e999", "1234567890123456789012345"]

    private static let keeping: [FileFormat] = [.json, .hrCodedJSON, .xmlPropertyList, .hrCodedXML]

    /// A dictionary with a number, twice, and in an array.
    private func document(_ number: String) throws -> ModelDocument {
        let text = #"{"a":\#(number),"b":[\#(number),1.5],"c":{"d":\#(number)}}"#
        return try JSONFormat().document(from: Data(text.utf8))
    }

    private func json(_ document: ModelDocument) throws -> String {
        String(decoding: try JSONFormat().encode(document), as: UTF8.self)
    }

    @Test("No digit changes in a format that has room for it", arguments: all, keeping)
    func kept(_ number: String, in format: FileFormat) throws {
        let provider = try FormatRegistry.default.provider(for: format)
        let document = try document(number)
        let data = try provider.encode(document, as: format)
        let back = try provider.document(from: data, as: format)
        #expect(back == document)
        #expect(try json(back) == #"{"a":\#(number),"b":[\#(number),1.5],"c":{"d":\#(number)}}"#)
        #expect(back["a"]?.scalar.map { $0.kind.rawValue } != "string")
    }

    @Test("Documents differ if a digit does, and don't if only the spelling does")
    func equality() throws {
        for number in Self.all where number != "-1e999" {
            #expect(try document(number) == document(number))
            #expect(try document(number) != document(number + (number.contains("e") ? "1" : "7")))
        }
        #expect(try document(Self.integer) != document("-" + Self.integer))
        let fraction = Self.fraction
        #expect(try document(fraction) == document(fraction + "000"))
        #expect(try document(fraction) == document("0.0" + fraction.dropFirst(2) + "e1"))
        #expect(try document(Self.integer) == document(Self.integer + "0e-1"))
        #expect(try document(Self.integer).description.contains("a: \(Self.integer)"))
    }

    @Test("A format of doubles gets the nearest one, and none beyond the largest")
    func rounded() throws {
        for format in [FileFormat.keyedArchive, .binaryPropertyList, .fastCoding, .hrCodedBinary] {
            let provider = try FormatRegistry.default.provider(for: format)
            let back = try provider.document(from: provider.encode(document(Self.integer), as: format), as: format)
            #expect(back["b"]?[0]?.scalar == .double(1.2345678901234567e44), "\(format)")
            #expect(try back != document(Self.integer))
            #expect { try provider.encode(document(Self.huge), as: format) } throws: { error in
                let error = error as? ModelError
                return error?.code == .unrepresentableValue && error?.path.description == "a"
            }
        }
    }

    private final class Known: BaseModel {
        private static let known = ModelClass(Known.self, overrides: [])
        override class var modelClass: ModelClass { known }
        var name = ""
        override class var modelProperties: [ModelProperty] { [ModelProperty("name", \Known.name)] }
    }

    @Test("A model keeps them under unknown keys, as numbers", arguments: all, keeping)
    func unknown(_ number: String, in format: FileFormat) throws {
        let text = #"{"name":"x","other":\#(number),"more":{"in":[\#(number)]},"price":12.5}"#
        let known = try JSONFormat().decode(Known.self, from: Data(text.utf8))
        let provider = try FormatRegistry.default.provider(for: format)
        let data = try provider.encode(known, as: format)
        let again = try provider.decode(Known.self, from: data, as: format)
        #expect(String(decoding: try JSONFormat().encode(again), as: UTF8.self) == text)
    }

    @Test("In a property list, a long number is a real one, and a short decimal or a declared one is text")
    func propertyList() throws {
        let text = #"{"a":18446744073709551616,"b":0.1234567890123456789,"c":0.30000000000000001}"#
        let document = try JSONFormat().document(from: Data(text.utf8))
        let plist = PlistFormat()
        let list = String(decoding: try plist.encode(document, as: .xmlPropertyList), as: UTF8.self)
        #expect(list.contains("<real>18446744073709551616</real>"))
        #expect(list.contains("<real>0.1234567890123456789</real>"))
        #expect(list.contains("<string>0.30000000000000001</string>"))
        let declared = try plist.encode([Decimal(string: "18446744073709551616") ?? 0], as: .xmlPropertyList)
        #expect(String(decoding: declared, as: UTF8.self).contains("<string>18446744073709551616</string>"))
        #expect(try plist.decode([Decimal].self, from: declared) == [Decimal(string: "18446744073709551616") ?? 0])
        let binary = try plist.document(from: plist.encode(document, as: .binaryPropertyList))
        #expect(binary["a"]?.stringValue == "18446744073709551616")
    }

    @Test("An integer of a property list beyond 64 bits is read, and written so that others can read the file")
    func integersOfLists() throws {
        let plist = PlistFormat()
        func read(_ value: String) throws -> ModelDocument {
            try plist.document(from: Data(#"<plist version="1.0"><array>\#(value)</array></plist>"#.utf8))
        }
        let document = try read("<integer>-0\(Self.integer)</integer><integer> +18446744073709551616</integer>")
        #expect(try json(document) == "[-\(Self.integer),18446744073709551616]")
        let data = try plist.encode(document, as: .xmlPropertyList)
        let others = unsafe try PropertyListSerialization.propertyList(from: data, format: nil) as? [Double]
        #expect(others == [-1.2345678901234567e44, 0x1p64])
        for text in ["", "-", "1.5", "0x1FFFFFFFFFFFFFFFFF", "--5", "99999999999999999999x"] {
            #expect(throws: ModelError.self, "\(text)") { try read("<integer>\(text)</integer>") }
        }
        #expect(try plist.decode([Decimal].self, from: plist.encode(read("<integer>18446744073709551616</integer>"),
            as: .xmlPropertyList)) == [Decimal(string: "18446744073709551616") ?? 0])
        let short = try read("<real>1.00000000000000000000</real><real>0.5</real><real>+007.250</real>")
        #expect(try json(short) == "[1.0,0.5,7.25]")
    }

    @Test("A number that a double's shortest form is the same as is that double, however it was spelled")
    func short() throws {
        let plist = PlistFormat()
        for (number, read) in [("0", "0.0"), ("-0", "-0.0"), ("1e-300", "1e-300"), ("100000000000000000000", nil)] {
            let list = try plist.document(from: Data("<plist version=\"1.0\"><real>\(number)</real></plist>".utf8))
            #expect(list.root.numeral == nil && list.root.scalar == Double(number).map { .double($0) })
            if let read { #expect(try json(list) == read) }
            let document = try JSONFormat().document(from: Data("[1.5,\(number)]".utf8))
            let data = try plist.encode(document, as: .xmlPropertyList)
            #expect(try plist.encode(plist.document(from: data), as: .xmlPropertyList) == data, "\(number)")
        }
    }

    @Test("A declared number is the nearest double, or an error")
    func declared() throws {
        let format = JSONFormat()
        func code<Value: ModelValue>(_ type: Value.Type, _ number: String) -> ModelError.Code? {
            do {
                _ = try format.decode([Value].self, from: Data("[1,\(number)]".utf8))
                return nil
            } catch {
                let error = error as? ModelError
                #expect(error?.path.description == "[1]" && error?.location?.column == 4, "\(type) \(number)")
                return error?.code
            }
        }
        #expect(try format.decode([Double].self, from: Data("[\(Self.integer)]".utf8)) == [1.2345678901234567e44])
        #expect(code(Double.self, Self.huge) == .outOfRange)
        #expect(code(Float.self, Self.huge) == .outOfRange)
        #expect(code(Int.self, Self.integer) == .typeMismatch)
        #expect(code(UInt8.self, Self.integer) == .typeMismatch)
        #expect(code(Decimal.self, Self.integer) == .outOfRange)
        #expect(code(Double.self, Self.fraction) == nil)
    }

    @Test("A patch and an edit move them as they are")
    func patched() throws {
        var document = try document(Self.integer)
        try document.moveValue(at: ["c", "d"], to: ["e"])
        let patch = try JSONPatch(from: document, to: self.document(Self.fraction))
        #expect(try json(document).hasSuffix(#""e":\#(Self.integer)}"#))
        try document.apply(patch)
        #expect(try document == self.document(Self.fraction))
    }

    @Test("An alias to one of a million digits isn't copied without a limit")
    func aliases() throws {
        let number = String(repeating: "7", count: 1_000_000)
        func read(_ count: Int) throws -> ModelDocument {
            let aliases = [String](repeating: #"{"$alias":"n"}"#, count: count).joined(separator: ",")
            return try HRCoder().document(
                from: Data(#"{"$class":"A","n":\#(number),"all":[\#(aliases)]}"#.utf8), as: .hrCodedJSON)
        }
        let two = try read(2)
        #expect(two["all"]?[1]?.numeral?.utf8.count == 1_000_000)
        #expect { try read(100_000) } throws: { ($0 as? ModelError)?.code == .nodesExceeded }
    }

    @Test("Time grows with the number of digits")
    func linear() throws {
        func time(_ count: Int) throws -> Double {
            let number = "0." + String(repeating: "7", count: count)
            return try (0..<3).map { _ in
                try threadSeconds {
                    let document = try document(number)
                    #expect(try json(document).utf8.count > 3 * count)
                    #expect(try document == self.document(number + "0"))
                }
            }.min() ?? 0
        }
        let (short, long) = (try time(100_000), try time(1_000_000))
        // Ten times the digits would take a hundred times as long if the time grew with their square.
        #expect(long < short * 40, "\(short), \(long)")
    }
}
