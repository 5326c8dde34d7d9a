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
    static let value = CodedClass(name: "NSValue", superclassNames: ["NSObject"])
    static let indexSet = CodedClass(name: "NSIndexSet", superclassNames: ["NSObject"])
    static let mutableData = CodedClass(name: "NSMutableData", superclassNames: ["NSData", "NSObject"])
    static let transform = CodedClass(name: "NSAffineTransform", superclassNames: ["NSObject"])
    static let oldStyleArray = CodedClass(name: "_NSKeyedCoderOldStyleArray", superclassNames: ["NSObject"])
    static let decimal = CodedClass(
        name: "NSDecimalNumberPlaceholder", superclassNames: ["NSDecimalNumber", "NSNumber", "NSValue", "NSObject"])
}
