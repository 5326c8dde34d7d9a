import Foundation
import HRCoder
import JSONFormat
import ModelCore
import TestSupport
import Testing

@Suite("Files that people write")
struct HandWrittenTests {
    @Test("Comments, trailing commas, keys without quotes")
    func comments() throws {
        let text = """
            // A book
            {
                $class: 'HRBook', /* the class */
                "pages": [
                    {title: "One", "ratio": .5,}, // the first
                    {"$class": "HRPicture", "title": "Two", "pixels": {"$data": "AQI"}},
                ],
                "selected": {"$alias": 'pages.1',},
            }
            """
        let book = try read(HRBook.self, text)
        #expect(book.pages.map(\.title) == ["One", "Two"])
        #expect(book.pages[0].ratio == 0.5)
        #expect((book.selected as? HRPicture)?.pixels == Data([1, 2]))
        #expect(HRCoder().detect(Data(text.utf8)) == .certain(.hrCodedJSON))
    }

    @Test("Text as UTF-16 and UTF-32, and keys with escapes")
    func encodings() throws {
        let text =
            #"{"a": [1], "b": {"\u0024alias": "a"}, "c": {"x": 1, "\u0024class": "HRThing"}, "d": {"$cl\u0061ss": "HRThing"}}"#
        for encoding in [String.Encoding.utf8, .utf16LittleEndian, .utf16BigEndian, .utf16, .utf32LittleEndian] {
            let data = try #require(text.data(using: encoding))
            let node = try HRCoder().decode(ModelNode.self, from: data, as: .hrCodedJSON)
            #expect(node["b"]?.instance == node["a"]?.instance)
            #expect(node["c"]?.kind == .object)
        }
        let xml =
            "<plist><dict><key>a</key><array/><key>b</key><dict><key>&#36;alias</key><string>&#97;</string></dict></dict></plist>"
        let node = try HRCoder().decode(ModelNode.self, from: Data(xml.utf8), as: .hrCodedXML)
        #expect(node["b"]?.instance == node["a"]?.instance)
        let cdata =
            "<plist><dict><key>a</key><array/><key>b</key><dict><key><![CDATA[$alias]]></key><string>a</string></dict></dict></plist>"
        if let node = try? HRCoder().decode(ModelNode.self, from: Data(cdata.utf8), as: .hrCodedXML) {
            #expect(node["b"]?.instance == node["a"]?.instance)
        }
    }

    @Test("An object whose class has no name is a dictionary, also behind a change of form", arguments: forms)
    func emptyClassName(_ form: FileFormat) throws {
        let text = #"{"a": {"$class": "", "x": 1}, "b": [{"x": 2, "$class": ""}], "c": {"$class": "HRThing", "x": 3}}"#
        let node = try read(text)
        #expect(node["a"]?.kind == .dictionary)
        #expect(node["b"]?[0]?.kind == .dictionary)
        #expect(node["c"]?.kind == .object)
        let content = try HRCoder().encode(node, as: form)
        let back = try HRCoder().decode(ModelNode.self, from: content, as: form)
        #expect(back["a"]?.kind == .dictionary)
        #expect(back["b"]?[0]?["x"]?.scalar == .int64(2))
        #expect(try HRCoder().encode(back, as: form) == content)
    }

    @Test("As a value of any type, too; and plain files may say so")
    func emptyClassNameOfAny() throws {
        let text = #"{"a": {"$class": "", "x": null}, "b": [{"$class": "", "y": 2}]}"#
        for (provider, format) in [(HRCoder() as any FormatProvider, FileFormat.hrCodedJSON), (JSONFormat(), .json)] {
            let value = try provider.decode(from: Data(text.utf8), as: format) { try AnyValue.decode(from: $0) }
            let table = try #require(value as? [String: Any])
            #expect((table["a"] as? [String: Any])?["x"] is NSNull)
            #expect(((table["b"] as? [Any])?.first as? [String: Any])?["y"] as? Int == 2)
        }
    }

    @Test("A plain dictionary stands for the object that is expected; unknown keys are passed over; dates are text too")
    func plain() throws {
        let book = try read(
            HRBook.self,
            #"{"pages": [{"title": "x", "more": {"y": [1]}, "date": "2001-01-01T00:00:01Z"}], "index": {"k": {"title": "y"}}}"#
        )
        #expect(book.pages[0].date == Date(timeIntervalSinceReferenceDate: 1))
        #expect(book.index["k"]?.title == "y")
        let data = Data(
            "<plist><dict><key>pages</key><array><dict><key>title</key><string>x</string></dict></array></dict></plist>"
                .utf8)
        #expect(try HRCoder().decode(HRBook.self, from: data, as: .hrCodedXML).pages[0].title == "x")
    }

    @Test("The class may stand anywhere", arguments: [0, 1, 2])
    func classPosition(_ position: Int) throws {
        var members = [#""title": "x""#, #""pixels": {"$data": "AQI="}"#]
        members.insert(#""$class": "HRPicture""#, at: position)
        let page = try read(HRPage.self, "{" + members.joined(separator: ",\n") + "}")
        #expect((page as? HRPicture)?.pixels == Data([1, 2]))
        #expect(page.title == "x")
        let node = try read("{" + members.joined(separator: ", ") + "}")
        guard case .object(let object) = node else { return #expect(Bool(false), "no object") }
        #expect(object.properties.map(\.key) == ["title", "pixels"])
    }

    @Test("Errors name the line, the column and the key path")
    func errors() throws {
        for (text, line, column) in [
            ("{\"$class\": \"HRBook\",\n \"pages\": [\n  {\"$class\": \"HRPage\", \"title\": [1]}]}", 3, 33),
            (
                "{\"pages\": [\n\n {\"title\": [1], \"$class\": \"HRPage\"}], \"selected\": {\"$alias\": \"pages.0\"}}",
                3, 12
            ),
        ] {
            do {
                _ = try read(HRBook.self, text)
                Issue.record("It was read.")
            } catch let error as ModelError {
                #expect(error.path.description == "pages[0].title")
                #expect(error.location?.line == line)
                #expect(error.location?.column == column)
                #expect(error.code == .typeMismatch)
            }
        }
        let xml = "<plist>\n<dict>\n<key>title</key>\n<array/></dict></plist>"
        do {
            _ = try HRCoder().decode(HRPage.self, from: Data(xml.utf8), as: .hrCodedXML)
            Issue.record("It was read.")
        } catch let error as ModelError {
            #expect(error.path.description == "title")
            #expect(error.location?.line == 4)
        }
    }
}
