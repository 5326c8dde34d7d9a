import Foundation
import ModelCore

/// The formats that are measured, by the names that the measurements bear.
public enum BenchmarkFormat: String, CaseIterable, Sendable {
    case keyedArchive, binaryPropertyList, xmlPropertyList, json

    /// The format as the core names it.
    public var fileFormat: FileFormat {
        switch self {
        case .keyedArchive: .keyedArchive
        case .binaryPropertyList: .binaryPropertyList
        case .xmlPropertyList: .xmlPropertyList
        case .json: .json
        }
    }

    /// How many times as fast as Foundation encoding has to be.
    public var encodeTarget: Double {
        switch self {
        case .keyedArchive: 100
        case .binaryPropertyList: 10
        case .xmlPropertyList: 5
        case .json: 10
        }
    }

    /// How many times as fast as Foundation decoding has to be.
    public var decodeTarget: Double {
        switch self {
        case .keyedArchive: 15
        case .binaryPropertyList: 15
        case .xmlPropertyList: 8
        case .json: 8
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
