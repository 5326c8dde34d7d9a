import Documents
import Foundation
import ModelCore

extension CGPoint: GeometricValue {
    package var geometry: ModelGeometry { .point(x: Double(x), y: Double(y)) }

    package init?(_ geometry: ModelGeometry) {
        guard case .point(let x, let y) = geometry else { return nil }
        self.init(x: x, y: y)
    }
}

extension CGSize: GeometricValue {
    package var geometry: ModelGeometry { .size(width: Double(width), height: Double(height)) }

    package init?(_ geometry: ModelGeometry) {
        guard case .size(let width, let height) = geometry else { return nil }
        self.init(width: width, height: height)
    }
}

extension CGRect: GeometricValue {
    package var geometry: ModelGeometry {
        .rect(x: Double(origin.x), y: Double(origin.y), width: Double(size.width), height: Double(size.height))
    }

    package init?(_ geometry: ModelGeometry) {
        guard case .rect(let x, let y, let width, let height) = geometry else { return nil }
        self.init(x: x, y: y, width: width, height: height)
    }
}

extension NSRange: GeometricValue {
    package var geometry: ModelGeometry { .range(location: location, length: length) }

    package init?(_ geometry: ModelGeometry) {
        guard case .range(let location, let length) = geometry else { return nil }
        self.init(location: location, length: length)
    }
}

extension AffineTransform: GeometricValue {
    package var geometry: ModelGeometry {
        .transform(
            m11: Double(m11), m12: Double(m12), m21: Double(m21), m22: Double(m22), tX: Double(tX), tY: Double(tY))
    }

    package init?(_ geometry: ModelGeometry) {
        guard case .transform(let m11, let m12, let m21, let m22, let tX, let tY) = geometry else { return nil }
        self.init(m11: m11, m12: m12, m21: m21, m22: m22, tX: tX, tY: tY)
    }
}

extension IndexSet: GeometricValue {
    package var geometry: ModelGeometry {
        // A set of `Int.max` alone has no first index, and Foundation stops the program if it is asked for the ranges:
        // this range is none that a document takes.
        guard isEmpty || first ?? -1 >= 0 else { return .indexSet([.max..<Int.max]) }
        return .indexSet(rangeView.map { $0 })
    }

    package init?(_ geometry: ModelGeometry) {
        guard case .indexSet(let ranges) = geometry else { return nil }
        self.init()
        for range in ranges { insert(integersIn: range) }
    }
}

extension IndexSet: FoundationCoded {
    package static var className: String { "NSIndexSet" }

    private struct IndexRange: Decodable {
        let location: Int
        let length: Int
    }

    package static func value(of object: CodedObject) throws -> IndexSet { try set(of: object) }

    /// Decodes a set that the type's own code has encoded. The type's own decoding would stop the program for some
    /// files.
    package static func plainValue(of object: CodedObject) throws -> IndexSet? { try set(of: object) }

    /// The set that the type's own code has encoded, from the list of its ranges.
    private static func set(of object: CodedObject) throws -> IndexSet {
        let ranges = try object.required("indexes", as: [IndexRange].self).map { range in
            let (end, overflow) = range.location.addingReportingOverflow(range.length)
            guard range.location >= 0, range.length >= 0, !overflow else {
                throw object.refusal("A set of indexes has no such range.")
            }
            return range.location..<end
        }
        var set = IndexSet()
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) { set.insert(integersIn: range) }
        return set
    }

    /// Nil: formats with Foundation's classes contain the set as a single value, not as an object.
    package var codedClass: CodedClass? { nil }
    package func encode(to values: inout KeyedEncodingContainer<CodableKey>) throws {}
    package func requireEncodable() throws { try geometry.requireRepresentable() }
}

extension CGFloat: FormedScalar {
    public static func encode(_ value: CGFloat, to encoder: ModelEncoder) throws { try encoder.encode(Double(value)) }
    public static func decode(from decoder: ModelDecoder) throws -> CGFloat {
        CGFloat(try Double.decode(from: decoder))
    }

    package static func form(in forms: ValueForms) -> ValueForm? {
        MemoryLayout<CGFloat>.size == MemoryLayout<Double>.size ? ValueForm(scalar: Double.self) : nil
    }
}

extension CGFloat: UncheckedModelValue {}
