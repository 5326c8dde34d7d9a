import FormatSupport
import Foundation
import ModelCore

// A value is written as it is where the plain format brings it back; else as the object that Foundation codes it as.

extension HREncoder {
    func encodeNull() throws {
        try step()
        try putNull()
    }

    func encode(_ value: Bool) throws {
        try step()
        try write { try $0.encode(value) }
    }

    func encode(_ value: Int64) throws {
        try step()
        try write { try $0.encode(value) }
    }

    func encode(_ value: UInt64) throws {
        try step()
        try write { try $0.encode(value) }
    }

    func encode(_ value: Float) throws {
        try step()
        if value.isFinite || form.isNative(value) { try write { try $0.encode(value) } } else { try putNumber(value) }
    }

    func encode(_ value: Double) throws {
        try step()
        try put(value)
    }

    func encode(_ value: Decimal) throws {
        try step()
        if form.contains(.decimals) { return try write { try $0.encode(value) } }
        if let integer = Int64("\(value)") { return try write { try $0.encode(integer) } }
        // A double in a file stands for the digits that it is written with.
        if value.isFinite, let nearest = Double("\(value)"), ScalarConversion.decimal("\(nearest)") == value {
            return try write { try $0.encode(nearest) }
        }
        try put(FoundationForm.object(of: .decimal(value)))
    }

    func encode(_ value: String) throws {
        try step()
        try write { try $0.encode(value) }
    }

    func encode(_ value: Data) throws {
        try step()
        try put(value)
    }

    func encode(_ value: Date) throws {
        try step()
        if form.contains(.exactDates) { return try write { try $0.encode(value) } }
        let interval = value.timeIntervalSinceReferenceDate
        if form.contains(.wholeDates), DateText.wholeSecondsString(from: value) != nil {
            return try write { try $0.encode(value) }
        }
        try write { _ = try $0.beginDictionary(keys: .strings, count: 2, identity: nil) }
        try write { try $0.encodeKey("$class" as ModelKey) }
        try write { try $0.encode("NSDate") }
        try write { try $0.encodeKey("NS.time" as ModelKey) }
        try put(interval)
        try write { try $0.endDictionary() }
    }

    func encode(_ value: URL) throws {
        try step()
        try put(FoundationForm.object(of: .url(value)))
    }

    func encode(_ value: UUID) throws {
        try step()
        try put(FoundationForm.object(of: .uuid(value)))
    }

    func encode(_ value: ModelGeometry) throws {
        try step()
        try put(FoundationForm.object(of: .geometry(value)))
    }

    /// A scalar whose kind nobody expects: what the plain form doesn't tell is marked.
    func encode(_ scalar: ModelScalar) throws {
        switch scalar {
        case .float(let value) where !form.contains(.floats):
            try step()
            try putNumber(value)
        case .decimal where !form.contains(.decimals):
            try step()
            try put(FoundationForm.object(of: scalar))
        default:
            try encodeExpected(scalar)
        }
    }

    // MARK: Without counting

    private func putNull() throws {
        if form.contains(.null) { try write { try $0.encodeNull() } } else { try put(FoundationForm.object(of: .null)) }
    }

    private func put(_ value: Double) throws {
        if value.isFinite || form.isNative(value) { return try write { try $0.encode(value) } }
        try putNumber(
            value.magnitude == .infinity || value.bitPattern == Double.nan.bitPattern
                ? "\(value)" : Self.bits(value.bitPattern))
    }

    /// A float, by a key of this library's own beside Foundation's.
    private func putNumber(_ value: Float) throws {
        try write { _ = try $0.beginDictionary(keys: .strings, count: 3, identity: nil) }
        try write { try $0.encodeKey("$class" as ModelKey) }
        try write { try $0.encode("NSNumber") }
        try write { try $0.encodeKey("NS.dblval" as ModelKey) }
        if value.isFinite || form.contains(.nonFinite) && value.magnitude == .infinity {
            try write { try $0.encode(Double(value)) }
        } else {
            let isPlain = value.magnitude == .infinity || value.bitPattern == Float.nan.bitPattern
            try write { try $0.encode(isPlain ? "\(value)" : Self.bits(UInt64(value.bitPattern))) }
        }
        try write { try $0.encodeKey("NS.float" as ModelKey) }
        try write { try $0.encode(true) }
        try write { try $0.endDictionary() }
    }

    private func putNumber(_ text: String) throws {
        try write { _ = try $0.beginDictionary(keys: .strings, count: 2, identity: nil) }
        try write { try $0.encodeKey("$class" as ModelKey) }
        try write { try $0.encode("NSNumber") }
        try write { try $0.encodeKey("NS.dblval" as ModelKey) }
        try write { try $0.encode(text) }
        try write { try $0.endDictionary() }
    }

    private static func bits(_ bits: UInt64) -> String { "0x" + String(bits, radix: 16) }

    private func put(_ value: Data) throws {
        if form.contains(.data) { return try write { try $0.encode(value) } }
        try write { _ = try $0.beginDictionary(keys: .strings, count: 2, identity: nil) }
        try write { try $0.encodeKey("$class" as ModelKey) }
        try write { try $0.encode("NSData") }
        try write { try $0.encodeKey("$data" as ModelKey) }
        try write { try $0.encode(value) }
        try write { try $0.endDictionary() }
    }

    /// An object of Foundation's: its values are scalars, and a URL's base.
    private func put(_ object: ObjectNode) throws {
        try write { _ = try $0.beginDictionary(keys: .strings, count: object.properties.count + 1, identity: nil) }
        try write { try $0.encodeKey("$class" as ModelKey) }
        try write { try $0.encode(object.codedClass.name) }
        for (key, value) in object.properties {
            try write { try $0.encodeKey(ModelKey(key)) }
            switch value {
            case .scalar(.data(let data)): try put(data)
            case .scalar(.double(let number)): try put(number)
            case .scalar(let scalar): try write { try $0.encodeExpected(scalar) }
            case .object(let inner): try put(inner)
            default: try putNull()
            }
        }
        try write { try $0.endDictionary() }
    }
}

extension HRForm {
    /// True where the plain format keeps these bits of what isn't finite.
    func isNative(_ value: Double) -> Bool {
        contains(.nonFinite)
            && (contains(.floats) || value.magnitude == .infinity || value.bitPattern == Double.nan.bitPattern)
    }

    func isNative(_ value: Float) -> Bool {
        contains(.nonFinite)
            && (contains(.floats) || value.magnitude == .infinity || value.bitPattern == Float.nan.bitPattern)
    }
}
