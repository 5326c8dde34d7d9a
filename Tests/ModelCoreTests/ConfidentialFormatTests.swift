import FormatSupport
import Foundation
import TestSupport
import Testing

@testable import Documents
@testable import ModelCore

/// A format for secrets, as a plugin would write it: an archive with every byte turned.
struct TurnedFormat: ProtectingFormatProvider {
    static let format = FileFormat("turned", fileExtension: "turned", library: "Tests")
    var formats: [FileFormat] { [Self.format] }
    /// What was asked about the root.
    let roots = Roots()

    final class Roots: @unchecked Sendable {
        var written: [String?] = []
        var writtenTypes: [BaseModel.Type?] = []
        var read: [BaseModel.Type?] = []
    }

    func detect(_ content: Data) -> FormatDetection? {
        content.first == UInt8(ascii: "b") ^ 0xFF ? .certain(Self.format) : nil
    }

    func capabilities(of format: FileFormat) -> FormatCapabilities { [.all, .confidential] }

    func requiredFormat(for type: Any.Type) -> FileFormat? { type is GuardedItem.Type ? Self.format : nil }

    func serialize(_ walker: inout DocumentWalker, context: FormatContext) throws -> Data {
        let archive = try KeyedArchive.serializeSecret(&walker, limits: context.limits)
        roots.written.append(context.rootClass?.name)
        roots.writtenTypes.append(context.rootType as? BaseModel.Type)
        return Data(archive.withBytes { unsafe Array($0) }.map { $0 ^ 0xFF })
    }

    func parse(_ content: Data, into builder: inout DocumentBuilder, context: FormatContext) throws {
        roots.read.append(context.rootType as? BaseModel.Type)
        guard detect(content) != nil else { throw ModelError(.corruptData, "Not turned.") }
        let source = try ByteSource(secretOfCapacity: content.count + 10) { bytes in
            for (index, byte) in content.enumerated() { unsafe bytes[index] = byte ^ 0xFF }
            return content.count
        }
        try KeyedArchive.parse(source, into: &builder)
    }
}

private final class GuardedItem: BaseModel {
    var text = ""
    var count: UInt8 = 0

    override class var modelProperties: [ModelProperty] {
        [ModelProperty("text", \GuardedItem.text), ModelProperty("count", \GuardedItem.count)]
    }
}

/// A format for secrets over documents, whose files are damaged, and which can't be written.
private struct SecretDocumentFormat: FormatProvider {
    static let format = FileFormat("secretDocument", fileExtension: "secret", library: "Tests")
    let error: ModelError
    var formats: [FileFormat] { [Self.format] }
    func capabilities(of format: FileFormat) -> FormatCapabilities { [.all, .confidential] }
    func detect(_ content: Data) -> FormatDetection? { nil }

    func parse(_ content: Data, into builder: inout DocumentBuilder, context: FormatContext) throws {
        try builder.beginDictionary()
        try builder.key("swordfish")
        throw error
    }

    func serialize(_ walker: inout DocumentWalker, context: FormatContext) throws -> Data {
        while let step = try walker.next() { if case .key = step { throw error } }
        return Data()
    }
}

@Suite("Formats for secrets")
struct ConfidentialFormatTests {
    @Test(
        "Errors of a reader and a writer of documents tell nothing of what they hold, but why a file can't be opened",
        arguments: [(ModelError.Code.corruptData, false), (.duplicateKey, false), (ModelError.Code("wrongPassword"), true)])
    func documents(_ code: ModelError.Code, staysTold: Bool) {
        let format = SecretDocumentFormat(error: ModelError(code, "It is swordfish."))
        for body in [
            { try format.document(from: Data(), as: SecretDocumentFormat.format).root.isNull },
            { try format.encode(["swordfish": 1]).isEmpty },
        ] {
            do {
                _ = try body()
                Issue.record("No error")
            } catch let error as ModelError {
                #expect(error.code == code)
                #expect(!error.path.description.contains("swordfish"))
                #expect(error.reason.contains("swordfish") == staysTold)
            } catch {
                Issue.record("\(error)")
            }
        }
    }

    let folder: TemporaryFolder
    private let turned = TurnedFormat()

    init() throws { folder = try TemporaryFolder() }

    private func mode(_ file: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
    }

    private func withTurned(_ body: () throws -> Void) rethrows {
        try FormatRegistry.withFormats(FormatRegistry([turned]), body)
    }

    @Test("Their files are for the owner alone, from models and from bytes")
    func modes() throws {
        try withTurned {
            let file = folder.file("a")
            try KeyedArchive().encode(1).write(to: URL(fileURLWithPath: file))
            try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: file)
            try GuardedItem().write(toFile: file, format: TurnedFormat.format)
            #expect(try mode(file) == 0o600)
            let content = try BaseModel.content(ofFile: file)
            for atomically in [true, false] {
                let copy = folder.file("copy \(atomically)")
                try BaseModel.write(content: content, toFile: copy, format: TurnedFormat.format, atomically: atomically)
                #expect(try mode(copy) == 0o600)
                #expect(try BaseModel.content(ofFile: copy) == content)
            }
            let plain = folder.file("plain")
            try BaseModel.write(content: content, toFile: plain, format: .keyedArchive)
            // As the user's umask wants it.
            let other = folder.file("other")
            #expect(FileManager.default.createFile(atPath: other, contents: nil))
            #expect(try mode(plain) == mode(other))
        }
    }

    @Test("A format with a mapping protects the same classes as without one")
    func mapped() throws {
        var mapping = ModelMapping()
        try mapping.map(GuardedItem.self, [PropertyMapping("text", key: "t")])
        try FormatRegistry.withFormats(FormatRegistry([turned.mapped(by: mapping)])) {
            let file = folder.file("mapped")
            let item = GuardedItem()
            item.text = "plain"
            try KeyedArchive().encode(item).write(to: URL(fileURLWithPath: file))
            #expect(errorCode { try GuardedItem.load(fromFile: file) } == .corruptData)
            try item.write(toFile: file)
            #expect(try GuardedItem.load(fromFile: file).text == "plain")
            #expect(try FormatRegistry.current.document(from: BaseModel.content(ofFile: file))["t"]?.stringValue == "plain")
            #expect(try mode(file) == 0o600)
        }
    }

    @Test("A class that has to be of one format isn't read from another, except from its resource file")
    func required() throws {
        try withTurned {
            let file = folder.file("item")
            let item = GuardedItem()
            item.text = "plain"
            try KeyedArchive().encode(item).write(to: URL(fileURLWithPath: file))
            #expect(errorCode { try GuardedItem.load(fromFile: file) } == .corruptData)
            #expect(errorCode { try GuardedItem(contentsOfFile: file) } == .corruptData)
            #expect(try BaseModel.object(contentsOfFile: file) != nil)
            try item.write(toFile: file, format: TurnedFormat.format)
            #expect(try GuardedItem.load(fromFile: file).text == "plain")
        }
        // Where the format isn't linked, nothing is required.
        #expect(
            try FormatRegistry().formats(of: KeyedArchive().encode(GuardedItem()), for: GuardedItem.self)
                == [.keyedArchive])
        var two = FormatRegistry([turned])
        two.add(turned)
        #expect(try two.formats(of: Data(), for: GuardedItem.self) == [TurnedFormat.format])
    }

    @Test("The class of the root is known when the file is finished, and when reading begins")
    func roots() throws {
        _ = try turned.encode(GuardedItem())
        _ = try turned.encode([GuardedItem()])
        _ = try turned.encode(ModelNode.object(ObjectNode(CodedClass(name: "Somebody"))))
        _ = try turned.encode(ModelNode.array(ArrayNode([.object(ObjectNode(CodedClass(name: "Somebody")))])))
        #expect(turned.roots.written == ["GuardedItem", nil, "Somebody", nil])
        #expect(turned.roots.writtenTypes.map { $0 == GuardedItem.self } == [true, false, false, false])
        let file = try turned.encode(GuardedItem())
        _ = try turned.decode(GuardedItem.self, from: file)
        _ = try? turned.decode([Int].self, from: file)
        _ = try turned.decode(from: file, root: Item.self) { try $0.skipValue() }
        #expect(turned.roots.read.map { $0 == GuardedItem.self } == [true, false, false])
        #expect(turned.roots.read[2] == Item.self)
    }

    @Test("Any other format's error has the program's own in it")
    func foreignErrors() throws {
        struct Own: Error { let number = 5 }
        let writing = #expect(throws: ModelError.self) { try KeyedArchive().encode { _ in throw Own() } }
        let file = try KeyedArchive().encode(1)
        let reading = #expect(throws: ModelError.self) {
            try KeyedArchive().decode(from: file) { _ in throw ModelError.prefixing(.index(0), to: Own()) }
        }
        for error in [writing, reading] {
            #expect((error?.underlyingError as? Own)?.number == 5)
            #expect(error?.code == .underlying && error?.format == .keyedArchive)
        }
        #expect(reading?.withoutContent.underlyingError == nil)
        #expect(ModelError(.corruptData, "x").underlyingError == nil)
    }

    @Test("Their errors tell no content: neither values, nor the keys of dictionaries, nor foreign errors")
    func errors() throws {
        struct Leak: Error { let what = "hidden" }
        let cases: [(any Error, keeps: String?)] = [
            (ModelError(.typeMismatch, expected: "bool", found: "the number 4711"), "Expected bool"),
            (ModelError(.typeMismatch, expected: "bool", found: "string"), "found string"),
            (ModelError(.corruptData, "hidden 4711"), nil), (ModelError(.duplicateKey, "Twice: hidden."), nil),
            (ModelError(.depthExceeded, "Nested more than 5 levels deep."), "5 levels"), (Leak(), nil),
        ]
        for (error, kept) in cases {
            for body in [
                { _ = try self.turned.encode { _ in throw ModelError.prefixing(.key("hidden"), to: error) } },
                {
                    try self.turned.decode(from: self.turned.encode(1)) { _ in
                        throw ModelError.prefixing(.key("hidden"), to: error)
                    }
                },
            ] as [() throws -> Void] {
                do {
                    try body()
                    Issue.record("no error")
                } catch {
                    let text = "\(error) \(String(reflecting: error))"
                    #expect(!text.contains("hidden") && !text.contains("4711"), "\(text)")
                    if let kept { #expect(text.contains(kept), "\(text)") }
                    #expect((error as? ModelError)?.path.components == [.key("…")])
                    #expect((error as? ModelError)?.underlyingError == nil)
                }
            }
        }
        // What programs call their properties is no secret, nor where they say that files have them.
        final class Deep: BaseModel {
            var city = ""
            override class var modelProperties: [ModelProperty] {
                [ModelProperty("city", \Deep.city, key: PropertyKey(path: "onTheWay.town", aliases: ["place"]))]
            }
        }
        var deep = ClassRegistry()
        deep.add(Deep.self)
        ClassRegistry.withClasses(deep) {
            var error = ModelError(.typeMismatch, "hidden")
            error.path = ["onTheWay", "town", "nobodysKey", "place"]
            #expect(error.withoutContent.path.components == [.key("onTheWay"), .key("town"), .key("…"), .key("place")])
        }
        var classes = ClassRegistry()
        classes.add(Item.self)
        ClassRegistry.withClasses(classes) {
            let error = ModelError.prefixing(.key("count"), to: ModelError.prefixing(.key("nobodysKey"), to: Leak()))
                .withoutContent
            #expect(error.path.components == [.key("count"), .key("…")])
        }
    }
}
