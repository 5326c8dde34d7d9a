import FormatSupport
import Foundation
import ModelCore

extension HRDecoder {
    func decodeNull() throws -> Bool {
        if base.isAtContainer {
            guard try peekKind() == .null else { return false }
            try skipValue()
            return true
        }
        guard try base.decodeNull() else { return false }
        try consumed()
        return true
    }

    // What files have most is only asked for; where that fails, the value may be a coded object, or an alias of one.

    @inline(never)
    private func decodeCoded<Value>(
        _ error: any Error, _ conversion: (ModelScalar, _ fromText: Bool) throws -> Value
    ) throws -> Value {
        guard base.isAtContainer else { throw error }
        return try convertScalar(conversion)
    }

    func decodeBool() throws -> Bool {
        do {
            let value = try base.decodeBool()
            try consumed()
            return value
        } catch {
            return try decodeCoded(error, ScalarConversion.bool)
        }
    }

    func decodeInt64() throws -> Int64 {
        do {
            let value = try base.decodeInt64()
            try consumed()
            return value
        } catch {
            return try decodeCoded(error, ScalarConversion.int64)
        }
    }

    func decodeUInt64() throws -> UInt64 {
        if base.isAtContainer { return try convertScalar(ScalarConversion.uint64) }
        let value = try base.decodeUInt64()
        try consumed()
        return value
    }

    func decodeFloat() throws -> Float {
        if base.isAtContainer { return try convertScalar(ScalarConversion.float) }
        let value = try base.decodeFloat()
        try consumed()
        return value
    }

    func decodeDouble() throws -> Double {
        do {
            let value = try base.decodeDouble()
            try consumed()
            return value
        } catch {
            return try decodeCoded(error, ScalarConversion.double)
        }
    }

    func decodeDecimal() throws -> Decimal {
        if base.isAtContainer { return try convertScalar(ScalarConversion.decimal) }
        let value = try base.decodeDecimal()
        try consumed()
        return value
    }

    func decodeString() throws -> String {
        do {
            let value = try base.decodeString()
            try consumed()
            return value
        } catch {
            return try decodeCoded(error, ScalarConversion.string)
        }
    }

    func decodeData() throws -> Data {
        if base.isAtContainer { return try decodeCodedData() }
        let value = try base.decodeData()
        try consumed()
        return value
    }

    private func decodeCodedData() throws -> Data {
        guard case .alias(let index) = try look() else { return try convertScalar(ScalarConversion.data) }
        let target = try target(of: index)
        if let known = aliasedData[target] {
            try skipValue()
            return known
        }
        let data = try convertScalar(ScalarConversion.data)
        aliasedData[target] = data
        return data
    }

    func decodeDate() throws -> Date {
        if base.isAtContainer { return try convertScalar(ScalarConversion.date) }
        let value = try base.decodeDate()
        try consumed()
        return value
    }

    func decodeScalar() throws -> ModelScalar {
        let scalar = try base.isAtContainer ? takeScalar() : plainScalar()
        try consumed()
        return scalar
    }

    /// Consumes a value of the plain format.
    ///
    /// The original writes doubles with 17 digits, which aren't always the shortest form, and a decimal that no double's digits stand for is
    /// marked: so an unmarked numeral of that many digits is a double.
    private func plainScalar() throws -> ModelScalar {
        let scalar = try base.decodeScalar()
        guard readsDoubles, case .decimal(let value) = scalar, value.isFinite else { return scalar }
        let digits = value.significand.description.utf8.reversed().drop { $0 == UInt8(ascii: "0") }.count
        guard digits <= 17, let double = Double("\(value)") else { return scalar }
        return .double(double)
    }

    /// What the decimal at the position is taken for. Consumes nothing.
    func kindOfDecimal() throws -> ModelKind {
        try base.beginDetour(to: base.valuePosition)
        let kind = try plainScalar().kind
        try base.endDetour()
        return kind
    }

    // MARK: Coded scalars

    /// Consumes the container at the position, which must stand for a scalar.
    private func takeScalar() throws -> ModelScalar {
        switch try look() {
        case .plain, .object: throw mismatch(expected: "a single value")
        case .data, .foundation:
            guard let scalar = try scalarAtPosition() else { throw mismatch(expected: "a single value") }
            try base.skipValue()
            return scalar
        case .alias(let index):
            let scalar = try scalar(at: try target(of: index))
            try base.skipValue()
            return scalar
        }
    }

    /// The scalar at an alias's target.
    private func scalar(at target: Int) throws -> ModelScalar {
        if let known = aliasedScalars[target] { return known }
        try base.beginDetour(to: target)
        // An alias is resolved to what is none, so this goes no deeper.
        let scalar = try base.isAtContainer ? takeScalar() : plainScalar()
        try base.endDetour()
        aliasedScalars[target] = scalar
        return scalar
    }

    /// The scalar that the coded object at the position stands for; nil where it isn't as its class writes it. Consumes nothing.
    func scalarAtPosition() throws -> ModelScalar? {
        let position = base.valuePosition
        if let lastScalar, lastScalar.position == position { return lastScalar.scalar }
        let look = try look()
        let codedClass = lookClass ?? CodedClass(name: "")
        // Values may be coded objects too, and in a file that nobody vouches for without end.
        try context.enter()
        defer { context.leave() }
        try base.beginDetour(to: position)
        let scalar: ModelScalar?
        switch look {
        case .data: scalar = try readData()
        case .foundation(.date): scalar = try readDate() ?? readForm(codedClass)
        case .foundation(.data): scalar = try readData() ?? readForm(codedClass)
        case .foundation(.array), .foundation(.set), .foundation(.orderedSet), .foundation(.dictionary), .object:
            throw mismatch(expected: "a single value")
        case .foundation: scalar = try readForm(codedClass)
        case .plain, .alias: scalar = nil
        }
        try base.endDetour()
        lastScalar = (position, scalar)
        return scalar
    }

    /// Data in base64; nil where there is none, and then the position is what it was.
    private func readData() throws -> ModelScalar? {
        let position = base.valuePosition
        _ = try base.beginObject()
        var data: Data?
        if try base.moveToKey("$data"), !base.isAtContainer {
            data = try base.convertScalar { scalar, _ in try ScalarConversion.data(scalar, fromText: true) }
        }
        try base.endObject()
        if data == nil { try again(position) }
        return data.map { .data($0) }
    }

    private func readDate() throws -> ModelScalar? {
        let position = base.valuePosition
        _ = try base.beginObject()
        var interval: Double?
        if try base.moveToKey("NS.time"), !base.isAtContainer { interval = try base.decodeDouble() }
        try base.endObject()
        guard let interval else {
            try again(position)
            return nil
        }
        return .date(Date(timeIntervalSinceReferenceDate: interval))
    }

    /// Stands at the detour's value again, which was read.
    private func again(_ position: Int) throws {
        try base.endDetour()
        try base.beginDetour(to: position)
    }

    /// Reads an object with whatever keys it has.
    private func readForm(_ codedClass: CodedClass) throws -> ModelScalar? {
        _ = try base.beginObject()
        // What is read here is nobody's container.
        let around = frame
        frame = HRFrame(kind: .plain)
        let object = ObjectNode(codedClass)
        for key in try base.objectKeys() where key != "$class" {
            guard try base.moveToKey(ModelKey(key)) else { continue }
            switch try peekKind() {
            case .array, .set, .orderedSet, .dictionary, .object: try base.skipValue()
            default: object.properties.append((key, .scalar(try decodeScalar())))
            }
        }
        frame = around
        try base.endObject()
        return Self.number(object) ?? FoundationForm.scalar(of: object)
    }

    /// Numbers as this library marks them: those that aren't finite as text, and floats.
    private static func number(_ object: ObjectNode) -> ModelScalar? {
        guard object.codedClass.name == "NSNumber" else { return nil }
        let isFloat = object["NS.float"]?.scalar == .bool(true)
        switch object["NS.dblval"]?.scalar {
        case .string(let text)?:
            if text.hasPrefix("0x"), let bits = UInt64(text.dropFirst(2), radix: 16) {
                return isFloat
                    ? UInt32(exactly: bits).map { .float(Float(bitPattern: $0)) } : .double(Double(bitPattern: bits))
            }
            guard let value = Double(text) else { return nil }
            return isFloat ? .float(Float(value)) : .double(value)
        case let number?:
            guard isFloat, let value = try? ScalarConversion.double(number, fromText: true) else { return nil }
            return .float(Float(value))
        case nil: return nil
        }
    }
}
