import ModelCore
import Modelmatic

/// The type that an attribute has in Swift, and the value of a new object.
struct SwiftType {
    /// Without the sign of an optional.
    let name: String
    /// As it is declared behind the property's name; empty where the initial value tells.
    let declared: String
    /// The value of a new object; nil for nil.
    let initial: String?
    /// The name of the transform between the value and files.
    private(set) var transform: String?
    /// What Swift has no type for.
    private(set) var remark: String?

    /// - Parameter transformed: The types of values that a named transformer makes.
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

    /// The type of each kind of attribute, and its value where an object needs one.
    private static let types: [DataModel.AttributeType: (name: String, zero: String?)] = [
        .integer16: ("Int", "0"), .integer32: ("Int", "0"), .integer64: ("Int", "0"), .decimal: ("Decimal", "0"),
        .double: ("Double", "0.0"), .float: ("Float", "0.0"), .string: ("String", "\"\""), .boolean: ("Bool", "false"),
        .date: ("Date", "Date(timeIntervalSinceReferenceDate: 0)"), .binaryData: ("Data", "Data()"),
        .uuid: ("UUID", "UUID()"), .uri: ("URL", nil),
    ]

    /// Types that their initial values tell.
    private static let inferred: Set<String> = ["Bool", "Data", "Date", "Double", "Int", "String", "UUID"]

    /// Foundation's classes, as Swift has them.
    private static let classes = [
        "NSString": "String", "NSNumber": "Double", "NSDecimalNumber": "Decimal", "NSDate": "Date", "NSData": "Data",
        "NSURL": "URL", "NSUUID": "UUID", "NSArray": "[Any]", "NSDictionary": "[String: Any]", "String": "String",
        "Date": "Date", "Data": "Data", "URL": "URL", "UUID": "UUID", "Int": "Int", "Double": "Double", "Bool": "Bool",
        "[String]": "[String]", "[Int]": "[Int]", "[Double]": "[Double]",
    ]

    /// True for Core Data's own transformers, which make archives: what files have is the value itself.
    private static func isArchiving(_ name: String) -> Bool {
        name.hasPrefix("NS") && name.contains("narchiveFromData")
    }

    /// A name in a comment, which it can't end.
    private static func remark(_ name: String) -> String { PrintableText.text(name) }
}
