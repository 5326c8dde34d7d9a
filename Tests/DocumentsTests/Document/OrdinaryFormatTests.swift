import Documents
import Foundation
import Testing

/// Formats that can hold only ordinary dates, or only some roots.
@Suite struct OrdinaryFormatTests {
    private static let dated: FormatCapabilities = [.null, .ordinaryDates]

    /// The scalar that arrives for a date.
    private static func lowered(_ seconds: Double, _ capabilities: FormatCapabilities) throws -> ModelScalar? {
        let document = ModelDocument(.date(Date(timeIntervalSinceReferenceDate: seconds)))
        var walker = DocumentWalker(document, for: capabilities)
        _ = try walker.next()
        return walker.scalar
    }

    @Test(
        "Dates of the years 0 to 9999 arrive as dates, with any fraction",
        arguments: [0, 0.5, 0.1, -978_307_200.25, -63_145_526_400, 252_423_993_599.5, 1.0 / 3] as [Double])
    func ordinary(_ seconds: Double) throws {
        #expect(try Self.lowered(seconds, Self.dated) == .date(Date(timeIntervalSinceReferenceDate: seconds)))
        #expect(ModelDocument(.date(Date(timeIntervalSinceReferenceDate: seconds))).isKept(by: Self.dated))
    }

    @Test(
        "Other dates arrive as text, which is read as the same date",
        arguments: [1e300, -1e300, 252_423_993_600, -63_145_526_401, -0.0, 1e-300, .leastNonzeroMagnitude] as [Double])
    func others(_ seconds: Double) throws {
        let text = try #require(try Self.lowered(seconds, Self.dated))
        #expect(text == .string("\(seconds) seconds from 2001"))
        let date = try ScalarConversion.date(text, fromText: true)
        #expect(date.timeIntervalSinceReferenceDate.bitPattern == seconds.bitPattern)
        #expect(!ModelDocument(.date(date)).isKept(by: Self.dated))
        // Formats without dates still refuse them.
        #expect(throws: ModelError.self) { try Self.lowered(seconds, .null) }
    }

    @Test("Dates that aren't finite are refused", arguments: [Double.nan, .infinity, -.infinity])
    func notFinite(_ seconds: Double) {
        #expect(throws: ModelError.self) { try Self.lowered(seconds, Self.dated) }
    }

    @Test(
        "Text that no writer writes is no date",
        arguments: [
            "seconds from 2001", " seconds from 2001", "1 seconds from 2001", "nan seconds from 2001",
            "0x1p3 seconds from 2001",
        ])
    func noDate(_ text: String) {
        #expect(throws: ModelError.self) { try ScalarConversion.date(.string(text), fromText: true) }
    }

    @Test("A root that the format can't hold is refused with its kind")
    func roots() throws {
        let number = ModelDocument(.int64(1))
        let array = try ModelDocument.made { (builder) throws(ModelError) in
            try builder.beginArray()
            try builder.end()
        }
        let dictionary = try ModelDocument.made { (builder) throws(ModelError) in
            try builder.beginDictionary()
            try builder.end()
        }
        for (capabilities, kept, refused, words) in [
            (FormatCapabilities.dictionaryRoots, [dictionary], [number, array], "a dictionary"),
            (.arrayRoots, [array], [number, dictionary], "an array"),
            ([.arrayRoots, .dictionaryRoots], [array, dictionary], [number], "a dictionary or an array"),
            ([], [number, array, dictionary], [], ""),
        ] as [(FormatCapabilities, [ModelDocument], [ModelDocument], String)] {
            let format = RootFormat(capabilities: capabilities)
            for document in kept {
                #expect(try format.encode(document) == Data("written".utf8))
                #expect(document.isKept(by: capabilities.union(.all)))
            }
            for document in refused {
                let error = #expect(throws: ModelError.self) { try format.encode(document) }
                #expect(error?.code == .unrepresentableValue && error?.format == RootFormat.format)
                #expect(error?.reason.contains("must be \(words)") == true, "\(error?.reason ?? "")")
                #expect(error?.reason.contains("\(document.root.kind)") == true)
                #expect(!document.isKept(by: capabilities.union(.all)))
            }
        }
    }
}

extension ModelDocument {
    fileprivate static func made(
        _ build: (inout DocumentBuilder) throws(ModelError) -> Void
    ) throws -> ModelDocument {
        var builder = DocumentBuilder()
        try build(&builder)
        return try builder.finish()
    }
}

/// Writes the same bytes for any value.
private struct RootFormat: FormatProvider {
    static let format = FileFormat("root", displayName: "Root", fileExtension: "root", library: "Roots")

    var capabilities: FormatCapabilities
    var formats: [FileFormat] { [Self.format] }
    func capabilities(of format: FileFormat) -> FormatCapabilities { capabilities }
    func detect(_ content: Data) -> FormatDetection? { nil }
    func parse(_ content: Data, into builder: inout DocumentBuilder, context: FormatContext) throws {}
    func serialize(_ walker: inout DocumentWalker, context: FormatContext) throws -> Data { Data("written".utf8) }
}
