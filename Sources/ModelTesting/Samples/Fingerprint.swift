import Foundation
import FoundationValues
import ModelCore

/// The text of a value. Two values have the same text if and only if they are the same to the bit, and their
/// references have the same structure.
///
/// In Swift, -0.0 is equal to 0.0, and two spellings of a letter are equal. Their texts differ. The texts of NaNs
/// with different bits differ, too. The text is ASCII.
public struct Fingerprint {
    private var seen: [ObjectIdentifier: Int] = [:]
    /// The numbers of the document's containers that were visited so far.
    private var seenInDocument: [ModelDocument.Value.ID: Int] = [:]
    private var open: Set<ObjectIdentifier> = []
    private let keepsIdentity: Bool

    private init(keepsIdentity: Bool) { self.keepsIdentity = keepsIdentity }

    /// The text of a value of any type: of a model, a `ModelDocument`, an array, a dictionary, a number …
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - keepsIdentity: False to give shared objects the same text as equal objects.
    public static func text(of value: Any?, keepsIdentity: Bool = true) -> String {
        var fingerprint = Fingerprint(keepsIdentity: keepsIdentity)
        return fingerprint.text(value)
    }

    private mutating func text(_ value: Any?) -> String {
        guard let value = AnyValue.unwrapped(value) else { return "nil" }
        // Tests the type first: a cast to a class converts a value that isn't an object to a Foundation class, which
        // stops the program for some sets.
        if type(of: value) is BaseModel.Type, let model = value as? BaseModel { return self.model(model) }
        switch value {
        case let value as ModelDocument: return document(value.root)
        case let value as ModelDocument.Value: return document(value)
        // Tests the type instead of casting: on some platforms, Foundation's bridges let a Bool pass for an Int.
        case let value where type(of: value) == Bool.self: return "\(value)"
        case let value as String: return Self.escaped(value)
        case let value as Double: return "Double " + Self.number(value)
        case let value as CGFloat: return "CGFloat " + Self.number(Double(value))
        case let value as Float: return "Float " + Self.number(value)
        case let value as Decimal: return "Decimal \(value)"
        case let value as Date: return "Date \(value.timeIntervalSinceReferenceDate)"
        case let value as Data: return "Data " + value.base64EncodedString()
        case let value as URL: return "URL \(Self.escaped(value.relativeString)) base " + text(value.baseURL)
        case let value as UUID: return value.uuidString
        case let value as CGPoint: return "point \(value.x) \(value.y)"
        case let value as CGSize: return "size \(value.width) \(value.height)"
        case let value as CGRect: return "rect \(value.minX) \(value.minY) \(value.size.width) \(value.size.height)"
        case let value as IndexSet: return "indexes " + value.rangeView.map { "\($0)" }.joined(separator: " ")
        case let value as NSRange: return "range \(value.location) \(value.length)"
        case let value as Range<Int>: return "Range \(value)"
        case let value as AffineTransform:
            return "transform \(value.m11) \(value.m12) \(value.m21) \(value.m22) \(value.tX) \(value.tY)"
        case let value as any FixedWidthInteger: return "\(type(of: value)) \(value)"
        case let value as any ModelRecord where Mirror(reflecting: value).displayStyle == .struct:
            let properties = Mirror(reflecting: value).children.map { ($0.label ?? "") + ": " + text($0.value) }
            return "\(type(of: value))(" + properties.joined(separator: ", ") + ")"
        case let value as any RawRepresentable: return "\(type(of: value)) " + text(value.rawValue)
        case let value as [Any]: return "[" + value.map { text($0) }.joined(separator: ", ") + "]"
        case let value as Set<AnyHashable>:
            return "{" + value.map { text($0.base) }.sorted().joined(separator: ", ") + "}"
        case let value as [AnyHashable: Any]:
            let entries = value.map { (text($0.key.base), $0.value) }.sorted { $0.0 < $1.0 }
            return "{" + entries.map { $0.0 + ": " + text($0.1) }.joined(separator: ", ") + "}"
        default: return Self.escaped(String(reflecting: value))
        }
    }

    private static func number<Number: BinaryFloatingPoint>(_ value: Number) -> String {
        guard value.isNaN else { return "\(value)" }
        // Only the usual NaN has this text.
        let bits = (value.significandBitPattern, value.sign)
        let usual = bits == (Number.nan.significandBitPattern, Number.nan.sign)
        return usual ? "nan" : "nan of the bits \(value.sign) \(String(value.significandBitPattern, radix: 16))"
    }

    private mutating func model(_ model: BaseModel) -> String {
        let identity = ObjectIdentifier(model)
        if keepsIdentity {
            if let number = seen[identity] { return "#\(number)" }
            seen[identity] = seen.count + seenInDocument.count
        }
        guard open.insert(identity).inserted else { return "itself" }
        defer { open.remove(identity) }
        let properties = ModelClass.of(type(of: model)).properties.map { property in
            "\(property.name): " + text((try? model.value(forKey: property.name)) ?? nil)
        }
        return "\(type(of: model))(" + properties.joined(separator: ", ") + ")"
    }

    private mutating func document(_ value: ModelDocument.Value) -> String {
        guard value.kind.isContainer else { return scalar(value.scalar ?? .null) }
        if let number = seenInDocument[value.id] { return "#\(number)" }
        seenInDocument[value.id] = seen.count + seenInDocument.count
        switch value.kind {
        case .object:
            return (value.className ?? "") + "("
                + value.properties.map { Self.escaped($0.key) + ": " + document($0.value) }.joined(separator: ", ")
                + ")"
        case .dictionary:
            // The key of an entry is a value. The key of an object's property, above, is always text.
            return "{" + value.entries.map { document($0.key) + ": " + document($0.value) }.joined(separator: ", ")
                + "}"
        default: return "\(value.kind)[" + value.elements.map { document($0) }.joined(separator: ", ") + "]"
        }
    }

    /// The kind and the value of a scalar, to the bit.
    private mutating func scalar(_ scalar: ModelScalar) -> String {
        let value: Any? =
            switch scalar {
            case .null: nil
            case .bool(let value): value
            case .int64(let value): value
            case .uint64(let value): value
            case .float(let value): value
            case .double(let value): value
            case .decimal(let value): value
            case .string(let value): value
            case .data(let value): value
            case .date(let value): value
            case .url(let value): value
            case .uuid(let value): value
            case .uid(let value): "uid \(value)"
            case .geometry(let value): FoundationObjects().value(of: value)
            }
        return text(value)
    }

    /// The text in quotes. Everything but printable ASCII is escaped, so that no two spellings of a letter look alike.
    static func escaped(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            if (0x20..<0x7F).contains(scalar.value), scalar != "\\", scalar != "\"" {
                result.unicodeScalars.append(scalar)
            } else {
                result += "\\u{" + String(scalar.value, radix: 16) + "}"
            }
        }
        return result + "\""
    }
}
