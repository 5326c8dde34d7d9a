#if Macros
import Foundation
import ModelCore
import Testing

@Suite("One format with several styles of keys")
struct StyledWritingTests {
    @Model("StyledPerson") final class Person: BaseModel {
        var firstName = "Ada"
        var homePage = "a"
    }

    /// Writes nothing but keys, straight from memory.
    private struct KeyWriter: DirectWriter, ~Copyable {
        var keys: [String] = []
        mutating func beginDictionary(count: Int) -> Bool { true }
        mutating func key(_ text: UnsafeBufferPointer<UInt8>, number: Int?, isFirst: Bool) -> Bool { true }
        mutating func endDictionary(isEmpty: Bool) {}
        mutating func key(_ row: PropertyTable.Row, isFirst: Bool) {
            keys.append(unsafe String(decoding: row.key, as: UTF8.self))
        }
        mutating func beginArray(_ kind: ModelArrayKind, count: Int) -> Bool { true }
        mutating func endArray(isEmpty: Bool) {}
        mutating func append(utf8 text: UnsafeBufferPointer<UInt8>) -> Bool { true }
        mutating func append(_ value: Int64) {}
        mutating func append(_ value: Double) -> Bool { true }
        mutating func append(_ value: Float) -> Bool { true }
        mutating func append(_ value: Bool) {}
        mutating func append(_ value: Date) -> Bool { true }
        mutating func appendNull() -> Bool { true }
    }

    private struct KeyFormat: FormatProvider {
        static let format = FileFormat("keys", fileExtension: "keys", library: "Tests")
        let style: KeyStyle?
        var formats: [FileFormat] { [Self.format] }
        func capabilities(of format: FileFormat) -> FormatCapabilities { [.null] }
        func conventions(of format: FileFormat) -> FileConventions {
            var conventions = FileConventions()
            conventions.keyStyle = style
            return conventions
        }
        func detect(_ content: Data) -> FormatDetection? { nil }
        func parse(_ content: Data, into builder: inout DocumentBuilder, context: FormatContext) throws {}
        func serialize(_ walker: inout DocumentWalker, context: FormatContext) throws -> Data { Data() }
        func serialize(_ source: borrowing DirectSource, context: FormatContext) -> Data? {
            var writer = KeyWriter()
            return source.write(to: &writer) ? Data(writer.keys.joined(separator: " ").utf8) : nil
        }
    }

    @Test("Each writes its own, also behind another one")
    func styles() throws {
        let cases: [(KeyStyle?, String)] = [
            (.snakeCase, "first_name home_page"), (.kebabCase, "first-name home-page"),
            (nil, "firstName homePage"), (.snakeCase, "first_name home_page"),
        ]
        for (style, keys) in cases {
            #expect(String(decoding: try KeyFormat(style: style).encode(Person()), as: UTF8.self) == keys)
        }
    }
}
#endif
