import FormatSupport
import Foundation
import TestSupport
import Testing

@Suite("Bytes and texts against simple code")
struct TextPartTests {
    @Test("A text in an error has at most sixty characters", arguments: [0, 1, 59, 60, 61, 200])
    func quoted(_ count: Int) {
        for letter in ["a", "é", "\u{1F600}", "\""] {
            let text = String(repeating: letter, count: count)
            let shown = String(repeating: letter, count: min(count, 60)).debugDescription
            #expect(ErrorText.quoted(text) == (count > 60 ? "\(shown)… (\(text.utf8.count) bytes)" : shown))
            #expect(ErrorText.quoted(text[...]) == ErrorText.quoted(text))
        }
    }

    @Test("Lines and columns of places in any order", arguments: [1, 2, 3])
    func lines(_ seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for size in [0, 1, 100, 4095, 4096, 4097, 20_000] {
            let bytes = (0..<size).map { _ in Int.random(in: 0..<30, using: &generator) == 0 ? UInt8(0x0A) : 0x61 }
            let source = ByteSource(Data(bytes))
            var counter = LineCounter()
            func expected(_ place: Int) -> (Int, Int) {
                let before = bytes.prefix(place)
                let line = before.count { $0 == 0x0A } + 1
                return (line, place - (before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0) + 1)
            }
            for _ in 0..<60 {
                let place = Int.random(in: 0...size, using: &generator)
                let found = counter.lineAndColumn(at: place, in: source)
                let (line, column) = expected(place)
                #expect(found.line == line && found.column == column, "\(place) of \(size)")
            }
            for (place, end) in [(-1, 0), (size + 5, size)] {
                let found = counter.lineAndColumn(at: place, in: source)
                #expect((found.line, found.column) == expected(end))
            }
        }
    }

    @Test("UTF-8 is what the standard library takes for it, and the first wrong byte is found")
    func utf8() {
        let parts: [[UInt8]] = [
            [0x61], [0x7F], [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xC2, 0x80], [0xDF, 0xBF], [0xC2], [0xC2, 0x61], [0xC2, 0xC0],
            [0xE0, 0x9F, 0xBF], [0xE0, 0xA0, 0x80], [0xE1, 0x80, 0x80], [0xEC, 0xBF, 0xBF], [0xED, 0x9F, 0xBF], [0xED, 0xA0, 0x80],
            [0xED, 0xBF, 0xBF],
            [0xEE, 0x80, 0x80], [0xEF, 0xBF, 0xBF], [0xE1, 0x80], [0xE1, 0x80, 0x61], [0xE1, 0x80, 0xC0], [0xF0, 0x8F, 0xBF, 0xBF],
            [0xF0, 0x90, 0x80, 0x80],
            [0xF1, 0x80, 0x80, 0x80], [0xF3, 0xBF, 0xBF, 0xBF], [0xF4, 0x8F, 0xBF, 0xBF], [0xF4, 0x90, 0x80, 0x80],
            [0xF5, 0x80, 0x80, 0x80], [0xFF],
            [0xF1, 0x80, 0x80], [0xF1, 0x80, 0x80, 0x61], [0xF1, 0x80, 0x61, 0x80],
        ]
        for part in parts {
            let isValid = String(validating: part, as: UTF8.self) != nil
            for before in [0, 1, 6, 7, 8, 15] {
                for behind in [0, 1, 7, 8, 9] {
                    let bytes = [UInt8](repeating: 0x61, count: before) + part + [UInt8](repeating: 0x62, count: behind)
                    let found = bytes.withBytes { ($0.isUTF8, $0.firstInvalidUTF8, $0.isASCII) }
                    #expect(found.0 == isValid && (found.1 == nil) == isValid, "\(part) behind \(before), before \(behind)")
                    #expect(found.2 == bytes.allSatisfy { $0 < 0x80 })
                    if !isValid {
                        // All before the first wrong byte is right.
                        let place = found.1 ?? 0
                        #expect(String(validating: bytes.prefix(place), as: UTF8.self) != nil && place >= before, "\(part)")
                    }
                }
            }
        }
    }

    @Test("Decimals of any digits are those that the digits say, or none")
    func decimals() throws {
        var generator = SeededGenerator(seed: 5)
        for _ in 0..<3000 {
            let count = Int.random(in: 1...38, using: &generator)
            // Runs of zeros, at the beginning, within and at the end.
            let digits = (0..<count).map { _ in Int.random(in: 0..<3, using: &generator) == 0 ? Int.random(in: 0...9, using: &generator) : 0
            }
            let point = Int.random(in: 0...count, using: &generator)
            let text = digits.map { "\($0)" }.joined()
            let sign = ["", "-", "+"].randomElement(using: &generator)!
            let exponent = Int.random(in: -40...40, using: &generator)
            let numeral = "\(sign)\(text.prefix(point)).\(text.dropFirst(point))" + (exponent % 2 == 0 ? "e\(exponent)" : "")
            let value = try #require(UInt128(text))
            let scale = (exponent % 2 == 0 ? exponent : 0) - (count - point)
            var expected = Decimal(string: "\(value)e\(scale)")
            if sign == "-", let number = expected, value != 0 { expected = -number }
            #expect(DecimalText.decimal(numeral) == expected, "\(numeral)")
        }
        for (text, expected) in [
            ("1000000000000000000000000000000000000001", nil),
            ("100000000000000000000000000000000000001", "100000000000000000000000000000000000001"),
            ("0.00000000000000000000000000000000000000000001", "1e-44"), ("1e127", "1e127"), ("1e128", "10e127"),
            ("1e166", nil),
            ("1e-128", "1e-128"), ("1e-129", nil), ("10e-129", "1e-128"), ("0e999", "0"), ("1e99999999999999999999", nil),
        ] as [(String, String?)] {
            #expect(DecimalText.decimal(text) == expected.flatMap { Decimal(string: $0) }, "\(text)")
        }
    }

    @Test("A double is rounded to digits as C's printf does it")
    func rounded() {
        var generator = SeededGenerator(seed: 6)
        for _ in 0..<3000 {
            let value = Double.random(in: -1e6...1e6, using: &generator) * Double.random(in: 0...1e-3, using: &generator)
            let count = Int.random(in: 1...17, using: &generator)
            let expected = Decimal(string: String(format: "%.\(count)g", value))
            #expect(DecimalText.decimal(value, digits: count) == expected, "\(value), \(count)")
        }
        #expect(DecimalText.decimal(.infinity, digits: 3) == nil && DecimalText.decimal(.nan, digits: 3) == nil)
        #expect(DecimalText.decimal(0, digits: 1) == 0 && DecimalText.decimal(1e300, digits: 17) == nil)
    }

    @Test("The parts of paths, also of those for which Foundation stops the program", arguments: [
        ("/", "/", "/", ""), ("//", "/", "/", ""), ("a", "", "a", ""), ("a/", "", "a", ""), ("/a", "/", "a", ""), ("a/b", "a", "b", ""),
        ("/a/b.c", "/a", "b.c", "c"), ("/a.b/c", "/a.b", "c", ""), (".a", "", ".a", ""), ("a.", "", "a.", ""), ("a.b.c", "", "a.b.c", "c"),
        ("/x/.y.z", "/x", ".y.z", "z"), ("/a//b//", "/a", "b", ""), ("", "", "", ""),
    ])
    func paths(path: String, folder: String, name: String, fileExtension: String) {
        #expect(PathText.folder(of: path) == folder)
        #expect(PathText.name(of: path) == name)
        #expect(PathText.fileExtension(of: path) == fileExtension)
        #expect(PathText.appending("n", to: path) == (path.hasSuffix("/") || path.isEmpty ? path + "n" : path + "/n"))
    }

    @Test("Data contains a text where its bytes are")
    func containedText() {
        let data = Data("<<<plist>".utf8)
        for text in ["", "<", "<plist", "plist>", "<<<plist>"] { #expect(data.contains(text: text), "\(text)") }
        for text in ["<<<<", "plist>>", "P", "<<<plist> "] { #expect(!data.contains(text: text), "\(text)") }
        #expect(Data().contains(text: "") && !Data().contains(text: "a"))
    }

    @Test("A thread waits with a monitor for what another one does")
    func monitor() {
        final class Turn: @unchecked Sendable { var number = 0 }
        let (monitor, turn) = (Monitor(), Turn())
        let thread = Thread {
            monitor.withLock {
                while turn.number == 0 { monitor.wait() }
                turn.number = 2
                monitor.broadcast()
            }
        }
        thread.start()
        monitor.withLock {
            turn.number = 1
            monitor.broadcast()
            while turn.number == 1 { monitor.wait() }
        }
        #expect(turn.number == 2)
    }

    @Test("Of keys that are there twice, the first or the last place counts, object by object")
    func repeatedKeys() {
        for keepsLast in [false, true] {
            var keys = RepeatedKeys(keepsLast: keepsLast)
            #expect(keys.isInObject == nil && keys.depth == 0)
            keys.begin(isObject: true)
            keys.note("a", at: 1)
            keys.note("b", at: 2)
            keys.begin(isObject: false)
            keys.note("a", at: 3)
            #expect(keys.isInObject == false && keys.depth == 2)
            keys.begin(isObject: true)
            keys.note("a", at: 4)
            keys.note("a", at: 5)
            keys.note("a", at: 6)
            keys.end()
            keys.end()
            keys.note("a", at: 7)
            keys.note("e\u{301}", at: 8)
            keys.note("é", at: 9)
            #expect(keys.isInObject == true && keys.places == (keepsLast ? [1, 4, 5] : [5, 6, 7]))
            keys.end()
            // The name of a class counts where it is first: there it names the class.
            keys.begin(isObject: true)
            keys.note("$class", at: 10)
            keys.note("x", at: 11)
            keys.note("$class", at: 12)
            keys.end()
            keys.begin(isObject: true)
            keys.note("x", at: 20)
            keys.note("$class", at: 21)
            keys.note("$class", at: 22)
            keys.end()
            #expect(keys.places == (keepsLast ? [1, 4, 5, 12, 21] : [5, 6, 7, 12, 22]))
        }
    }

    @Test(
        "Offsets of dates up to 23:59, and hours up to 24:00:00",
        arguments: [
            ("2001-01-01T00:00:00+23:59", -86_340), ("2001-01-01T00:00:00-23:59", 86_340), ("2001-01-01T00:00:00+24:00", nil),
            ("2001-01-01T00:00:00+2400", nil),
            ("2001-01-01T00:00:00-24", nil), ("2001-01-01T00:00:00+23", -82_800), ("2001-01-01T00:00:00+0060", nil),
            ("2001-01-01T00:00:00+00:59", -3540),
            ("2001-01-01T24:00:00Z", 86_400), ("2001-01-01T24:00:00.0Z", 86_400), ("2001-01-01T24:00:00.5Z", nil),
            ("2001-01-01T24:00:01Z", nil),
            ("2001-01-01T23:59:60Z", 86_400), ("2001-01-01T23:59:61Z", nil), ("2001-01-01T00:60:00Z", nil), ("2001-01-01T25:00:00Z", nil),
            ("2001-01-01T24:00:00.00000000000000000000Z", 86_400), ("2001-01-01T24:00:00.00000000000000000001Z", nil),
        ] as [(String, Double?)])
    func clocks(_ text: String, _ seconds: Double?) {
        #expect(DateText.date(from: text)?.timeIntervalSinceReferenceDate == seconds)
    }

    @Test("A table of objects that was emptied has room again, and frees what it had")
    func emptied() {
        final class Thing {}
        var table = IdentityTable(bits: 3)
        for _ in 0..<50 {
            weak var freed: Thing?
            do {
                let things = (0..<6).map { _ in Thing() }
                for (number, thing) in things.enumerated() {
                    let known = table.findOrInsert(thing, number)
                    #expect(known == nil)
                }
                freed = things[0]
            }
            table.removeAll(bits: 3)
            #expect(freed == nil)
            var left = 0
            table.forEach { _, _ in left += 1 }
            #expect(left == 0)
        }
    }

    @Test("Bytes are put in front, within the room that was left for them and beyond it", arguments: [0, 1, 31, 32, 33, 100])
    func prepended(_ count: Int) {
        for wipesMemory in [false, true] {
            var buffer = ByteBuffer(capacity: 64, wipesMemory: wipesMemory)
            let (body, head) = ((0..<50).map { UInt8($0) }, (0..<count).map { UInt8(200 - $0) })
            for byte in body { buffer.append(byte) }
            buffer.prepend(head)
            buffer.append(7)
            #expect(buffer.takeData() == Data(head + body + [7]))
        }
    }

    @Test("Work in pieces goes through every number once, in whole steps", arguments: [1, 3, 7])
    func pieces(_ step: Int) {
        for count in [0, 1, LongWork.bytes - 1, LongWork.bytes, LongWork.bytes + 1, 3 * LongWork.bytes + 2] {
            var next = 0
            let isWhole = LongWork.inPieces(of: count, step: step) { range in
                #expect(range.lowerBound == next && (range.upperBound == count || range.count % step == 0))
                next = range.upperBound
                return true
            }
            #expect(isWhole && next == count)
            #expect(!LongWork.inPieces(of: count, step: step) { _ in false })
        }
    }

    @Test("A work that is stopped in its last step throws, and so does one that was to send its value")
    func lastStep() async {
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            var thrown = 0
            do {
                _ = try LongWork.run { () -> Int in
                    _ = LongWork.mayGoOn; return 1
                }
            } catch is CancellationError { thrown += 1 } catch {}
            do {
                _ = try LongWork.runToSend { () -> Int in
                    _ = LongWork.mayGoOn; return 1
                }
            } catch is CancellationError { thrown += 1 } catch {}
            return thrown
        }
        task.cancel()
        #expect(await task.value == 2)
    }
}
