import Documents
import Foundation
import Synchronization

extension DateStyle {
    /// Text in a Unicode date format, such as `dd.MM.yyyy HH:mm`.
    ///
    /// - Parameters:
    ///   - pattern: The format (Unicode Technical Standard 35, part 4).
    ///   - timeZone: The time zone of written text, and of text that is read and contains no time zone.
    ///   - locale: The locale of the names of months and days. The default is the same everywhere.
    public static func format(
        _ pattern: String, timeZone: TimeZone = .gmt, locale: Locale = Locale(identifier: "en_US_POSIX")
    ) -> DateStyle {
        let formatter = Mutex(DateFormatter())
        formatter.withLock {
            $0.locale = locale
            $0.calendar = Calendar(identifier: .gregorian)
            $0.timeZone = timeZone
            $0.dateFormat = pattern
            $0.isLenient = false
        }
        let shared = Shared(formatter)
        let name = "format, \(timeZone.identifier), \(locale.identifier), \(pattern)"
        return DateStyle(name, codedTypes: [String.self]) { date in
            _ = try offset(of: date, in: timeZone)
            return .string(shared.formatter.withLock { $0.string(from: date) })
        } read: {
            guard case .string(let text) = $0 else { return nil }
            return shared.formatter.withLock { $0.date(from: text) }
        }
    }

    /// Contains a formatter in a lock, because only one thread at a time may use it.
    private final class Shared: Sendable {
        let formatter: Mutex<DateFormatter>
        init(_ formatter: consuming sending Mutex<DateFormatter>) { self.formatter = formatter }
    }
}
