import FormatSupport
import Foundation
import FoundationValues
import Testing

@testable import Documents

@Suite("Limits, styles of keys and of dates")
struct ConventionTests {
    @Test(
        "A file may have as many values as its size or a quarter of a million fourfold",
        arguments: [
            (0, 1_000_000), (249_999, 1_000_000), (250_000, 1_000_000), (250_001, 1_000_004), (1_000_000, 4_000_000),
        ])
    func nodes(_ size: Int, _ nodes: Int) {
        let limits = DecodingLimits.standard.forFile(of: size)
        #expect(limits.nodes == nodes && limits.depth == 512)
        #expect(DecodingLimits(depth: 3, nodes: 7, bytes: 9).forFile(of: size) == DecodingLimits(depth: 3, nodes: 7, bytes: 9))
    }

    @Test(
        "What is made of a file has at most 64 times its bytes, or 256 MiB",
        arguments: [
            (0, 1 << 28), (1 << 22, 1 << 28), (1 << 22 + 1, 1 << 28 + 64), (.max, 2_147_483_647),
        ])
    func bytes(_ size: Int, _ bytes: Int) { #expect(DecodingLimits.standard.forFile(of: size).bytes == bytes) }

    @Test("The errors of limits say which limit it was")
    func errors() {
        #expect(ModelError.tooDeep(DecodingLimits(depth: 5), at: 5).reason == "Nested more than 5 levels deep.")
        #expect(ModelError.tooDeep(DecodingLimits(depth: 5), at: 4).reason.hasPrefix("Nested 4 levels deep"))
        #expect(ModelError.tooMany(7).code == .nodesExceeded && ModelError.tooLarge(8).code == .bytesExceeded)
    }

    @Test(
        "Keys in each style",
        arguments: [
            ("name", "name", "NAME", "name", "Name"), ("firstName", "first_name", "FIRST_NAME", "first-name", "FirstName"),
            ("homePageURL", "home_page_url", "HOME_PAGE_URL", "home-page-url", "HomePageURL"),
            ("urlOfHome", "url_of_home", "URL_OF_HOME", "url-of-home", "UrlOfHome"),
            ("URLs", "urls", "URLS", "urls", "URLs"), ("homeURLs", "home_urls", "HOME_URLS", "home-urls", "HomeURLs"),
            ("URLsOfHome", "urls_of_home", "URLS_OF_HOME", "urls-of-home", "URLsOfHome"),
            ("URLScheme", "url_scheme", "URL_SCHEME", "url-scheme", "URLScheme"), ("URLset", "ur_lset", "UR_LSET", "ur-lset", "URLset"),
            ("aBC", "abc", "ABC", "abc", "ABC"), ("x", "x", "X", "x", "X"), ("", "", "", "", ""),
            ("iPhone", "i_phone", "I_PHONE", "i-phone", "IPhone"),
            ("first_name", "first_name", "FIRST_NAME", "first-name", "First_name"), ("_hidden", "_hidden", "_HIDDEN", "_hidden", "_hidden"),
            ("line2", "line2", "LINE2", "line2", "Line2"), ("line2Text", "line2_text", "LINE2_TEXT", "line2-text", "Line2Text"),
        ])
    func keys(_ name: String, _ snake: String, _ upper: String, _ kebab: String, _ pascal: String) {
        #expect(KeyStyle.snakeCase.key(for: name) == snake)
        #expect(KeyStyle.upperSnakeCase.key(for: name) == upper)
        #expect(KeyStyle.kebabCase.key(for: name) == kebab)
        #expect(KeyStyle.pascalCase.key(for: name) == pascal)
    }

    private let date = Date(timeIntervalSinceReferenceDate: 1.123456789)

    @Test(
        "As many digits of a fraction as are asked for, from none to nine",
        arguments: [
            (-1, "2001-01-01T00:00:01Z"), (0, "2001-01-01T00:00:01Z"), (1, "2001-01-01T00:00:01.1Z"), (3, "2001-01-01T00:00:01.123Z"),
            (6, "2001-01-01T00:00:01.123457Z"), (7, "2001-01-01T00:00:01.1234568Z"), (9, "2001-01-01T00:00:01.123456789Z"),
            (10, "2001-01-01T00:00:01.123456789Z"),
        ])
    func digits(_ digits: Int, _ text: String) throws {
        #expect(try DateStyle.iso8601(fractionDigits: digits).scalar(of: date) == .string(text))
    }

    @Test("In a time zone, on both sides of it")
    func zones() throws {
        for (seconds, text) in [(5400, "2001-01-01T01:30:01+01:30"), (-5400, "2000-12-31T22:30:01-01:30"), (0, "2001-01-01T00:00:01Z")] {
            let style = DateStyle.iso8601(timeZone: try #require(TimeZone(secondsFromGMT: seconds)))
            #expect(try style.scalar(of: date) == .string(text))
            #expect(try style.date(of: .string(text)) == Date(timeIntervalSinceReferenceDate: 1))
        }
    }

    @Test("The ends of the years that texts have")
    func ends() throws {
        for style in [DateStyle.iso8601, .day, .format("yyyy-MM-dd")] {
            for seconds in [DateText.range.lowerBound, DateText.range.upperBound - 1] {
                _ = try style.scalar(of: Date(timeIntervalSinceReferenceDate: seconds))
            }
            for seconds in [DateText.range.lowerBound - 1, DateText.range.upperBound, .nan, .infinity] {
                #expect(throws: ModelError.self) { try style.scalar(of: Date(timeIntervalSinceReferenceDate: seconds)) }
            }
        }
        // This one keeps dates that it has no text for as they are.
        let far = Date(timeIntervalSinceReferenceDate: 1e300)
        #expect(try DateStyle.sortableText.scalar(of: far) == .date(far))
    }

    @Test("Seconds from 2001: integers where they are exact, and both zeros")
    func seconds() throws {
        let cases: [(Double, ModelScalar)] = [
            (0, .int64(0)), (-0.0, .double(-0.0)), (5, .int64(5)), (-5, .int64(-5)), (0.5, .double(0.5)), (1e300, .double(1e300)),
            (0x1p62, .int64(1 << 62)), (0x1p63, .double(0x1p63)),
        ]
        for (seconds, scalar) in cases {
            let written = try DateStyle.secondsSince2001.scalar(of: Date(timeIntervalSinceReferenceDate: seconds))
            #expect(written == scalar && "\(written)" == "\(scalar)")
            let read = try DateStyle.secondsSince2001.date(of: scalar).timeIntervalSinceReferenceDate
            #expect(read.bitPattern == seconds.bitPattern)
        }
    }

    @Test("Of two styles the first one writes, and reads what it can; its error is told")
    func either() throws {
        struct Refused: Error {}
        let picky = DateStyle { _ in
            .string("picky")
        } read: { scalar in
            if case .string = scalar { throw Refused() }
            return nil
        }
        let both = DateStyle.secondsSince1970.or(.iso8601)
        #expect(try both.scalar(of: Date(timeIntervalSince1970: 5)) == .int64(5))
        #expect(try both.date(of: .int64(5)) == Date(timeIntervalSince1970: 5))
        #expect(try both.date(of: .string("1970-01-01T00:00:05Z")) == Date(timeIntervalSince1970: 5))
        #expect(throws: ModelError.self) { try both.date(of: .string("x")) }
        #expect(throws: ModelError.self) { try both.date(of: .bool(true)) }
        #expect(try picky.or(.iso8601).date(of: .string("1970-01-01T00:00:05Z")) == Date(timeIntervalSince1970: 5))
        #expect(throws: Refused.self) { try picky.or(.iso8601).date(of: .string("x")) }
        #expect(try picky.or(.secondsSince1970).date(of: .int64(7)) == Date(timeIntervalSince1970: 7))
        let one = Date(timeIntervalSince1970: 1)
        #expect(try picky.date(of: .date(one)) == one)
    }

    @Test("Numbers as texts stand for dates only where all scalars are texts")
    func texts() throws {
        #expect(try DateStyle.secondsSince1970.date(of: .string("5"), fromText: true) == Date(timeIntervalSince1970: 5))
        #expect(throws: ModelError.self) { try DateStyle.secondsSince1970.date(of: .string("5")) }
        #expect(throws: ModelError.self) { try DateStyle.iso8601.date(of: .string("5"), fromText: true) }
    }

    /// What each conversion makes of each scalar: the value as a text; nil if it refuses it.
    @Test("Each scalar as each type, without and with conversion of texts")
    func scalars() {
        func row(_ scalar: ModelScalar, _ fromText: Bool) -> String {
            func text<Value>(_ body: (ModelScalar, Bool) throws -> Value) -> String {
                (try? body(scalar, fromText)).map { "\($0)" } ?? "-"
            }
            return [
                text(ScalarConversion.bool), text(ScalarConversion.int64), text(ScalarConversion.uint64), text(ScalarConversion.double),
                text(ScalarConversion.float), text(ScalarConversion.decimal), text(ScalarConversion.string),
            ].joined(separator: " ")
        }
        let rows: [(ModelScalar, String, String)] = [
            (.null, "- - - - - - -", "- - - - - - -"), (.bool(true), "true - - - - - -", "true - - - - - -"),
            (.int64(0), "false 0 0 0.0 0.0 0 -", "false 0 0 0.0 0.0 0 0"), (.int64(1), "true 1 1 1.0 1.0 1 -", "true 1 1 1.0 1.0 1 1"),
            (.uint64(1), "true 1 1 1.0 1.0 1 -", "true 1 1 1.0 1.0 1 1"), (.int64(-2), "- -2 - -2.0 -2.0 -2 -", "- -2 - -2.0 -2.0 -2 -2"),
            (
                .uint64(.max), "- - 18446744073709551615 - - 18446744073709551615 -",
                "- - 18446744073709551615 1.8446744073709552e+19 1.8446744e+19 18446744073709551615 18446744073709551615"
            ),
            (
                .int64(1 << 53 + 1), "- 9007199254740993 9007199254740993 - - 9007199254740993 -",
                "- 9007199254740993 9007199254740993 9007199254740992.0 9.007199e+15 9007199254740993 9007199254740993"
            ),
            (
                .uint64(1 << 63), "- - 9223372036854775808 9.223372036854776e+18 9.223372e+18 9223372036854775808 -",
                "- - 9223372036854775808 9.223372036854776e+18 9.223372e+18 9223372036854775808 9223372036854775808"
            ),
            (
                .uint64(1 << 24 + 1), "- 16777217 16777217 16777217.0 - 16777217 -",
                "- 16777217 16777217 16777217.0 16777216.0 16777217 16777217"
            ),
            (.double(1), "- 1 1 1.0 1.0 1 -", "- 1 1 1.0 1.0 1 1.0"),
            (.double(-0.5), "- - - -0.5 -0.5 -0.5 -", "- - - -0.5 -0.5 -0.5 -0.5"),
            (.double(0.1), "- - - 0.1 0.1 0.1 -", "- - - 0.1 0.1 0.1 0.1"),
            (.float(0.1), "- - - 0.10000000149011612 0.1 0.1 -", "- - - 0.10000000149011612 0.1 0.1 0.1"),
            (
                .double(1e39), "- - - 1e+39 - 1000000000000000000000000000000000000000 -",
                "- - - 1e+39 - 1000000000000000000000000000000000000000 1e+39"
            ),
            (.double(.infinity), "- - - inf inf - -", "- - - inf inf - inf"), (.double(.nan), "- - - nan nan - -", "- - - nan nan - nan"),
            (.decimal(Decimal(string: "1.5")!), "- - - 1.5 1.5 1.5 -", "- - - 1.5 1.5 1.5 1.5"),
            (.decimal(Decimal(2)), "- 2 2 2.0 2.0 2 -", "- 2 2 2.0 2.0 2 2"),
            (.string("1"), "- - - - - 1 1", "true 1 1 1.0 1.0 1 1"), (.string("TRUE"), "- - - - - - TRUE", "true - - - - - TRUE"),
            (.string("no"), "- - - - - - no", "false - - - - - no"), (.string("1e2"), "- - - - - 100 1e2", "- 100 100 100.0 100.0 100 1e2"),
            (.string("inf"), "- - - - - - inf", "- - - inf inf - inf"), (.string("1e999"), "- - - - - - 1e999", "- - - - - - 1e999"),
            (.string("-1"), "- - - - - -1 -1", "- -1 - -1.0 -1.0 -1 -1"), (.uid(7), "- 7 7 - - - -", "- 7 7 - - - -"),
            (.data(Data([1])), "- - - - - - -", "- - - - - - AQ=="),
        ]
        for (scalar, plain, fromText) in rows {
            #expect(row(scalar, false) == plain, "\(scalar)")
            #expect(row(scalar, true) == fromText, "\(scalar) from text")
        }
    }

    @Test("What a file may begin with", arguments: ModelKind.allCases)
    func roots(_ kind: ModelKind) {
        let isArray = [.array, .set, .orderedSet].contains(kind)
        let isDictionary = [.dictionary, .object].contains(kind)
        #expect(FormatCapabilities().allowsRoot(kind))
        #expect(FormatCapabilities.arrayRoots.allowsRoot(kind) == isArray)
        #expect(FormatCapabilities.dictionaryRoots.allowsRoot(kind) == isDictionary)
        let both: FormatCapabilities = [.arrayRoots, .dictionaryRoots]
        #expect(both.allowsRoot(kind) == (isArray || isDictionary))
        #expect(kind.isContainer == (isArray || isDictionary))
        for capabilities in [FormatCapabilities(), .arrayRoots, .dictionaryRoots, both] {
            do {
                try capabilities.requireRoot(kind)
                #expect(capabilities.allowsRoot(kind))
            } catch {
                #expect(!capabilities.allowsRoot(kind) && error.code == .unrepresentableValue)
            }
        }
    }

    @Test("A style's name, the class of a format and its place are kept apart")
    func formats() {
        let place = FileFormat.userDefaults(suite: "s")
        #expect(place == .userDefaults && place.place == "s" && place.at(nil).place == nil && place.isStore && !FileFormat.json.isStore)
        #expect(FileFormat.json5 == .json && FileFormat.json5.style == "json5" && FileFormat.json5.written(in: nil).style == nil)
        #expect(FileFormat.json.keepingText.keepsText && !FileFormat.json.keepsText)
        #expect(Set(FileFormat.wellKnown).count == FileFormat.wellKnown.count)
    }
}
