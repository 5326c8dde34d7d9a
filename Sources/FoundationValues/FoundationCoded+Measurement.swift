import FormatSupport
import Foundation
import ModelCore

// Measurements and their units.

extension Measurement: FoundationCoded {
    package static var className: String { "NSMeasurement" }

    package static func value(of object: CodedObject) throws -> Measurement {
        guard let unit = try object.object("NS.unit") else { throw object.refusal("A measurement has no unit.") }
        return Measurement(
            value: try object.required("NS.value"), unit: try CodedUnit.unit(of: unit, as: UnitType.self))
    }

    package var codedClass: CodedClass? { CodedUnit.isCoded(unit, as: UnitType.self) ? CodedUnit.measurement : nil }

    package func encode(to values: inout KeyedEncodingContainer<CodableKey>) throws {
        try values.set("NS.unit", CodedUnit.codedClass(of: unit)) { try CodedUnit.encode(unit, to: &$0) }
        try values.set("NS.value", value)
    }

    package func requireEncodable() throws {
        guard UnitType.self is Dimension.Type, let dimension = unit as? Dimension,
            !(dimension.converter is UnitConverterLinear)
        else { return }
        throw ModelError(
            .unrepresentableValue,
            """
            The converter of the unit \(unit.symbol) isn't linear: only formats with Foundation's classes contain one.
            """)
    }
}

/// Units as files contain them: a class, a symbol and, for the units of a dimension, a converter.
private enum CodedUnit {
    static let measurement = CodedClass(foundation: "NSMeasurement")
    private static let linear = CodedClass(foundation: "NSUnitConverterLinear", superclassNames: ["NSUnitConverter"])
    private static let reciprocal = CodedClass(
        foundation: "NSUnitConverterReciprocal", superclassNames: ["NSUnitConverter"])

    /// Foundation's dimensions, by the names of their classes. For a measurement of any unit, files can name no other
    /// classes.
    private static let dimensions: [String: Dimension.Type] = Dictionary(
        [
            UnitAcceleration.self, UnitAngle.self, UnitArea.self, UnitConcentrationMass.self, UnitDispersion.self,
            UnitDuration.self, UnitElectricCharge.self, UnitElectricCurrent.self,
            UnitElectricPotentialDifference.self, UnitElectricResistance.self, UnitEnergy.self, UnitFrequency.self,
            UnitFuelEfficiency.self, UnitIlluminance.self, UnitInformationStorage.self, UnitLength.self,
            UnitMass.self, UnitPower.self, UnitPressure.self, UnitSpeed.self, UnitTemperature.self, UnitVolume.self,
        ].map { (NSStringFromClass($0), $0) }
    ) { first, _ in first }

    /// The units whose converters divide. Programs can't make such a converter.
    private static let reciprocals: [UnitFuelEfficiency] = [.milesPerGallon, .milesPerImperialGallon]

    static func codedClass(of unit: Unit) -> CodedClass {
        let name = NSStringFromClass(Swift.type(of: unit))
        let superclasses = unit is Dimension ? ["NSDimension", "NSUnit"] : ["NSUnit"]
        return CodedClass(foundation: name, superclassNames: superclasses.filter { $0 != name })
    }

    /// True if an object contains the whole unit, and is read as a unit of the type.
    static func isCoded(_ unit: Unit, as type: Unit.Type) -> Bool {
        guard Swift.type(of: unit) == (Self.type(named: NSStringFromClass(Swift.type(of: unit)), as: type)) else {
            return false
        }
        guard let dimension = unit as? Dimension else { return true }
        return dimension.converter is UnitConverterLinear || reciprocals.contains { $0.isEqual(dimension) }
    }

    static func encode(_ unit: Unit, to values: inout KeyedEncodingContainer<CodableKey>) throws {
        try values.set("NS.symbol", unit.symbol)
        guard let converter = (unit as? Dimension)?.converter else { return }
        if let linear = converter as? UnitConverterLinear {
            try values.set("NS.converter", Self.linear) { values in
                try values.set("NS.coefficient", linear.coefficient)
                try values.set("NS.constant", linear.constant)
            }
        } else {
            try values.set("NS.converter", reciprocal) { values in
                try values.set("NS.reciprocal", converter.baseUnitValue(fromValue: 1))
            }
        }
    }

    /// The class with a name in a file: the type itself, or a subclass of the type in Foundation.
    private static func type<UnitType: Unit>(named name: String, as type: UnitType.Type) -> UnitType.Type? {
        name == NSStringFromClass(type) ? type : dimensions[name] as? UnitType.Type
    }

    static func unit<UnitType: Unit>(of object: CodedObject, as type: UnitType.Type) throws -> UnitType {
        let name = object.className ?? NSStringFromClass(type)
        guard let type = Self.type(named: name, as: type) else {
            throw ModelError.otherClass(name, expected: NSStringFromClass(type))
        }
        let symbol = try object.required("NS.symbol", as: String.self)
        guard let dimension = type as? Dimension.Type else { return type.init(symbol: symbol) }
        guard let converter = try object.object("NS.converter") else {
            throw object.refusal("A unit of a dimension has no converter.")
        }
        let unit: Unit
        if let factor = try converter.value("NS.reciprocal", as: Double.self) {
            guard
                let known = reciprocals.first(where: {
                    Swift.type(of: $0) == dimension && $0.symbol == symbol
                        && $0.converter.baseUnitValue(fromValue: 1) == factor
                })
            else {
                throw converter.refusal("There is no unit \(ErrorText.quoted(symbol)) with the reciprocal \(factor).")
            }
            unit = known
        } else {
            let linear = UnitConverterLinear(
                coefficient: try converter.required("NS.coefficient"),
                constant: try converter.value("NS.constant") ?? 0)
            unit = dimension.init(symbol: symbol, converter: linear)
        }
        guard let unit = unit as? UnitType else { throw object.refusal("The unit has another type.") }
        return unit
    }
}
