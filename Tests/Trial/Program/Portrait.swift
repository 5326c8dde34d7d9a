import Foundation
import ModelCore

/// A text that is the same for two values if and only if they are the same to the bit, and so is the shape of their references.
///
/// It is made of what is in memory, by Swift's mirrors: none of the code that is on trial takes part.
struct Portrait {
    private var numbers: [ObjectIdentifier: Int]
    /// True for what is there alone, and not which scalars these are: some types and transforms keep a date to the minute, or as a text.
    private let isOutline: Bool
    private var text = ""

    /// - Parameter numbers: The objects that were drawn before.
    private init(numbers: [ObjectIdentifier: Int] = [:], isOutline: Bool) { (self.numbers, self.isOutline) = (numbers, isOutline) }

    static func of(_ value: Any, isOutline: Bool = false) -> String {
        var portrait = Portrait(isOutline: isOutline)
        portrait.draw(value)
        return portrait.text
    }

    private mutating func draw(_ value: Any) {
        if isOutline {
            if Self.isScalar(value) { return text += "*" }
            // It is written as a null.
            if let own = value as? Own, own.text.isEmpty { return text += "nil" }
            if "\(type(of: value))".hasPrefix("Presence<") {
                return if let wrapped = Mirror(reflecting: value).children.first { draw(wrapped.value) } else { text += "nil" }
            }
        }
        switch value {
        case let value as String: text += "\"\(value.unicodeScalars.map { $0.escaped(asASCII: true) }.joined())\""
        case let value as Double: text += value.isNaN ? "NaN\(value.bitPattern)" : "\(value)"
        case let value as Float: text += value.isNaN ? "NaN\(value.bitPattern)" : "\(value)f"
        case let value as any FixedWidthInteger: text += "\(value):\(type(of: value))"
        case let value as Bool: text += "\(value)"
        case let value as Date: text += "date "; draw(value.timeIntervalSinceReferenceDate)
        case let value as Data: text += "data " + value.base64EncodedString()
        case let value as URL: text += "url \(value.relativeString) of \(value.baseURL?.absoluteString ?? "-")"
        case is UUID, is Decimal, is CGPoint, is CGSize, is CGRect, is NSRange, is Range<Int>, is AffineTransform:
            text += "\(type(of: value)) \(value)"
        case let value as TimeZone: text += "time zone \(value.identifier) \(value.secondsFromGMT())"
        case is Locale, is DateComponents, is IndexPath, is DateInterval: text += "\(type(of: value)) \(value)"
        case let value as IndexSet: text += "indexes " + value.rangeView.map { "\($0)" }.joined(separator: " ")
        case let value as Measurement<UnitLength>: text += "\(value.value) \(value.unit.symbol)"
        case let value as ModelDocument: text += "document \(value)"
        default:
            // Foundation hashes some values without end when they are cast to a class that isn't theirs.
            if type(of: value) is AnyClass, let model = value as? BaseModel { drawModel(model) } else { drawParts(value) }
        }
    }

    private static func isScalar(_ value: Any) -> Bool {
        switch value {
        case is String, is Double, is Float, is any FixedWidthInteger, is Bool, is Date, is Data, is URL, is UUID, is Decimal, is ModelDocument, is TimeZone,
            is Locale, is DateComponents, is IndexPath, is DateInterval, is IndexSet:
            true
        default: false
        }
    }

    private mutating func drawParts(_ value: Any) {
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .optional:
            guard let wrapped = mirror.children.first else { return text += "nil" }
            draw(wrapped.value)
        case .dictionary: drawSorted(mirror.children.map { Array(Mirror(reflecting: $0.value).children) }.map { ($0[0].value, $0[1].value) })
        case .set: drawSorted(mirror.children.map { ($0.value, ()) })
        case .collection:
            text += "["
            for child in mirror.children { draw(child.value); text += "," }
            text += "]"
        default:
            text += mirror.children.isEmpty && mirror.displayStyle == .enum ? "\(value)" : "\(type(of: value))("
            for child in mirror.children where child.label != "_$observationRegistrar" {
                text += (child.label ?? "") + ":"
                draw(child.value)
                text += ","
            }
            text += ")"
        }
    }

    /// Sorted by the keys alone: a model has its number by the place where it is met first. Keys may refer to what is being drawn.
    private mutating func drawSorted(_ entries: [(Any, Any)]) {
        var keyed = entries.map { entry in
            var portrait = Portrait(numbers: numbers, isOutline: false)
            portrait.draw(entry.0)
            return (portrait.text, entry.0, entry.1)
        }
        keyed.sort { $0.0 < $1.0 }
        text += "{"
        for (_, key, value) in keyed { draw(key); text += "="; draw(value); text += "," }
        text += "}"
    }

    private mutating func drawModel(_ model: BaseModel) {
        if let number = numbers[ObjectIdentifier(model)] { return text += "#\(number)" }
        numbers[ObjectIdentifier(model)] = numbers.count
        text += "\(type(of: model))("
        var levels: [Mirror] = []
        var mirror: Mirror? = Mirror(reflecting: model)
        while let each = mirror, each.subjectType != BaseModel.self {
            levels.append(each)
            mirror = each.superclassMirror
        }
        for child in levels.reversed().flatMap(\.children) where child.label != "_$observationRegistrar" {
            text += (child.label ?? "") + ":"
            draw(child.value)
            text += ","
        }
        if let unknown = model.unknownValues { text += "unknown:\(unknown)," }
        if model.isOfUnknownClass { text += "of \(model.classTag ?? "-")" }
        text += ")"
    }
}
