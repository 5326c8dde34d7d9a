import FastCoder
import Foundation
import JSONFormat
import ModelCore
import ModelTesting
import PlistFormat
import Testing

#if Macros
@Suite("The reasons for which values become documents")
struct DocumentReasonTests {
    @Model("ReasonPlain") final class Plain: BaseModel {
        var name = ""
        var tags: [String] = []
    }

    @Model("ReasonOwn") final class Own: BaseModel {
        var name = ""
        @Transform(.hex) var color = Data()
    }

    @Model("ReasonNode") final class Node: BaseModel {
        var next: Node?
    }

    @Model("ReasonKey") final class Key: BaseModel {
        @Key("$name") var name = ""
    }

    private func written<Value: ModelValue>(_ value: Value, in provider: any FormatProvider = JSONFormat()) throws -> [String] {
        try provider.documentReasons(writing: value).map(\.description)
    }

    @Test("Plain classes have none, in every format")
    func plain() throws {
        for provider in [JSONFormat(), FastCoder(), PlistFormat()] as [any FormatProvider] {
            #expect(try written(Plain(), in: provider) == [])
            let content = try provider.encode(Plain())
            #expect(try provider.documentReasons(reading: Plain.self, from: content) == [])
        }
    }

    @Test("A property is named")
    func property() throws {
        #expect(try written(Own()) == ["value ReasonOwn.color: its type or its property has code for coding"])
        let content = try JSONFormat().encode(Own())
        #expect(
            try JSONFormat().documentReasons(reading: Own.self, from: content).map(\.description)
                == ["value ReasonOwn.color: its type or its property has code for coding"])
    }

    @Test("A class is named, with each cause")
    func object() throws {
        let reasons = try JSONFormat(writtenDefaults: .omitted).documentReasons(writing: Plain())
        #expect(reasons.map(\.extent) == [.object] && reasons.first?.subject == "ReasonPlain")
        #expect(reasons.first?.description == "object ReasonPlain: values that equal the defaults are omitted")
    }

    @Test("A whole file has one reason")
    func file() throws {
        let node = Node()
        node.next = node
        #expect(try written(node) == ["file: an object contains itself"])
        node.next = nil
        #expect(
            try written(Key()) == ["file ReasonKey.$name: a key is long, begins with $, or belongs to several properties"])
        let wrong = Data(#"{"name": 1, "name": "b"}"#.utf8)
        #expect(try JSONFormat().documentReasons(reading: Plain.self, from: wrong).contains { $0.extent == .file })
    }

    @Test("A value that isn't as expected is named")
    func unexpected() throws {
        let content = Data(#"{"name": "a", "tags": ["b", 1]}"#.utf8)
        let reasons = try? JSONFormat().documentReasons(reading: Plain.self, from: content)
        #expect(reasons == nil || reasons?.isEmpty == false)
        let list = Data(#"[{"name": 3}]"#.utf8)
        let found = try JSONFormat().documentReasons(reading: [Plain].self, from: list)
        #expect(found.map(\.description) == ["value ReasonPlain.name: the value isn't as the property's type is written"])
    }

    @Test("Each cause has its own text")
    func texts() {
        let texts = DocumentReason.Cause.allCases.map(\.rawValue)
        #expect(Set(texts).count == texts.count)
    }
}
#endif
