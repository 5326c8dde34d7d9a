import FormatSupport
import Foundation

/// Text of the sample format. Both of its writers make their text here, so that a mistake is an effect on the text.
struct SampleOutput {
    private var text = [UInt8]()
    private let keepsObjects: Bool
    private let mistake: Mistake?
    /// The open containers.
    private var open: [Container] = []

    private struct Container {
        /// The position of its opening bracket.
        let start: Int
        let isArray: Bool
        /// The positions of its elements, or of its keys.
        var items: [Int] = []
    }

    init(keepsObjects: Bool, mistake: Mistake?) {
        self.keepsObjects = keepsObjects
        self.mistake = mistake
        put(SampleFormat.head)
    }

    /// The file, when everything was written.
    mutating func finish() -> Data {
        switch mistake {
        case .endIsMissing: break
        case .spaceFollowsTheEnd: put("\nend \n")
        default: put(SampleFormat.end)
        }
        return Data(text)
    }

    private mutating func put(_ string: String) { text += Array(string.utf8) }

    // MARK: Containers

    mutating func beginArray(number: Int? = nil) {
        if let number { put("&\(number) ") }
        open.append(Container(start: text.count, isArray: true))
        put("[")
    }

    mutating func beginTable(_ name: String? = nil, number: Int? = nil) {
        if let number { put("&\(number) ") }
        open.append(Container(start: text.count, isArray: false))
        if let name, mistake != .classIsMissing {
            put("(")
            put(word: mistake == .classIsLowercase ? name.lowercased() : name)
            put(")")
        }
        put("{")
    }

    mutating func end() {
        guard let container = open.popLast() else { return }
        let last = container.items.last
        switch (mistake, last) {
        case (.lastElementIsDropped, let last?) where container.isArray && container.items.count > 1:
            text.removeSubrange((last - 2)...)
        case (.lastMemberIsDropped, let last?) where !container.isArray && container.items.count > 1:
            text.removeSubrange((last - 2)...)
        case (.elementIsDoubled, let last?) where container.isArray:
            let copy = Array(text[last...])
            put(", ")
            text += copy
        case (.commaIsLast, _?): put(",")
        case (.emptyArrayIsNull, nil) where container.isArray:
            text.removeSubrange(container.start...)
            return put("null")
        case (.emptyTableIsNull, nil) where !container.isArray:
            text.removeSubrange(container.start...)
            return put("null")
        case (.arraysAreFlat, _?) where container.isArray && open.last?.isArray == true:
            text.remove(at: container.start)
            return
        case (.arraysTurnRound, let last?) where container.isArray && container.items.count > 1:
            let first = container.items[0]
            let (head, tail) = (Array(text[first..<(last - 2)]), Array(text[last...]))
            text.replaceSubrange(first..., with: tail + Array(", ".utf8) + head)
        default: break
        }
        put(container.isArray ? "]" : "}")
    }

    /// Comes before each element.
    mutating func element() {
        guard let container = open.last, container.isArray else { return }
        separate()
        open[open.count - 1].items.append(text.count)
    }

    mutating func key(_ key: String) {
        separate()
        open[open.count - 1].items.append(text.count)
        if mistake == .keyIsCut, key.utf8.count > 16 {
            put(word: String(key.unicodeScalars.prefix(16)))
        } else {
            put(word: key)
        }
        put(mistake == .spaceIsMissing ? "= " : " = ")
    }

    private mutating func separate() {
        guard let last = open.last, !last.items.isEmpty else { return }
        put(mistake == .commaIsMissing ? "  " : ", ")
    }

    /// A key or the name of a class: in quotes, unless it is a word.
    private mutating func put(word: String) {
        let first = word.unicodeScalars.first
        let isBare = switch mistake {
        case .keyIsBare: true
        case .emptyKeyIsBare where word.isEmpty: true
        case .keyWithSpaceIsBare where word.contains(" "): true
        case .keyWithDotIsBare where word.contains("."): true
        case .keyWithHashIsBare where word.contains("#"): true
        case .keyWithEqualsIsBare where word.contains("="): true
        case .keyWithDigitIsBare where first.map { ("0"..."9").contains($0) } ?? false: true
        case .keyWithDashIsBare where first == "-": true
        case .foreignKeyIsBare where word.unicodeScalars.allSatisfy { $0.value > 0x9F } && !word.isEmpty: true
        case .keyIsQuoted: false
        default: SampleScanner.isWord(word)
        }
        guard !isBare else { return put(mistake == .keyIsLowercase ? word.lowercased() : word) }
        put(quoted: mistake == .keyIsLowercase ? word.lowercased() : word, isKey: true)
    }

    // MARK: Values

    mutating func string(_ value: String) {
        switch mistake {
        case .textIsComposed: put(quoted: value.precomposedStringWithCanonicalMapping)
        case .longTextIsCut: put(quoted: String(value.unicodeScalars.prefix(200)))
        case .lengthsHave16Bits: put(quoted: String(value.unicodeScalars.prefix(value.utf8.count & 0xFFFF)))
        case .textIsTrimmed: put(quoted: value.trimmingCharacters(in: .whitespaces))
        case .emptyTextIsNull where value.isEmpty: put("null")
        default: put(quoted: value)
        }
    }

    private mutating func put(quoted value: String, isKey: Bool = false) {
        put("\"")
        for scalar in value.unicodeScalars {
            switch (scalar, mistake) {
            case ("\"", .quoteIsBare), ("\\", .backslashIsBare), ("\u{7F}", .deleteIsBare): put(String(scalar))
            case ("\u{7F}", .deleteIsBareInKeys) where isKey: put(String(scalar))
            case ("\u{1}"..."\u{1F}", .controlIsBare), ("\u{80}"..."\u{9F}", .c1IsBare): put(String(scalar))
            case ("\u{7FF}", .lastOfTwoBytesIsWrong): put("\u{7FE}")
            case ("\u{800}", .firstOfThreeBytesIsWrong): put("\u{801}")
            case ("\u{D7FF}", .lastBeforeSurrogatesIsWrong): put("\u{FFFD}")
            case ("\u{10000}", .firstOfFourBytesIsWrong): put("\u{FFFF}")
            case ("\n", .newlineIsSpace): put(" ")
            case ("\0", .nulIsDropped), ("\u{FEFF}", .markIsDropped): break
            case ("\u{10000}"..., .astralIsReplaced): put("\u{FFFD}")
            case ("\"", _), ("\\", _): put("\\\(scalar)")
            case ("\0"..."\u{1F}", _), ("\u{7F}"..."\u{9F}", _):
                put("\\u{\(String(scalar.value, radix: mistake == .escapeIsDecimal ? 10 : 16))}")
            default: put(String(scalar))
            }
        }
        put("\"")
    }

    mutating func integer(_ value: Int64) {
        switch mistake {
        case .integersHave53Bits where abs(Double(value)) > 0x1p53: put("\(Int64(exactly: Double(value)) ?? .max)")
        case .threeByteIntegersLoseTheirSign where value < -0x8000 && value >= -0x80_0000: put("\(value & 0xFF_FFFF)")
        case .integersHave40Bits where value >= 0x80_0000_0000 && value < 0x100_0000_0000: put("\(value - 0x100_0000_0000)")
        case .leastIntegerIsWrong where value == .min: put("-\(Int64.max)")
        case .integersHave32Bits: put("\(Int32(truncatingIfNeeded: value))")
        default: put("\(value)")
        }
    }

    mutating func integer(_ value: UInt64) {
        if mistake == .unsignedIsSigned { put("\(Int64(bitPattern: value))") } else { put("\(value)") }
    }

    mutating func real(_ value: Double) {
        switch mistake {
        case .doublesHaveFloatDigits where abs(value) < 1e30: put("\(Float(value))")
        case .doublesHave15Digits where value.isFinite: put(String(format: "%.15g", value))
        case .minusZeroIsZero where value == 0: put("0.0")
        case .wholeDoublesAreIntegers: if let whole = Int64(exactly: value) { put("\(whole)") } else { put("\(value)") }
        case .nanIsZero where value.isNaN: put("0.0")
        case .infinityIsLarge where value == .infinity: put("\(Double.greatestFiniteMagnitude)")
        default: put(value.isNaN ? "nan" : "\(value)")
        }
    }

    mutating func real(_ value: Float) {
        let suffix = keepsObjects && mistake != .floatsAreDoubles ? "f" : ""
        switch mistake {
        case .floatsHaveDoubleDigits: put("\(Double(value))\(suffix)")
        case .minusZeroIsZero where value == 0: put("0.0\(suffix)")
        case .floatsHaveSixDigits where value.isFinite: put(String(format: "%.6g", value) + suffix)
        default: put(value.isNaN ? "nan\(suffix)" : "\(value)\(suffix)")
        }
    }

    mutating func bool(_ value: Bool) {
        put(mistake == .booleansAreNumbers ? (value ? "1" : "0") : mistake == .trueIsFalse ? "false" : "\(value)")
    }

    /// Writes a date as a date if it is an ordinary one, otherwise returns false.
    mutating func date(_ value: Date) -> Bool {
        guard var text = DateText.exactString(from: value) else { return false }
        let point = text.firstIndex(of: ".") ?? text.endIndex
        switch mistake {
        case .dateFractionIsCut: text = text[..<point] + "Z"
        case .dateHasMilliseconds: text = text[..<point] + text[point...].prefix(4) + "Z"
        case .dateIsAnHourOff: text = text.dropLast() + "+01:00"
        case .datesHaveUnsigned32Bits where value.timeIntervalSince1970 >= 0x1p32:
            text = DateText.exactString(from: value - 0x1p32) ?? text
        case .datesHaveSigned33Bits where value.timeIntervalSince1970 >= 0x1p32 && value.timeIntervalSince1970 < 0x1p33:
            text = DateText.exactString(from: value - 0x1p33) ?? text
        case .centuriesHaveLeapDays where text.hasPrefix("2100-03-01"):
            text = DateText.exactString(from: value - 86400) ?? text
        case .oldDatesAreADayOff where value.timeIntervalSince1970 < 0:
            text = DateText.exactString(from: value + 86400) ?? text
        case .yearHasTwoDigits: text = String(text.drop { $0 == "0" })
        case .datesAreText: string(text)
        default: break
        }
        if mistake != .datesAreText { put("@\(text)") }
        return true
    }

    mutating func data(_ value: Data) {
        put("<\((mistake == .dataIsCut ? value.dropLast() : value).base64EncodedString())>")
    }

    /// Writes a null that is a value. As an element, it may be left out by mistake.
    mutating func null() {
        guard mistake == .nullIsOmitted, let container = open.last, container.isArray, let last = container.items.last
        else { return put(mistake == .nullIsZero ? "0" : mistake == .nullIsEmptyText ? "\"\"" : "null") }
        text.removeSubrange((container.items.count > 1 ? last - 2 : last)...)
        open[open.count - 1].items.removeLast()
    }

    /// Writes the nil of a property.
    ///
    /// - Parameter isAbsent: True if a missing key would mean the same.
    mutating func none(isAbsent: Bool = false) {
        guard mistake == (isAbsent ? .absentIsOmitted : .nilIsOmitted), let last = open.last?.items.last else {
            return put(mistake == .nilIsFalse ? "false" : "none")
        }
        text.removeSubrange((open[open.count - 1].items.count > 1 ? last - 2 : last)...)
        open[open.count - 1].items.removeLast()
    }

    mutating func reference(_ number: Int) {
        switch mistake {
        case .referenceIsNull: put("null")
        case .referencesCountFromOne: put("*\(number + 1)")
        case .referencesLeadToTheFirst: put("*0")
        default: put("*\(number)")
        }
    }
}
