#if Macros
import Foundation
import ModelCore
import ModelTesting
import Testing

@Suite("A binary format that has counts first")
struct PlainCBORTests {
    @Test("The contract", arguments: FormatContract.checks)
    func contract(_ check: ContractCheck) async {
        await FormatContract(PlainCBOR()).check(check)
    }

    /// A file with the bytes of hexadecimal digits behind the head.
    private func file(_ hex: String) -> Data {
        let digits = Array(hex)
        let bytes = stride(from: 0, to: digits.count, by: 2).compactMap { UInt8(String(digits[$0...$0 + 1]), radix: 16) }
        return PlainCBOR.head + Data(bytes)
    }

    @Test(
        "Values have the bytes of the standard",
        arguments: [
            ("83010203", try? ModelDocument(encoding: [1, 2, 3])), ("80", try? ModelDocument(encoding: [Int]())),
            ("a26161016162820203", try? ModelDocument(encoding: DocumentPair())),
            ("1bffffffffffffffff", ModelDocument(.uint64(.max))), ("3903e7", ModelDocument(.int64(-1000))),
            ("3b7fffffffffffffff", ModelDocument(.int64(.min))), ("1818", ModelDocument(.int64(24))),
            ("190100", ModelDocument(.int64(256))), ("1a000f4240", ModelDocument(.int64(1_000_000))),
            ("fb3ff199999999999a", ModelDocument(.double(1.1))), ("fa47c35000", ModelDocument(.float(100_000))),
            ("4401020304", ModelDocument(.data(Data([1, 2, 3, 4])))), ("62c3bc", ModelDocument(.string("ü"))),
            ("c074323031332d30332d32315432303a30343a30305a", nil),
            ("c07818323031332d30332d32315432303a30343a30302e3030305a", ModelDocument(.date(Date(timeIntervalSince1970: 1_363_896_240)))),
            ("f6", ModelDocument(.null)), ("f5", ModelDocument(.bool(true))),
        ] as [(String, ModelDocument?)])
    func standard(hex: String, document: ModelDocument?) throws {
        // A fraction is always written.
        let isWritten = document != nil
        let read = try PlainCBOR().document(from: file(hex))
        if isWritten { #expect(try PlainCBOR().encode(read) == file(hex)) }
        #expect(read == document ?? read)
    }

    @Test(
        "What isn't a part of the format, or is damaged, is refused",
        arguments: [
            "", "83", "8301", "9f01ff", "bf616101ff", "7f6161ff", "ff", "1c", "f8", "f93c00", "f7", "a1f600", "a10100", "a16161", "61ff", "0101",
            "9bffffffffffffffff", "bb7fffffffffffffff", "5affffffff", "3bffffffffffffffff", "c1fb41d452d9e20000", "c06161", "d9d9f700", "a2616101616102",
        ])
    func damaged(hex: String) {
        let error = #expect(throws: ModelError.self) { try PlainCBOR().document(from: file(hex)) }
        #expect(error?.code == .corruptData || error?.code == .duplicateKey, "\(hex): \(String(describing: error))")
    }
}

private struct DocumentPair: Encodable {
    var a = 1
    var b = [2, 3]
}

@Model struct CountedSpot: Equatable {
    var x = 0.0
    var label: String?
}

@Model class Counted: BaseModel {
    final var name = ""
    final var note: String?
    final var small: UInt8 = 1
    final var large: UInt64?
    final var ratio: Float = 0.1
    final var made: Date?
    final var bytes = Data()
    @Key(path: "address.city") final var city: String?
    @Key(path: "address.street") final var street: String?
    final weak var owner: Counted?
    final var observed = 0 { didSet {} }
    final var tags: Set<String> = []
    final var sizes: [String: Double] = [:]
    final var spot: CountedSpot?
    final var children: [Counted] = []
}

@Model final class CountedHeir: Counted {
    var more: [Int?] = [1, nil]
}

/// A class whose optionals only code of the program's reaches.
@Model final class Uncounted: BaseModel {
    var note: String? { didSet {} }
    @Transform(.link) var page: URL?
    @Transform(.cents) var price = Price(cents: 5)
    var children: [Counted] = []
}

/// A class that changes another object while it is written.
@Model final class Meddler: BaseModel {
    weak var owner: MeddledWith?

    override func encode(with encoder: ModelEncoder) throws {
        owner?.note = nil
        try super.encode(with: encoder)
    }
}

@Model final class MeddledWith: BaseModel {
    var meddler: Meddler?
    var note: String? = "Here."
}

@Suite("The guide's formats take the direct way")
struct DirectFormatTests {
    static let providers: [any FormatProvider] = [LineFormat(), PlainCBOR()]

    private func expectDirect<Value: ModelValue>(
        _ value: Value, _ provider: any FormatProvider, _ location: SourceLocation = #_sourceLocation
    ) throws {
        let format = provider.formats[0]
        let content = try #require(try provider.encodeDirectly(value, as: format), sourceLocation: location)
        #expect(try provider.encodeByDocument(value, as: format) == content, sourceLocation: location)
        let read = try #require(
            try provider.decodeDirectly(Value.self, from: content, as: format), sourceLocation: location)
        #expect(try provider.encode(read) == content, sourceLocation: location)
    }

    @Test("Models of ordinary classes", arguments: DirectFormatTests.providers)
    func ordinary(_ provider: any FormatProvider) throws {
        let empty = Counted()
        try expectDirect(empty, provider)
        let full = CountedHeir()
        full.name = "100 %\n"
        full.note = "A note."
        full.large = .max
        full.made = Date(timeIntervalSince1970: 0.25)
        full.bytes = Data([1, 2, 3])
        full.street = "Main Street"
        full.owner = empty
        full.tags = ["b", "a"]
        full.sizes = ["x": 1, "%": .pi]
        full.spot = CountedSpot(x: -1)
        full.children = [Counted(), Counted()]
        full.children[1].city = "Paris"
        full.children[1].spot = CountedSpot(label: "Here.")
        try expectDirect(full, provider)
        empty.children = [full]
        try expectDirect([empty], provider)
        try expectDirect(FormatSamples.sample(), provider)
    }

    @Test("Models with code of their own", arguments: DirectFormatTests.providers)
    func own(_ provider: any FormatProvider) throws {
        let model = Uncounted()
        try expectDirect(model, provider)
        model.note = "A note."
        model.page = URL(string: "https://example.com")
        model.children = [Counted()]
        try expectDirect(model, provider)
        try expectDirect([model, Uncounted()], provider)
    }

    @Test("A class without a key and one with an unknown key are read directly", arguments: [
        "lines 1\ndictionary\nend\n", "lines 1\ndictionary\ntext note\nnull\ntext x\narray\ntrue\nend\ntext name\ntext a\nend\n",
        "lines 1\ndictionary\ntext children\narray\ndictionary\ntext spot\ntrue\nend\nend\nend\n",
    ])
    func otherKeys(_ text: String) throws {
        let byDocument = Result { try LineFormat().decodeByDocument(Counted.self, from: Data(text.utf8), as: .lines) }
        let direct = Result { try LineFormat().decodeDirectly(Counted.self, from: Data(text.utf8), as: .lines) }
        #expect(try (try? direct.get()).map { try LineFormat().encode($0) } == (try? byDocument.get()).map { try LineFormat().encode($0) })
    }

    @Test("A count is right even if code of the program's changes the object meanwhile", arguments: DirectFormatTests.providers)
    func meddled(_ provider: any FormatProvider) throws {
        func meddled() -> MeddledWith {
            let model = MeddledWith()
            model.meddler = Meddler()
            model.meddler?.owner = model
            return model
        }
        let model = meddled()
        let content = try provider.encode([model])
        #expect(model.note == nil)
        let read = try provider.decode([MeddledWith].self, from: content)
        #expect(read[0].note == nil && read[0].meddler != nil)
    }
}
#endif
