import Foundation
import JSONFormat
import ModelCore
import TestSupport

/// Where the files are that the tests read.
enum JSONFixtures {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()

    /// A file that the original library wrote.
    static func golden(_ name: String) throws -> Data {
        try Data(contentsOf: folder.appending(path: "Fixtures/\(name)"))
    }
}

extension ModelNode {
    /// The same kinds and values in the same order; doubles by their bits.
    func isSame(as other: ModelNode) -> Bool {
        switch (self, other) {
        case (.scalar(.double(let left)), .scalar(.double(let right))):
            left.bitPattern == right.bitPattern
        case (.scalar(let left), .scalar(let right)): left == right
        case (.array(let left), .array(let right)):
            left.kind == right.kind && left.elements.count == right.elements.count
                && zip(left.elements, right.elements).allSatisfy { $0.isSame(as: $1) }
        case (.dictionary(let left), .dictionary(let right)):
            left.entries.count == right.entries.count
                && zip(left.entries, right.entries).allSatisfy { $0.key.isSame(as: $1.key) && $0.value.isSame(as: $1.value) }
        case (.object(let left), .object(let right)):
            left.codedClass.name == right.codedClass.name && left.properties.count == right.properties.count
                && zip(left.properties, right.properties).allSatisfy { $0.key == $1.key && $0.value.isSame(as: $1.value) }
        default: false
        }
    }
}

extension JSONFormat {
    func text<Value: ModelValue>(_ value: Value) throws -> String {
        String(decoding: try encode(value), as: UTF8.self)
    }

    func read<Value: ModelValue>(_ type: Value.Type = Value.self, _ text: String) throws -> Value {
        try decode(type, from: Data(text.utf8), as: .json)
    }
}
