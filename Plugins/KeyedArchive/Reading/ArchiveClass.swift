import Documents
import FormatSupport
import PropertyListCodec

/// A class in one archive: its names, the kind of value that its objects represent, and the lists of keys that they
/// have.
final class ArchiveClass {
    let codedClass: CodedClass
    /// The kind of value that the objects are read as, if the class is a class of Foundation. Nil if they are read as
    /// objects.
    let kind: ModelKind?

    private var shapes: [ArchiveShape] = []
    private var last: ArchiveShape?

    /// The number of lists of keys that are remembered.
    private static let shapeLimit = 8

    init(_ codedClass: CodedClass) {
        self.codedClass = codedClass
        kind = FoundationForm.kind(ofClass: codedClass.name)
    }

    /// Returns the shape for a list of keys. Usually it is the shape that was used last.
    @inline(__always)
    func shape(_ keys: BinaryPropertyListReferences, in list: BinaryPropertyListReader) -> ArchiveShape {
        if let last, list.areEqual(last.keys, keys) { return last }
        return findShape(keys, in: list)
    }

    @inline(never)
    private func findShape(_ keys: BinaryPropertyListReferences, in list: BinaryPropertyListReader) -> ArchiveShape {
        if let known = shapes.first(where: { list.areEqual($0.keys, keys) }) {
            last = known
            return known
        }
        let made = ArchiveShape(keys: keys, list: list)
        if shapes.count == Self.shapeLimit { shapes.removeFirst() }
        shapes.append(made)
        last = made
        return made
    }
}

/// Foundation's classes, as keyed archives name them.
enum ArchiveClasses {
    static let array = CodedClass(name: "NSArray", superclassNames: ["NSObject"])
    static let set = CodedClass(name: "NSSet", superclassNames: ["NSObject"])
    static let orderedSet = CodedClass(name: "NSOrderedSet", superclassNames: ["NSObject"])
    static let dictionary = CodedClass(name: "NSDictionary", superclassNames: ["NSObject"])
    static let string = CodedClass(name: "NSString", superclassNames: ["NSObject"])
    static let null = CodedClass(name: "NSNull", superclassNames: ["NSObject"])
    static let date = CodedClass(name: "NSDate", superclassNames: ["NSObject"])
    static let url = CodedClass(name: "NSURL", superclassNames: ["NSObject"])
    static let uuid = CodedClass(name: "NSUUID", superclassNames: ["NSObject"])
    static let uid = CodedClass(name: FoundationForm.uidClass, superclassNames: ["NSObject"])
    static let value = CodedClass(name: "NSValue", superclassNames: ["NSObject"])
    static let indexSet = CodedClass(name: "NSIndexSet", superclassNames: ["NSObject"])
    static let mutableData = CodedClass(name: "NSMutableData", superclassNames: ["NSData", "NSObject"])
    static let transform = CodedClass(name: "NSAffineTransform", superclassNames: ["NSObject"])
    static let oldStyleArray = CodedClass(name: "_NSKeyedCoderOldStyleArray", superclassNames: ["NSObject"])
    static let decimal = CodedClass(
        name: "NSDecimalNumberPlaceholder", superclassNames: ["NSDecimalNumber", "NSNumber", "NSValue", "NSObject"])
}
