import Foundation
import ModelCore

/// An object of a keyed archive, or a dictionary in one, which many others may have.
final class ArchiveNode {
    enum Value {
        case node(ArchiveNode)
        case scalar(ModelScalar)
        case array([Value])
        case text(String)
        case number(Int)
        case flag(Bool)
        case null
    }

    /// Nil for a dictionary.
    let classes: [String]?
    var properties: [(key: String, value: Value)]

    init(_ classes: [String]?, _ properties: [(key: String, value: Value)] = []) {
        self.classes = classes
        self.properties = properties
    }

    subscript(key: String) -> Value {
        get { properties.first { $0.key == key }?.value ?? .null }
        set {
            if let index = properties.firstIndex(where: { $0.key == key }) {
                properties[index].value = newValue
            } else {
                properties.append((key, newValue))
            }
        }
    }

    /// The binary archive whose root this is.
    func archived() throws -> Data {
        var builder = DocumentBuilder(limits: Self.limits)
        var writer = Writer()
        try writer.write(.node(self), to: &builder)
        return try KeyedArchive().encode(builder.finish(), limits: Self.limits)
    }

    private static let limits = DecodingLimits(depth: 10_000)

    private struct Writer {
        private var numbers: [ObjectIdentifier: Int] = [:]

        mutating func write(_ value: Value, to builder: inout DocumentBuilder) throws {
            switch value {
            case .scalar(let scalar): try builder.append(scalar)
            case .text(let text): try builder.append(text)
            case .number(let number): try builder.append(Int64(number))
            case .flag(let flag): try builder.append(flag)
            case .null: try builder.appendNull()
            case .array(let values):
                try builder.beginArray()
                for value in values { try write(value, to: &builder) }
                try builder.end()
            case .node(let node):
                if let number = numbers[ObjectIdentifier(node)] { return try builder.appendReference(to: number) }
                let number = numbers.count
                numbers[ObjectIdentifier(node)] = number
                if let classes = node.classes {
                    try builder.beginObject(
                        CodedClass(name: classes[0], superclassNames: Array(classes.dropFirst())), number: number)
                } else {
                    try builder.beginDictionary(number: number)
                }
                for (key, value) in node.properties {
                    try builder.key(key)
                    try write(value, to: &builder)
                }
                try builder.end()
            }
        }
    }
}
