import Foundation
import ModelCore

/// The formats that are measured, by the names that the measurements bear.
public enum BenchmarkFormat: String, CaseIterable, Sendable {
    case keyedArchive, binaryPropertyList, xmlPropertyList, json, fastCoding, hrCodedJSON, hrCodedXML, hrCodedBinary

    /// The format as the core names it.
    public var fileFormat: FileFormat {
        switch self {
        case .keyedArchive: .keyedArchive
        case .binaryPropertyList: .binaryPropertyList
        case .xmlPropertyList: .xmlPropertyList
        case .json: .json
        case .fastCoding: .fastCoding
        case .hrCodedJSON: .hrCodedJSON
        case .hrCodedXML: .hrCodedXML
        case .hrCodedBinary: .hrCodedBinary
        }
    }

    /// Whom it is measured against with the people. What JSON and FastCoder have to reach, serde_json sets: see the
    /// program `compare`.
    public var rivals: [Rival] {
        switch self {
        case .keyedArchive: [Rival(.keyedArchiver, encode: 215, decode: 32)]
        case .binaryPropertyList: [Rival(.binaryPropertyListEncoder, encode: 22, decode: 26)]
        case .xmlPropertyList: [Rival(.xmlPropertyListEncoder, encode: 10, decode: 19)]
        case .json, .fastCoding: [Rival(.jsonEncoder)]
        // These keep neither class nor identity.
        case .hrCodedJSON: [Rival(.jsonEncoder, encode: 9, decode: 8)]
        case .hrCodedXML: [Rival(.xmlPropertyListEncoder)]
        case .hrCodedBinary: [Rival(.binaryPropertyListEncoder)]
        }
    }

    /// A model's bytes, by way of the registry, as a program would get them.
    public func encode<Model: BaseModel>(_ model: Model) throws -> Data {
        try FormatRegistry.current.provider(for: fileFormat).encode(model, as: fileFormat)
    }

    /// The model that bytes of this format hold.
    public func decode<Model: BaseModel>(_ type: Model.Type, from data: Data) throws -> Model {
        try FormatRegistry.current.provider(for: fileFormat).decode(type, from: data, as: fileFormat)
    }
}
