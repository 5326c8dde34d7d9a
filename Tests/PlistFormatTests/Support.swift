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

/// A binary property list of some objects, each as its bytes; the first one is the root.
func binary(_ objects: [[UInt8]], referenceSize: UInt8 = 1) -> Data {
    func number(_ value: Int, _ size: Int) -> [UInt8] {
        (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * (size - 1 - $0))) }
    }
    var data = Data("bplist00".utf8)
    var offsets: [Int] = []
    for object in objects {
        offsets.append(data.count)
        data += object
    }
    let table = data.count
    for offset in offsets { data += number(offset, 4) }
    data += [0, 0, 0, 0, 0, 0, 4, referenceSize]
    for value in [objects.count, 0, table] { data += number(value, 8) }
    return data
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
