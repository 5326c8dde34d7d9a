import Foundation
import ModelCore

#if Macros
    /// Texts and data: as single values, optional values, elements and keys.
    @Model final class GoldenTexts: BaseModel {
        var text = "default"
        var empty = "default"
        var long = ""
        var maybe: String?
        var list: [String] = []
        var holes: [String?] = []
        var table: [String: String] = [:]
        var letters: Set<String> = []
        var data = Data([1])
        var noData = Data([1])
        var maybeData: Data?
        var blocks: [Data] = []
        var blocksByName: [String: Data] = [:]

        /// Texts that a format may have to quote or to escape.
        static let awkward = [
            "", "a", " ", "  in between  ", "1", "1.50", "true", "null", "nil", "2018-03-16T16:49:14.125Z", "$null", "$class",
            "$alias", "$archiver", "CF$UID", "a.b[0].c", "\"'`", "\\ \\n \\u0041", "<a>&amp;</a>&lt;]]><!-- -->",
            "a, b; c: {d} [e] (f) = g", "# no // comment /* at all */", "\ttab", "one\ntwo\n", "a\r\nb\rc", "Grüße", "漢字かな",
            "e\u{301}", "\u{E9}", "\u{301}a", "👩‍👩‍👧‍👦 🇫🇷", "\u{202B}שלום\u{202C}", "\u{10FFFD}\u{10000}", "\u{D7FF}\u{E000}",
            "a\u{2028}b\u{2029}c\u{85}d", "\u{FEFF}a", "\u{A0}", "a\u{7F}b\u{80}\u{9F}", "\u{FFFD}", "AQID",
            String(repeating: "x", count: 14), String(repeating: "x", count: 15), String(repeating: "é", count: 16),
            String(repeating: "y", count: 255), String(repeating: "z", count: 256),
        ]

        static func sample() -> GoldenTexts {
            let sample = GoldenTexts()
            (sample.text, sample.empty, sample.maybe) = ("Zoë \u{1F600}", "", "")
            sample.long = String(repeating: "0123456789 é \"quoted\" ", count: 200)
            sample.list = awkward
            sample.holes = [nil, "a", nil]
            sample.table = Dictionary(uniqueKeysWithValues: awkward.filter { $0 != "\u{E9}" }.map { ($0, $0 + "!") })
            sample.letters = ["a", "b", "\u{E9}"]
            (sample.data, sample.noData, sample.maybeData) = (Data([0, 1, 127, 128, 255]), Data(), Data("text".utf8))
            sample.blocks = [Data(), Data([0]), Data((0..<300).map { UInt8($0 & 255) }), Data(count: 1500)]
            sample.blocksByName = ["b": Data([9])]
            return sample
        }
    }

    /// Texts that some formats can't contain.
    @Model final class GoldenControls: BaseModel {
        var text = ""
        var list: [String] = []
        var table: [String: Int] = [:]
        @Key("a\u{1}b") var key = 0

        static func sample() -> GoldenControls {
            let sample = GoldenControls()
            sample.text = "a\0b"
            sample.list = ["\0", "\u{1}\u{8}\u{B}\u{C}\u{1B}\u{1F}", "\u{FFFE}\u{FFFF}\u{1FFFE}", "a\0"]
            sample.table = ["a\u{1}": 1, "\0": 2]
            sample.key = 5
            return sample
        }
    }

    /// Keys that a format may have to quote, to escape or to compare as a whole.
    @Model final class GoldenAwkwardKeys: BaseModel {
        @Key("-dash") var none = 0
        @Key("with a space") var space = 0
        @Key("a.dot") var dot = 0
        @Key("1st") var digit = 0
        @Key("17") var number = 0
        @Key("true") var word = 0
        @Key("a=b;c,d:e") var signs = 0
        @Key("a\"quote\\n'") var quote = 0
        @Key("<b>&") var markup = 0
        @Key("漢字\u{1F600}") var unicode = 0
        @Key("e\u{301}") var accent = 0
        @Key("$alias") var alias = 0
        @Key("$null") var null = 0
        @Key("CF$UID") var identifier = 0
        @Key("NS.objects") var objects = 0
        @Key("KEY") var upper = 0
        @Key("key") var lower = 0
        @Key("a long key, of more than sixteen bytes 1") var long = 0
        @Key("a long key, of more than sixteen bytes 2") var longer = 0
        @Key("a very long key, of more than two hundred and fifty-five bytes: ................................................................................................................................................................................................................end") var longest = 0
        var inner: GoldenAwkwardKeys?

        static func sample() -> GoldenAwkwardKeys {
            let (sample, inner) = (GoldenAwkwardKeys(), GoldenAwkwardKeys())
            let paths: [ReferenceWritableKeyPath<GoldenAwkwardKeys, Int>] = [
                \.none, \.space, \.dot, \.digit, \.number, \.word, \.signs, \.quote, \.markup, \.unicode, \.accent, \.alias,
                \.null, \.identifier, \.objects, \.upper, \.lower, \.long, \.longer, \.longest,
            ]
            for (index, path) in paths.enumerated() {
                (sample[keyPath: path], inner[keyPath: path]) = (100 + index, -1 - index)
            }
            sample.inner = inner
            return sample
        }
    }
#endif
