import FormatSupport
import Foundation
import Testing

@testable import Documents

@Suite("The formats of a program")
struct FormatRegistryTests {
    /// A format that finds what a closure says, and can read up to a place.
    private struct Reader: FormatProvider {
        let formats: [FileFormat]
        var detection: FormatDetection?
        var place: Int?
        var protects = false

        init(_ names: String..., detection: ((FileFormat) -> FormatDetection)? = nil, place: Int? = nil, fileExtension: String? = nil) {
            formats = names.map { FileFormat($0, fileExtension: fileExtension, library: "Tests") }
            self.detection = formats.first.flatMap { detection?($0) }
            self.place = place
        }

        func capabilities(of format: FileFormat) -> FormatCapabilities { [.null] }
        func detect(_ content: Data) -> FormatDetection? { detection }
        func parse(_ content: Data, into builder: inout DocumentBuilder, context: FormatContext) throws {
            if let place { throw ModelError(.corruptData, "\(formats[0])").at(ModelLocation(byteOffset: place)) }
            try builder.append("\(context.format)")
        }
        func serialize(_ walker: inout DocumentWalker, context: FormatContext) throws -> Data { Data() }
    }

    private func registry(_ readers: [Reader]) -> FormatRegistry {
        var registry = FormatRegistry()
        for reader in readers { registry.add(reader) }
        return registry
    }

    private func error(_ body: () throws -> Any?) -> ModelError? {
        do {
            _ = try body()
            return nil
        } catch { return ModelError(wrapping: error) }
    }

    @Test(
        "Of several that can't read a file, the one that got farthest tells the error; the first of those that got equally far",
        arguments: [
            ([3, 7, 5], "b"), ([7, 7, 5], "a"), ([1, 2, 3], "c"), ([0, 0, 0], "a"), ([9, 1, 9], "a"),
        ])
    func farthest(_ places: [Int], _ name: String) {
        let readers = zip(["a", "b", "c"], places).map { Reader($0, detection: { .possible($0) }, place: $1) }
        for readers in [readers, readers.reversed()] {
            let registry = registry(readers)
            let found = error { try registry.document(from: Data("x".utf8)) }
            #expect(found?.reason == name && found?.format?.rawValue == name && found?.location?.byteOffset == places.max())
            #expect((try? registry.detect(Data("x".utf8)))?.rawValue == name)
        }
    }

    @Test("One that can read it is found, whatever comes before it; one that is certain is asked alone")
    func found() throws {
        let possible = [Reader("a", detection: { .possible($0) }, place: 9), Reader("b", detection: { .possible($0) })]
        #expect(try registry(possible).document(from: Data([1])).root.stringValue == "b")
        #expect(try registry(possible).detect(Data([1])).rawValue == "b")
        let certain = possible + [Reader("c", detection: { .certain($0) }, place: 1)]
        #expect(error { try registry(certain).document(from: Data([1])) }?.reason == "c")
        #expect(try registry(certain).detect(Data([1])).rawValue == "c")
        #expect(
            try registry(certain).document(from: Data([1]), as: FileFormat("b", fileExtension: nil, library: "")).root.stringValue == "b")
    }

    @Test("A file that none recognizes")
    func unknown() {
        let registry = registry([Reader("a")])
        #expect(error { try registry.detect(Data()) }?.reason == "It is empty.")
        let error = error { try registry.detect(Data("text".utf8)) }
        #expect(error?.code == .unknownFormat && error?.reason.contains("a") == true)
    }

    @Test("Known formats come first, then the others by their names; each format has one provider")
    func providers() throws {
        let registry = registry([Reader("zeta"), Reader("json", "alpha"), Reader("beta")])
        let names = registry.formats.map(\.rawValue).filter { $0 != "keyedArchive" }
        #expect(names == ["json", "alpha", "beta", "zeta"])
        #expect(try registry.provider(for: .json).formats.count == 2)
        #expect(registry.format(named: "beta") != nil && registry.format(named: "nothing") == nil)
        #expect(registry.format(named: "fastCoding") == .fastCoding)
        let twice = self.registry([Reader("json"), Reader("json", "beta")])
        #expect(error { try twice.provider(for: .json) }?.code == .duplicateFormat)
        #expect(try twice.provider(for: FileFormat("beta", fileExtension: nil, library: "")).formats.count == 2)
        var replaced = twice
        replaced.replace(with: Reader("json", "gamma"))
        #expect(try replaced.provider(for: .json).formats.map(\.rawValue) == ["json", "gamma"])
        #expect(
            error { try replaced.provider(for: FileFormat("beta", fileExtension: nil, library: "Tests")) }?.code == .requisiteLibraryMissing
        )
        let missing = error { try registry.provider(for: .fastCoding) }
        #expect(missing?.code == .requisiteLibraryMissing && missing?.format == .fastCoding)
        #expect(error { try registry.provider(for: .userDefaults) }?.code == .notSaveable)
        #expect(error { try registry.store(for: .json) }?.code == .notSaveable)
    }

    @Test("A file's name says the format, unless the preferred one has the same extension")
    func names() throws {
        var registry = registry([Reader("one", fileExtension: "one"), Reader("two", fileExtension: "two")])
        registry.add(Reader("json", fileExtension: "json"))
        func name(_ path: String, _ preferred: FileFormat = .keyedArchive) -> String {
            do {
                return try registry.format(forFile: path, preferring: preferred).rawValue
            } catch { return ModelError(wrapping: error).code.rawValue }
        }
        #expect(
            name("a.one") == "one" && name("/x.two/a.ONE") == "one" && name("a") == "keyedArchive" && name("/x.one/a") == "keyedArchive")
        #expect(name("a.plist") == "keyedArchive" && name("a.plist", .xmlPropertyList) == "xmlPropertyList")
        #expect(name("a.fast") == "requisiteLibraryMissing" && name("a.odd") == "unknownFormat")
        #expect(try registry.format(forFile: "a.json", preferring: .json5).style == "json5")
        #expect(try registry.format(forFile: "a.json").style == nil)
    }

    @Test("A registry of one's own holds within a closure, and in what the closure starts")
    func own() async throws {
        let registry = registry([Reader("own")])
        func isOwn() -> Bool { FormatRegistry.current.formats.contains { $0.rawValue == "own" } }
        #expect(!isOwn() && FormatRegistry.withFormats(registry) { isOwn() })
        let isAlsoOwn = await FormatRegistry.withFormats(registry) { await Task { isOwn() }.value }
        #expect(isAlsoOwn && !isOwn())
        FormatRegistry.withFormats(FormatRegistry()) {
            FormatRegistry.register(Reader("own"))
            #expect(isOwn())
        }
        #expect(!isOwn())
    }

    @Test("A provider serves its formats alone, the first by default")
    func served() {
        let reader = Reader("a", "b")
        #expect(
            (try? reader.served(nil))?.rawValue == "a"
                && (try? reader.served(FileFormat("b", fileExtension: nil, library: "")))?.rawValue == "b")
        #expect(error { try reader.served(.json) }?.code == .unknownFormat)
        #expect(error { try Reader().served(nil) }?.code == .unknownFormat)
    }
}
