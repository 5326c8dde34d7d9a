import FormatSupport

/// The properties that all texts at one location of the samples have in common. Empty texts are ignored.
struct SampleTexts {
    private(set) var isEmpty = true
    private(set) var areURLs = true
    private(set) var areUUIDs = true
    /// True if the library writes each text that is a UUID exactly as the sample contains it.
    private(set) var areOwnUUIDs = true
    private(set) var areIntegers = true
    private(set) var areNumbers = true
    private var areDays = true
    private var areMoments = true
    /// The styles of dates that write every text exactly as the sample contains it, as Swift source. Empty text
    /// represents the style of JSON without a transform.
    private var dateStyles: Set<String> = []

    /// The greatest length of a text that is examined. Longer texts are plain texts.
    private static let longest = 2000

    mutating func add(_ text: String) {
        var facts = SampleTexts()
        facts.isEmpty = false
        let isShort = text.utf8.count <= Self.longest
        let isLink = isShort && (text.hasPrefix("https://") || text.hasPrefix("http://"))
        facts.areURLs = isLink && URL(string: text)?.absoluteString == text
        let id = text.utf8.count == 36 ? UUID(uuidString: text) : nil
        facts.areUUIDs = id != nil
        facts.areOwnUUIDs = id?.uuidString == text
        facts.areIntegers = isShort && Int(text).map { "\($0)" } == text
        let isDecimal = isShort && text.utf8.allSatisfy("0123456789+-.eE".utf8.contains)
        facts.areNumbers = facts.areIntegers || isDecimal && Double(text)?.isFinite == true
        facts.dateStyles = text.utf8.count <= 40 ? Self.dateStyles(of: text) : []
        facts.areDays = facts.dateStyles == [".day"]
        facts.areMoments = text.utf8.count <= 40 && !facts.areDays && DateText.date(from: text) != nil
        merge(facts)
    }

    mutating func merge(_ other: SampleTexts) {
        if other.isEmpty { return }
        dateStyles = isEmpty ? other.dateStyles : dateStyles.intersection(other.dateStyles)
        areDays = areDays && other.areDays
        areMoments = areMoments && other.areMoments
        isEmpty = false
        areURLs = areURLs && other.areURLs
        areUUIDs = areUUIDs && other.areUUIDs
        areOwnUUIDs = areOwnUUIDs && other.areOwnUUIDs
        areIntegers = areIntegers && other.areIntegers
        areNumbers = areNumbers && other.areNumbers
    }

    /// True if the texts are all days, or all moments: no style writes both.
    var areDates: Bool { areDays || areMoments }

    private static func dateStyles(of text: String) -> Set<String> {
        if text.utf8.count == 10 { return DateText.date(from: text + "T00:00:00Z") == nil ? [] : [".day"] }
        guard let date = DateText.date(from: text) else { return [] }
        var styles: Set<String> = []
        if DateText.exactString(from: date) == text { styles.insert("") }
        if DateText.wholeSecondsString(from: date) == text { styles.insert(".iso8601") }
        let bytes = Array(text.utf8)
        if 22...27 ~= bytes.count, bytes[10] == UInt8(ascii: "T"), bytes[19] == UInt8(ascii: "."), text.hasSuffix("Z") {
            styles.insert(".iso8601(fractionDigits: \(bytes.count - 21))")
        }
        return styles
    }

    /// True if some style writes all texts exactly as the samples contain them.
    var haveDateStyle: Bool { !dateStyles.isEmpty }

    /// Returns the style of the dates as Swift source: the first style that writes all texts as they were, otherwise
    /// the format's own style.
    ///
    /// - Parameter isJSON: True if the format of the samples writes dates as text without a transform.
    func dateStyle(isJSON: Bool) -> String? {
        if isJSON, dateStyles.contains("") { return nil }
        return dateStyles.subtracting([""]).sorted().first ?? (isJSON ? nil : ".iso8601(fractionDigits: 3)")
    }
}
