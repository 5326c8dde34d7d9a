import Foundation
import ModelCore

/// The form that a property's value has in the defaults.
///
/// It is one that stays what it is when Foundation reads and writes the file: see ``XMLPropertyListEncoder/init(context:indentation:sortsKeys:roundsDates:isRewritten:)``.
/// A value of which a property list can't hold a part (an instance twice, a cycle, keys that aren't text) is a keyed archive as a whole.
enum DefaultsValue {
    /// An XML property list with the values. Its root is a dictionary.
    static func encode(_ values: [(key: String, value: ModelNode)], limits: DecodingLimits) throws -> Data {
        let context = EncodingContext(format: .userDefaults, limits: limits)
        let encoder = XMLPropertyListEncoder(context: context, isRewritten: true)
        _ = try encoder.beginDictionary(keys: .strings, count: values.count, identity: nil)
        for (key, value) in values {
            do {
                guard key != DefaultsOwners.key else {
                    throw ModelError(.duplicateKey, "The key is kept for the names of the classes.")
                }
                try encoder.encodeKey(key)
                try encode(value, to: encoder)
            } catch {
                throw ModelError.prefixing(.key(key), to: error)
            }
        }
        try encoder.endDictionary()
        return try encoder.finish()
    }

    private static func encode(_ value: ModelNode, to encoder: XMLPropertyListEncoder) throws {
        if case .scalar(.data(let data)) = value, KeyedArchive().detect(data) != nil {
            // Else it would be opened: of two archives, the decoder opens one.
            return try encoder.encodeArchive(
                of: .scalar(.data(try KeyedArchive().encode(data, limits: encoder.context.limits))))
        }
        // A property that is nil.
        if case .scalar(.null) = value { return try encoder.encodeArchive(of: value) }
        if case .scalar(let scalar) = value { return try encoder.encode(scalar) }
        guard isTree(value) else { return try encoder.encodeArchive(of: value) }
        do {
            // Tried on its own, so that nothing of it is written where it fails.
            let trial = XMLPropertyListEncoder(
                context: EncodingContext(format: .userDefaults, limits: encoder.context.limits), isRewritten: true)
            try ModelNode.encode(value, to: trial)
        } catch let error as ModelError where error.code == .unrepresentableValue || error.code == .duplicateKey {
            return try encoder.encodeArchive(of: value)
        }
        try ModelNode.encode(value, to: encoder)
    }

    /// False where the value leads to one of its instances twice.
    private static func isTree(_ value: ModelNode) -> Bool {
        var met: Set<ObjectIdentifier> = []
        var pending = [value]
        while let node = pending.popLast() {
            let instance: AnyObject
            switch node {
            case .scalar: continue
            case .array(let array):
                instance = array
                pending += array.elements
            case .dictionary(let dictionary):
                instance = dictionary
                for entry in dictionary.entries { pending += [entry.key, entry.value] }
            case .object(let object):
                instance = object
                pending += object.properties.map(\.value)
            case .model(let model): instance = model
            }
            guard met.insert(ObjectIdentifier(instance)).inserted else { return false }
        }
        return true
    }

    /// A value as the class saved it: what the archive holds where it is one.
    static func opened(_ value: ModelNode, key: String, in record: StoreRecord) throws -> ModelNode {
        guard case .scalar(.data(let data)) = value, KeyedArchive().detect(data) != nil else { return value }
        do {
            return try KeyedArchive().decode(ModelNode.self, from: data, limits: record.limits)
        } catch {
            var error = ModelError(wrapping: error)
            error.format = nil
            throw ModelError.prefixing(.key(key), to: error)
        }
    }
}
