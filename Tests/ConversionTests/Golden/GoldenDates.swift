import Foundation
import FoundationValues
import ModelCore

#if Macros
    /// Dates: near and far, with fractions and without, and on both sides of the ends of narrow numbers.
    @Model final class GoldenDates: BaseModel {
        var date = Date(timeIntervalSinceReferenceDate: 7)
        var whole = Date(timeIntervalSinceReferenceDate: 7)
        var maybe: Date?
        var list: [Date] = []
        var holes: [Date?] = []
        var named: [String: Date] = [:]
        var keyed: [Date: Int] = [:]

        static func sample() -> GoldenDates {
            let sample = GoldenDates()
            sample.date = Date(timeIntervalSinceReferenceDate: 542_911_754.125)
            sample.whole = Date(timeIntervalSince1970: 1_700_000_000)
            sample.maybe = Date(timeIntervalSinceReferenceDate: -0.5)
            let bounds: [Double] = [31, 32, 33, 34].flatMap { (power: Double) -> [Double] in
                [exp2(power) - 1, exp2(power), exp2(power) + 0.5, -exp2(power)]
            }
            sample.list =
                bounds.map { Date(timeIntervalSince1970: $0) }
                + [
                    0, 1, -1, 0.1, 0.001, 0.123456789, -978_307_200, -978_307_200.5, 252_423_993_599, 64_092_211_200,
                    -63_114_076_800, -62_000_000_000.75, 1_000_000_000.000001,
                ].map { Date(timeIntervalSinceReferenceDate: $0) } + [.distantPast, .distantFuture]
            sample.holes = [nil, Date(timeIntervalSinceReferenceDate: 0), nil]
            sample.named = ["first": Date(timeIntervalSince1970: 0)]
            sample.keyed = [
                Date(timeIntervalSinceReferenceDate: 0.5): 1, Date(timeIntervalSince1970: 1_700_000_000): 2,
            ]
            return sample
        }
    }

    /// Dates before the year 0 and after 9999, which text can't represent.
    @Model final class GoldenFarDates: BaseModel {
        var date = Date(timeIntervalSinceReferenceDate: 7)
        var list: [Date] = []
        var maybe: Date?

        static func sample() -> GoldenFarDates {
            let sample = GoldenFarDates()
            sample.date = Date(timeIntervalSinceReferenceDate: 252_423_993_600)
            sample.list = [-63_145_699_201, -1e12, 1e12, 1e15].map { Date(timeIntervalSinceReferenceDate: $0) }
            sample.maybe = Date(timeIntervalSinceReferenceDate: -1e11)
            return sample
        }
    }

    /// Dates in each style.
    @Model final class GoldenDateStyles: BaseModel {
        private static let start = Date(timeIntervalSinceReferenceDate: 7)

        @Transform(.date(.iso8601)) var iso = start
        @Transform(.date(.iso8601(fractionDigits: 3, timeZone: TimeZone(secondsFromGMT: 3600) ?? .gmt))) var zoned = start
        @Transform(.date(.sortableText)) var sortable = start
        @Transform(.date(.day)) var day = start
        @Transform(.date(.secondsSince1970)) var seconds = start
        @Transform(.date(.secondsSince1970)) var fraction = start
        @Transform(.date(.millisecondsSince1970)) var milliseconds = start
        @Transform(.date(.secondsSince2001)) var since2001 = start
        @Transform(.date(.format("dd.MM.yyyy HH:mm"))) var format = start
        @Transform(.date(.iso8601.or(.secondsSince1970))) var either = start
        @Transform(.date(.day)) var maybe: Date?

        static func sample() -> GoldenDateStyles {
            let sample = GoldenDateStyles()
            let date = Date(timeIntervalSinceReferenceDate: 542_911_754.125)
            (sample.iso, sample.zoned, sample.sortable, sample.day) = (date, date, date, date)
            (sample.seconds, sample.fraction) = (Date(timeIntervalSince1970: 1_700_000_000), date)
            (sample.milliseconds, sample.since2001, sample.format, sample.either) = (date, date, date, date)
            sample.maybe = Date(timeIntervalSince1970: 86_400)
            return sample
        }
    }
#endif
