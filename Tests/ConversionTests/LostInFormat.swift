import Foundation
import ModelCore
import TestSupport

/// What a document holds that a format has no place for.
enum LostInFormat {
    private static let plain: [FileFormat] = [.json, .xmlPropertyList, .binaryPropertyList]

    /// Why a document may be another when it comes back from a format; empty where nothing excuses that.
    static func reasons(_ root: ModelNode, in format: FileFormat) -> [String] {
        guard plain.contains(format) else { return [] }
        var found: Set<String> = []
        var met: Set<ObjectIdentifier> = []
        var pending = [root]
        func enter(_ instance: AnyObject) -> Bool {
            let isNew = met.insert(ObjectIdentifier(instance)).inserted
            if !isNew { found.insert("shared parts") }
            return isNew
        }
        while let node = pending.popLast() {
            switch node {
            case .array(let array) where enter(array):
                if array.kind != .array { found.insert("sets") }
                pending += array.elements
            case .dictionary(let dictionary) where enter(dictionary):
                for (key, value) in dictionary.entries {
                    if let text = key.stringValue { add(key: text, format, &found) } else { found.insert("keys that aren't text") }
                    pending.append(value)
                }
            case .object(let object) where enter(object):
                found.insert("classes")
                for (key, value) in object.properties {
                    add(key: key, format, &found)
                    pending.append(value)
                }
            case .scalar(let scalar): add(scalar, format, &found)
            default: break
            }
        }
        return found.sorted()
    }

    private static func add(key: String, _ format: FileFormat, _ found: inout Set<String>) {
        if format == .xmlPropertyList, key.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value & 0xFFFE == 0xFFFE }) {
            found.insert("control characters in keys")
        }
        if key == "$class" { found.insert("a key that names a class") }
    }

    private static func add(_ scalar: ModelScalar, _ format: FileFormat, _ found: inout Set<String>) {
        switch scalar {
        case .float where format != .binaryPropertyList: found.insert("floats")
        case .double(let number) where format == .json && !number.isFinite: found.insert("numbers that aren't finite")
        case .decimal: found.insert("decimals")
        case .url: found.insert("URLs")
        case .uuid: found.insert("UUIDs")
        case .geometry: found.insert("geometry")
        case .data where format == .json: found.insert("data")
        case .date where format == .json: found.insert("dates")
        default: break
        }
    }
}
