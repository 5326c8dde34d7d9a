import Foundation
import ModelCore

#if Macros
    /// URLs and UUIDs.
    @Model final class GoldenIdentifiers: BaseModel {
        var url = URL(filePath: "/default")
        var maybeURL: URL?
        var urls: [URL] = []
        var urlsByName: [String: URL] = [:]
        var keyedByURL: [URL: Int] = [:]
        var uuid = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
        var maybeUUID: UUID?
        var uuids: [UUID] = []
        var keyedByUUID: [UUID: String] = [:]

        static func url(_ text: String, _ base: String? = nil) -> URL {
            URL(string: text, relativeTo: base.flatMap { URL(string: $0) }) ?? URL(filePath: "/wrong")
        }

        static func sample() -> GoldenIdentifiers {
            let sample = GoldenIdentifiers()
            let one = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 255))
            let two = UUID(uuid: (16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1))
            sample.url = url("https://example.org/a%20b/c?d=e&f=%C3%A9#g")
            sample.maybeURL = URL(filePath: "/a folder/a file.txt")
            sample.urls = [
                url("mailto:a@example.org"), url("relative/path"), url("c?x", "https://example.org/a/b/"), url("http://[::1]:80/"),
                url("#"),
            ]
            sample.urlsByName = ["a": url("ftp://a")]
            sample.keyedByURL = [url("https://k"): 1]
            (sample.uuid, sample.maybeUUID, sample.uuids) = (one, two, [two, one])
            sample.keyedByUUID = [one: "one", two: "two"]
            return sample
        }
    }

    /// Geometry, ranges and sets of indexes.
    @Model final class GoldenGeometry: BaseModel {
        var point = CGPoint(x: 9, y: 9)
        var size = CGSize(width: 9, height: 9)
        var rect = CGRect(x: 9, y: 9, width: 9, height: 9)
        var transform = AffineTransform.identity
        var nsRange = NSRange(location: 9, length: 9)
        var range = 9..<10
        var indexes = IndexSet(integer: 9)
        var maybePoint: CGPoint?
        var maybeRange: Range<Int>?
        var points: [CGPoint] = []
        var sizes: [CGSize] = []
        var rects: [CGRect] = []
        var transforms: [AffineTransform] = []
        var nsRanges: [NSRange] = []
        var ranges: [Range<Int>] = []
        var indexSets: [IndexSet] = []
        var namedRects: [String: CGRect] = [:]

        static func sample() -> GoldenGeometry {
            let sample = GoldenGeometry()
            sample.point = CGPoint(x: 0.1, y: -2)
            sample.size = CGSize(width: 1e10, height: 1.0 / 3)
            sample.rect = CGRect(x: -1, y: 2.5, width: 3, height: 4)
            sample.transform = AffineTransform(m11: 1, m12: 0.5, m21: -3, m22: 4, tX: 5, tY: 1e-7)
            sample.nsRange = NSRange(location: NSNotFound, length: 0)
            (sample.range, sample.indexes) = (-3..<9, IndexSet([0, 1, 2, 5, 100, 1_000_000]))
            (sample.maybePoint, sample.maybeRange) = (.zero, 0..<0)
            sample.points = [.zero, CGPoint(x: 1, y: 1)]
            (sample.sizes, sample.rects) = ([.zero], [.zero, .infinite])
            sample.transforms = [.identity]
            sample.nsRanges = [NSRange(location: 0, length: 0), NSRange(location: 5, length: 1 << 40)]
            sample.ranges = [0..<1, Int.min..<(-1), 5..<(.max)]
            sample.indexSets = [IndexSet(), IndexSet(integersIn: 3...70), IndexSet([7]), IndexSet([1 << 40])]
            sample.namedRects = ["r": CGRect(x: 1, y: 2, width: 3, height: 4)]
            return sample
        }
    }

    /// Foundation's other values, which are `Codable`.
    @Model final class GoldenFoundation: BaseModel {
        var components = DateComponents()
        var name = PersonNameComponents()
        var zone = TimeZone.gmt
        var locale = Locale(identifier: "fr")
        var calendar = Calendar(identifier: .buddhist)
        var characters = CharacterSet()
        var interval = DateInterval(start: Date(timeIntervalSinceReferenceDate: 0), duration: 1)
        var path = IndexPath()
        var length = Measurement(value: 0, unit: UnitLength.feet)
        var temperature: Measurement<UnitTemperature>?
        var maybeZone: TimeZone?
        var zones: [TimeZone] = []
        var locales: [Locale] = []
        var paths: [IndexPath] = []
        var intervals: [String: DateInterval] = [:]
        var lengths: [Measurement<UnitLength>] = []

        static func sample() -> GoldenFoundation {
            let sample = GoldenFoundation()
            sample.components = DateComponents(
                calendar: Calendar(identifier: .gregorian), timeZone: TimeZone(identifier: "Europe/Paris"), era: 1, year: 2026,
                month: 11, day: 29, hour: 10, minute: 4, second: 59, nanosecond: 500, weekday: 1, weekdayOrdinal: 5,
                quarter: 4, weekOfMonth: 5, weekOfYear: 48, yearForWeekOfYear: 2026)
            sample.name.givenName = "Ada"
            sample.name.familyName = "Lovelace"
            sample.name.namePrefix = "Countess"
            sample.name.nickname = "é"
            sample.zone = TimeZone(identifier: "America/New_York") ?? .gmt
            sample.maybeZone = TimeZone(secondsFromGMT: 5400)
            sample.zones = [.gmt, TimeZone(identifier: "Asia/Kolkata") ?? .gmt]
            (sample.locale, sample.locales) = (Locale(identifier: "de_CH"), [Locale(identifier: "en_US_POSIX")])
            var calendar = Calendar(identifier: .gregorian)
            calendar.timeZone = TimeZone(identifier: "Europe/Berlin") ?? .gmt
            calendar.locale = Locale(identifier: "de_DE")
            calendar.firstWeekday = 2
            calendar.minimumDaysInFirstWeek = 4
            sample.calendar = calendar
            sample.characters = CharacterSet(charactersIn: "abcxyzé\u{1F600}")
            sample.interval = DateInterval(start: Date(timeIntervalSinceReferenceDate: 0.5), duration: 86_400.25)
            (sample.path, sample.paths) = ([1, 0, 300], [[], [5], [0, 1]])
            sample.length = Measurement(value: 12.5, unit: .kilometers)
            sample.temperature = Measurement(value: -40, unit: .fahrenheit)
            sample.lengths = [Measurement(value: 1, unit: .meters), Measurement(value: 0.1, unit: .lightyears)]
            sample.intervals = ["i": DateInterval(start: Date(timeIntervalSince1970: 0), duration: 0)]
            return sample
        }
    }
#endif
