import Foundation
import ModelCore

/// A value for checks, which is converted to a document and then written.
final class SampleValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByNilLiteral
{
    private enum Content {
        case scalar(ModelScalar)
        case elements([SampleValue], ModelArrayKind)
        case entries([(key: SampleValue, value: SampleValue)])
        case properties(CodedClass, [(key: String, value: SampleValue)])
    }

    private let content: Content
    /// The number of a shared container: a container that occurs more than once is one object with references to it.
    /// Nil for any other value.
    private let number: Int?

    private init(_ content: Content, number: Int? = nil) {
        self.content = content
        self.number = number
    }

    static func scalar(_ scalar: ModelScalar) -> SampleValue { SampleValue(.scalar(scalar)) }

    static func array(_ elements: [SampleValue], _ kind: ModelArrayKind = .array) -> SampleValue {
        SampleValue(.elements(elements, kind))
    }

    static func dictionary(_ entries: [(String, SampleValue)]) -> SampleValue {
        SampleValue(.entries(entries.map { (.scalar(.string($0.0)), $0.1) }))
    }

    static func object(_ className: String, _ properties: [(String, SampleValue)] = []) -> SampleValue {
        SampleValue(.properties(CodedClass(name: className), properties.map { (key: $0.0, value: $0.1) }))
    }

    /// A shared container. All containers with the same number are one container.
    static func shared(_ number: Int, _ value: SampleValue) -> SampleValue {
        SampleValue(value.content, number: number)
    }

    convenience init(stringLiteral value: String) { self.init(.scalar(.string(value))) }
    convenience init(integerLiteral value: Int64) { self.init(.scalar(.int64(value))) }
    convenience init(floatLiteral value: Double) { self.init(.scalar(.double(value))) }
    convenience init(booleanLiteral value: Bool) { self.init(.scalar(.bool(value))) }
    convenience init(nilLiteral: ()) { self.init(.scalar(.null)) }

    /// Makes the document. This recurses, so the stack that it needs grows with the depth of the value.
    func document(limits: DecodingLimits = .standard) throws -> ModelDocument {
        var builder = DocumentBuilder(limits: limits)
        try append(to: &builder)
        return try builder.finish()
    }

    private func append(to builder: inout DocumentBuilder) throws {
        if let number, builder.hasContainer(number) { return try builder.appendReference(to: number) }
        switch content {
        case .scalar(let scalar): try builder.append(scalar, isDeclared: false)
        case .elements(let elements, let kind):
            try builder.beginArray(kind, number: number)
            for element in elements { try element.append(to: &builder) }
            try builder.end()
        case .entries(let entries):
            try builder.beginValueDictionary(number: number)
            for (key, value) in entries {
                try key.append(to: &builder)
                try value.append(to: &builder)
            }
            try builder.end()
        case .properties(let codedClass, let properties):
            try builder.beginObject(codedClass, number: number)
            for (key, value) in properties {
                try builder.key(key)
                try value.append(to: &builder)
            }
            try builder.end()
        }
    }
}
