#if Macros
    import Foundation
    import HRCoder
    import JSONFormat
    import KeyedArchive
    import ModelCore
    import PlistFormat
    import Testing

    /// The error for a key that is there twice tells where.
    @Suite("Keys that are there twice, in every format")
    struct RepeatedKeyTests {
        typealias Format = DirectWayTests.Format

        @Model("RepeatedKeys") final class Pair: BaseModel {
            var first = 1
            @Key("qab") var ab = 2
            @Key("qac") var ac = 3
        }
        @Model("RepeatedHolder") final class Holder: BaseModel {
            var pair: Pair? = Pair()
            var table = ["qab": 1, "qac": 2]
        }

        /// A file in which one key has become another one.
        private func damaged(_ value: some ModelValue, _ format: Format) throws -> Data {
            let content = try format.provider.encode(value, as: format.format)
            var bytes = Array(content)
            let (old, new) = (Array("qac".utf8), Array("qab".utf8))
            var place = 0
            while place + 3 <= bytes.count {
                if Array(bytes[place..<place + 3]) == old { bytes.replaceSubrange(place..<place + 3, with: new) }
                place += 1
            }
            return Data(bytes)
        }

        // In an archive, other bytes than the key's make a second key.
        private static let formats = Format.all.filter { $0.name != "archive" }

        @Test("Of a dictionary and of an object, both ways", arguments: formats)
        func located(_ format: Format) throws {
            let isText = format.name.contains("JSON") || format.name.contains("XML")
            func check<Value: ModelValue>(_ value: Value, _ path: String) throws {
                let content = try damaged(value, format)
                for read in [
                    { _ = try format.provider.decode(Value.self, from: content, as: format.format) },
                    { _ = try format.provider.decodeByDocument(Value.self, from: content, as: format.format) },
                    { _ = try format.provider.document(from: content, as: format.format) },
                ] {
                    let error = try #require(#expect(throws: ModelError.self) { try read() })
                    // FastCoding lists the keys of a class once: a list with one twice is damaged.
                    let isListed = format.format == .fastCoding && error.code == .corruptData
                    #expect(error.code == .duplicateKey || isListed, "\(error)")
                    let location = try #require(error.location, "\(error)")
                    #expect((location.line != nil) == isText && location.byteOffset > 0, "\(error)")
                }
            }
            try check(["qab": 1, "qac": 2], "qab")
            let holder = Holder()
            holder.table = [:]
            try check(holder, "pair.qab")
            holder.pair = nil
            holder.table = ["qab": 1, "qac": 2]
            try check(holder, "table.qab")
        }

        @Test("In text, it is the line of the second one")
        func lines() throws {
            let list = "<plist version=\"1.0\"><dict>\n<key>a</key><integer>1</integer>\n<key>a</key><integer>2</integer>\n</dict></plist>"
            let texts: [(any FormatProvider, FileFormat, String)] = [
                (JSONFormat(), .json, "{\n\"a\":1,\n\"a\":2\n}"), (PlistFormat(), .xmlPropertyList, list),
                (PlistFormat(), .xmlPropertyList, "{\na = 1;\na = 2;\n}"), (HRCoder(), .hrCodedJSON, "{\n\"a\":1,\n\"a\":2\n}"),
            ]
            for (provider, format, text) in texts {
                let error = #expect(throws: ModelError.self) {
                    _ = try provider.document(from: Data(text.utf8), as: format)
                }
                #expect(error?.code == .duplicateKey && error?.location?.line == 3, "\(String(describing: error))")
            }
        }
    }
#endif
