/// Text that formats may handle wrongly.
enum ContractText {
    /// Text that every format can hold.
    static let samples: [(name: String, text: String)] = [
        ("empty", ""), ("a letter", "a"), ("a space", " "), ("spaces around", "  in between  "), ("a digit", "1"),
        ("true", "true"), ("null", "null"), ("nil", "nil"), ("a number", "1.50"),
        ("a date", "2018-03-16T16:49:14.125Z"),
        ("$null", "$null"), ("$class", "$class"), ("$alias", "$alias"), ("$archiver", "$archiver"), ("$data", "$data"),
        ("CF$UID", "CF$UID"), ("dots", "a.b.c"), ("brackets", "a[0].b"), ("quotes", "\"'`"),
        ("backslash", "\\ \\n \\u0041"),
        ("slash", "a/b"), ("XML", "<a>&amp;</a>&lt;]]><!-- -->"), ("percent", "%s %20 %"),
        ("comma", "a, b; c: {d} [e] (f) = g"),
        ("comment", "# no // comment /* at all */"), ("tab", "\ttab\t"), ("newline", "one\ntwo\n"),
        ("newlines only", "\n\n"),
        ("carriage return", "one\r\ntwo\rthree"), ("Latin", "Grüße, señor"), ("Greek", "Ὀδυσσεύς"), ("Chinese", "漢字かな"),
        ("combining first", "\u{301}a"), ("combining", "e\u{301} a\u{308}\u{323}"), ("precomposed", "\u{E9}"),
        ("Hangul jamo", "\u{1112}\u{1161}\u{11AB}"),
        ("emoji", "👩‍👩‍👧‍👦 🇫🇷 👍🏽 \u{2764}\u{FE0F}"), ("right to left", "\u{202B}שלום عالم\u{202C}"),
        ("plane 16", "\u{10FFFD}\u{10000}\u{1F600}"), ("around the surrogates", "\u{D7FF}\u{E000}"),
        ("line separators", "a\u{2028}b\u{2029}c\u{85}d"), ("byte order mark inside", "a\u{FEFF}b"),
        ("byte order mark first", "\u{FEFF}a"), ("no-break space", "\u{A0}a\u{A0}"), ("delete", "a\u{7F}b"),
        ("C1 control", "a\u{80}\u{9F}b"), ("replacement", "\u{FFFD}"), ("zero width", "a\u{200B}b\u{200D}c"),
        ("the ends of each length in UTF-8", "\u{20}\u{7F}\u{80}\u{7FF}\u{800}\u{FFFD}\u{10000}\u{10FFFD}"),
        ("the last letter of one byte", "~"), ("the first letter of two bytes", "\u{A0}"),
        ("the last letter of two bytes", "\u{7FF}"), ("the first letter of three bytes", "\u{800}"),
        ("the last letter before the surrogates", "\u{D7FF}"), ("the first letter behind them", "\u{E000}"),
        ("the first letter of four bytes", "\u{10000}"), ("the last letter", "\u{10FFFD}"),
        ("many marks", "a" + String(repeating: "\u{301}\u{323}", count: 30)),
        ("length 127", String(repeating: "u", count: 127)), ("length 128", String(repeating: "v", count: 128)),
        ("length 254", String(repeating: "\u{E9}", count: 127)), ("length 257", String(repeating: "w", count: 257)),
        ("length 65,535", String(repeating: "abcde", count: 13107)),
        ("length 65,537", String(repeating: "f", count: 65537)),
        ("length 196,608", String(repeating: "\u{6F22}", count: 65536)),
        ("length 14", String(repeating: "x", count: 14)), ("length 15", String(repeating: "x", count: 15)),
        ("length 16", String(repeating: "é", count: 16)), ("length 255", String(repeating: "y", count: 255)),
        ("length 256", String(repeating: "z", count: 256)), ("length 65,536", String(repeating: "ab\"d", count: 16384)),
    ]

    /// Text that some formats, such as XML, can't contain. They may refuse it.
    static let uncommon: [(name: String, text: String)] = [
        ("NUL", "\0"), ("NUL inside", "a\0b"), ("NUL last", "a\0"), ("controls", "\u{1}\u{8}\u{B}\u{C}\u{1B}\u{1F}"),
        ("noncharacters", "\u{FFFE}\u{FFFF}\u{1FFFE}"),
    ]
}
