import FormatSupport
import Foundation
import ModelCore
import TestSupport
import Testing

@testable import PlistFormat

let plist = PlistFormat()
let bothFormats: [FileFormat] = [.xmlPropertyList, .binaryPropertyList]

extension FileFormat: CustomTestStringConvertible {
    public var testDescription: String { rawValue }
}

/// A golden file that was copied into the tests.
func fixture(_ name: String) throws -> Data {
    try #require(Bundle.module.url(forResource: name, withExtension: nil, subdirectory: "Fixtures").map { try Data(contentsOf: $0) })
}

/// An XML property list around some elements.
func xml(_ body: String) -> Data {
    Data("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<plist version=\"1.0\">\n\(body)\n</plist>\n".utf8)
}

func node(_ data: Data) throws -> ModelNode {
    try plist.decode(ModelNode.self, from: data)
}

/// A node as text, to compare: types and order count.
func text(_ node: ModelNode) -> String {
    switch node {
    case .scalar(.double(let value)): "double(\(value))"
    case .scalar(.data(let data)): "data(\(data.map { String($0, radix: 16) }.joined(separator: " ")))"
    case .scalar(.date(let date)): "date(\(date.timeIntervalSinceReferenceDate))"
    case .scalar(let scalar): "\(scalar)"
    case .array(let array): "[" + array.elements.map(text).joined(separator: ", ") + "]"
    case .dictionary(let dictionary):
        "{" + dictionary.entries.map { text($0.key) + ": " + text($0.value) }.joined(separator: ", ") + "}"
    case .object(let object):
        object.codedClass.name + "(" + object.properties.map { $0.key + ": " + text($0.value) }.joined(separator: ", ") + ")"
    case .model(let model): "model \(type(of: model))"
    }
}

func scalarText(_ data: Data) throws -> String { text(try node(data)) }

func failure(_ body: () throws -> Void) -> ModelError? {
    do {
        try body()
        return nil
    } catch {
        return error as? ModelError
    }
}
