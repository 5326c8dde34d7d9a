import ModelCore
import Modelmatic

/// The Swift type of an attribute, and the value of a new object.
struct SwiftType {
    /// The name of the type, without the question mark of an optional.
    let name: String
    /// The type as it is declared after the property's name. Empty if the initial value tells the type.
    let declared: String
    /// The value of a new object, as source. Nil if it is nil.
    let initial: String?
    /// The name of the transform between the value and files. Nil if there is none.
    private(set) var transform: String?
    /// A comment for the property, if its type isn't known.
    private(set) var remark: String?

    /// - Parameter transformed: The types of the values that transformers make, by the transformers' names.
    init(_ attribute: DataModel.Attribute, transformed: [String: String]) {
        let value = attribute.defaultValue.flatMap(SwiftLiteral.value)
        guard let (name, zero) = Self.types[attribute.type] else {
            let transformer = attribute.valueTransformerName.flatMap { Self.isArchiving($0) ? nil : $0 }
            let type =
                transformer.flatMap { transformed[$0] } ?? attribute.customClassName.flatMap { Self.classes[$0] }
            self.name = type ?? "Any"
            declared = ": \(self.name)?"
            initial = nil
            if attribute.isTransient { return }
            if type != nil {
                transform = transformer
            } else if let transformer {
                remark = "Whatever files have, since nothing says what \(Self.remark(transformer)) makes of it."
            }
            return
        }
        self.name = name
        let isOptional = attribute.isOptional || (zero == nil && (value == nil || attribute.type == .uri))
        initial = isOptional ? value : value ?? zero
        declared = isOptional ? ": \(name)?" : Self.inferred.contains(name) ? "" : ": \(name)"
    }

    /// The Swift type of each attribute type, and the initial value if an object needs one.
    private static let types: [DataModel.AttributeType: (name: String, zero: String?)] = [
        .integer16: ("Int", "0"), .integer32: ("Int", "0"), .integer64: ("Int", "0"), .decimal: ("Decimal", "0"),
        .double: ("Double", "0.0"), .float: ("Float", "0.0"), .string: ("String", "\"\""), .boolean: ("Bool", "false"),
        .date: ("Date", "Date(timeIntervalSinceReferenceDate: 0)"), .binaryData: ("Data", "Data()"),
        .uuid: ("UUID", "UUID()"), .uri: ("URL", nil),
    ]

    /// The initial value of each type that has one, as source.
    static let zeros = Dictionary(types.values.compactMap { type in type.zero.map { (type.name, $0) } }) { zero, _ in
        zero
    }

    /// Types that follow from their initial values.
    static let inferred: Set<String> = ["Bool", "Data", "Date", "Double", "Int", "String", "UUID"]

    /// The Swift types of Foundation's classes.
    private static let classes = [
        "NSString": "String", "NSNumber": "Double", "NSDecimalNumber": "Decimal", "NSDate": "Date", "NSData": "Data",
        "NSURL": "URL", "NSUUID": "UUID", "NSArray": "[Any]", "NSDictionary": "[String: Any]", "String": "String",
        "Date": "Date", "Data": "Data", "URL": "URL", "UUID": "UUID", "Int": "Int", "Double": "Double", "Bool": "Bool",
        "[String]": "[String]", "[Int]": "[Int]", "[Double]": "[Double]",
    ]

    /// Returns true for Core Data's own transformers, which make archives. With them, files contain the value itself.
    private static func isArchiving(_ name: String) -> Bool {
        name.hasPrefix("NS") && name.contains("narchiveFromData")
    }

    /// Returns a name for use in a comment. Line breaks in it are escaped, so that it can't end the comment.
    private static func remark(_ name: String) -> String { PrintableText.text(name) }
}
