import Documents
import FormatSupport
import Foundation
import ModelCore

/// Converts Foundation's arrays, dictionaries and sets to Swift's, with all their contents.
///
/// On Linux a cast does the same. But a cast never ends for a collection that contains itself, and neither does
/// reading an element.
enum FoundationCollection {
    /// The collection as `[Any]`, `[AnyHashable: Any]` or `Set<AnyHashable>`. Nil for a value that isn't a collection
    /// of Foundation.
    ///
    /// - Throws: `cycle` for a collection that contains itself; `depthExceeded`.
    static func native(_ value: Any) throws(ModelError) -> Any? {
        guard let collection = object(value) else { return nil }
        var conversion = Conversion()
        return try conversion.native(collection)
    }

    /// The value as a collection of Foundation's own classes. Nil for any other value, even of a subclass in the
    /// program, which has other storage.
    private static func object(_ value: Any) -> NSObject? {
        let type: Any.Type = type(of: value)
        guard
            type == NSArray.self || type == NSMutableArray.self || type == NSDictionary.self
                || type == NSMutableDictionary.self || type == NSSet.self || type == NSMutableSet.self
                || type == NSCountedSet.self
        else { return nil }
        return value as? NSObject
    }

    private struct Conversion {
        /// The collections whose conversion has begun and hasn't ended.
        private var open: Set<ObjectIdentifier> = []
        /// The results by collection. So a collection that occurs very often is converted once.
        private var done: [ObjectIdentifier: Any] = [:]

        mutating func native(_ collection: NSObject) throws(ModelError) -> Any {
            let id = ObjectIdentifier(collection)
            if let known = done[id] { return known }
            guard open.count < DecodingLimits.standard.depth, StackGuard.hasRoomToCode else {
                throw ModelError.tooDeep(.standard, at: open.count)
            }
            guard open.insert(id).inserted else {
                throw ModelError(.cycle, "An array, a dictionary or a set contains itself.")
            }
            let made = try contents(of: collection)
            open.remove(id)
            done[id] = made
            return made
        }

        private mutating func contents(of collection: NSObject) throws(ModelError) -> Any {
            // The collection's mirror has the elements as they are stored.
            let children = Mirror(reflecting: collection).children
            if collection is NSArray {
                var array: [Any] = []
                array.reserveCapacity(children.count)
                for child in children { array.append(try element(child.value)) }
                return array
            }
            if collection is NSSet {
                var set: Set<AnyHashable> = []
                for child in children { if let key = try element(child.value) as? AnyHashable { set.insert(key) } }
                return set
            }
            var dictionary: [AnyHashable: Any] = [:]
            for child in children {
                guard let entry = child.value as? (key: NSObject, value: AnyObject),
                    let key = try element(entry.key) as? AnyHashable
                else { continue }
                dictionary[key] = try element(entry.value)
            }
            return dictionary
        }

        private mutating func element(_ value: Any) throws(ModelError) -> Any {
            if let collection = object(value) { return try native(collection) }
            // A Swift value that Foundation has boxed is unboxed.
            return NSArray(object: value).object(at: 0)
        }
    }
}
