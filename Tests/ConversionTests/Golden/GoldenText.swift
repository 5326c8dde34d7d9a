import Foundation
import ModelCore
import ModelTesting

/// A text of a value with all that is in it: a line for each property, with numbers to the bit. The texts of two values are
/// equal if the values are, and if the same objects are in several places of both.
struct GoldenText {
    /// The numbers of the models that were seen so far.
    private var seen: [ObjectIdentifier: Int] = [:]

    static func text(of value: Any) -> String {
        var text = GoldenText()
        return text.text(value, "")
    }

    private mutating func text(_ value: Any, _ indentation: String) -> String {
        // The type is compared: a cast would convert values that aren't objects.
        if type(of: value) is BaseModel.Type, let model = value as? BaseModel { return self.model(model, indentation) }
        if let hashable = value as? AnyHashable, type(of: value) == AnyHashable.self { return text(hashable.base, indentation) }
        if let text = Self.scalar(value) ?? Self.foundation(value) { return text }
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .optional: return mirror.children.first.map { text($0.value, indentation) } ?? "nil"
        case .collection: return "[" + mirror.children.map { text($0.value, indentation) }.joined(separator: ", ") + "]"
        case .set:
            let elements = Self.sorted(mirror.children.map(\.value)) { $0 }
            return "{" + elements.map { text($0, indentation) }.joined(separator: ", ") + "}"
        case .dictionary:
            let entries = Self.sorted(mirror.children.map { Array(Mirror(reflecting: $0.value).children.map(\.value)) }) { $0[0] }
            return "{" + entries.map { text($0[0], indentation) + ": " + text($0[1], indentation) }.joined(separator: ", ") + "}"
        case .enum where mirror.children.isEmpty: return ".\(value)"
        case .enum:
            let (label, values) = mirror.children.map { ($0.label ?? "", $0.value) }[0]
            return ".\(label)(" + text(values, indentation) + ")"
        case .tuple: return mirror.children.map { ($0.label ?? "") + ": " + text($0.value, indentation) }.joined(separator: ", ")
        case .struct:
            return lines("\(type(of: value))", mirror.children.map { ($0.label ?? "", $0.value) }, indentation)
        default: return value is NSNull ? "null" : "\(type(of: value)) " + String(reflecting: value)
        }
    }

    /// In the order of the texts, each of which begins anew: models in a set have their numbers in that order.
    private static func sorted<Element>(_ elements: [Element], by key: (Element) -> Any) -> [Element] {
        elements.map { ($0, text(of: key($0))) }.sorted { $0.1 < $1.1 }.map(\.0)
    }

    private mutating func lines(_ title: String, _ values: [(String, Any)], _ indentation: String) -> String {
        var lines = title
        for (name, value) in values { lines += "\n\(indentation)  \(name): " + text(value, indentation + "  ") }
        return lines
    }

    private mutating func model(_ model: BaseModel, _ indentation: String) -> String {
        let identity = ObjectIdentifier(model)
        if let number = seen[identity] { return "#\(number)" }
        seen[identity] = seen.count
        var values: [(String, Any)] = ModelClass.of(type(of: model)).properties.map { property in
            (property.name, (try? model.value(forKey: property.name)) as Any)
        }
        if let tag = model.classTag { values.append(("classTag", tag)) }
        if model.isOfUnknownClass { values.append(("isOfUnknownClass", true)) }
        if let unknown = model.unknownValues { values.append(("unknownValues", unknown)) }
        return lines("\(type(of: model))", values, indentation)
    }

    private static func scalar(_ value: Any) -> String? {
        switch value {
        case let value as String:
            // FNV-1a.
            let hash = value.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
            return value.utf8.count > 100 ? "text of \(value.utf8.count) bytes, \(hash)" : Fingerprint.text(of: value)
        case let value as Data where value.count > 100:
            let hash = value.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
            return "data of \(value.count) bytes, \(hash)"
        case is any FixedWidthInteger, is Bool, is Double, is Float, is CGFloat, is Decimal, is Date, is Data, is URL, is UUID,
            is CGPoint, is CGSize, is CGRect, is IndexSet, is NSRange, is AffineTransform, is ModelDocument:
            return Fingerprint.text(of: value)
        case let value as Range<Int>: return "Range \(value)"
        default: return nil
        }
    }

    /// The values of Foundation whose own descriptions lack something, or are long.
    private static func foundation(_ value: Any) -> String? {
        switch value {
        case let value as DateComponents:
            let numbers = [
                value.era, value.year, value.month, value.day, value.hour, value.minute, value.second, value.nanosecond,
                value.weekday, value.weekdayOrdinal, value.quarter, value.weekOfMonth, value.weekOfYear, value.yearForWeekOfYear,
            ].map { $0.map(String.init) ?? "-" }.joined(separator: " ")
            let calendar = value.calendar.flatMap { foundation($0) } ?? "no calendar"
            return "components \(numbers) \(calendar) \(value.timeZone.flatMap { foundation($0) } ?? "no zone")"
        case let value as PersonNameComponents:
            let parts = [
                value.namePrefix, value.givenName, value.middleName, value.familyName, value.nameSuffix, value.nickname,
            ]
            return "name " + parts.map { $0 ?? "-" }.joined(separator: " ")
        case let value as TimeZone: return "zone \(value.identifier) \(value.secondsFromGMT(for: Date(timeIntervalSince1970: 0)))"
        case let value as Locale: return "locale \(value.identifier)"
        case let value as Calendar:
            return "calendar \(value.identifier) \(value.locale?.identifier ?? "-") \(value.timeZone.identifier) "
                + "\(value.firstWeekday) \(value.minimumDaysInFirstWeek)"
        case let value as CharacterSet:
            let members = (0...0x1FFFF).compactMap { Unicode.Scalar($0 as UInt32) }.filter { value.contains($0) }
            return "characters \(members.count) " + members.prefix(50).map { String($0.value, radix: 16) }.joined(separator: " ")
        case let value as DateInterval: return "interval \(value.start.timeIntervalSinceReferenceDate) \(value.duration)"
        case let value as IndexPath: return "path \(Array(value))"
        case let value as Measurement<UnitLength>: return "\(value.value) \(value.unit.symbol)"
        case let value as Measurement<UnitTemperature>: return "\(value.value) \(value.unit.symbol)"
        default: return nil
        }
    }
}
