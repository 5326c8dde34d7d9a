import ModelCore

extension DataModel {
    /// An attribute of an entity: a value of its objects.
    public struct Attribute: Sendable, Hashable {
        /// The attribute's name. No other property of the entity has it.
        public let name: String
        /// The type of the attribute's values.
        public let type: AttributeType
        /// True if an object can be saved without a value.
        public let isOptional: Bool
        /// True if Core Data doesn't save the value.
        public let isTransient: Bool
        /// The value of a new object, in the attribute's type. Nil if there is no such value. Also nil if the value
        /// in a compiled model is a collection or an object, which a transformer would convert.
        public let defaultValue: ModelScalar?
        /// The name of the transformer that converts a transformable value to the saved value.
        public let valueTransformerName: String?
        /// The class of a transformable value.
        public let customClassName: String?
        /// The attribute's user info: texts for the app's own code, by key.
        public let userInfo: [String: String]
    }

    /// The type of an attribute's values. The raw value is the name in the XML.
    public enum AttributeType: String, Sendable, Hashable, CaseIterable {
        case integer16 = "Integer 16"
        case integer32 = "Integer 32"
        case integer64 = "Integer 64"
        case decimal = "Decimal"
        case double = "Double"
        case float = "Float"
        case string = "String"
        case boolean = "Boolean"
        case date = "Date"
        case binaryData = "Binary"
        case uuid = "UUID"
        case uri = "URI"
        /// A value of any class, which a named transformer converts.
        case transformable = "Transformable"
        /// The identity of an object in a store.
        case objectID = "Object ID"
        /// Several values under one name.
        case composite = "Composite"
        /// No type, or a type that this library doesn't know.
        case undefined = "Undefined"

        /// Creates the type for a number in a compiled model. The numbers are the raw values of `NSAttributeType`.
        init(number: Int?) {
            self =
                switch number {
                case 100: .integer16
                case 200: .integer32
                case 300: .integer64
                case 400: .decimal
                case 500: .double
                case 600: .float
                case 700: .string
                case 800: .boolean
                case 900: .date
                case 1000: .binaryData
                case 1100: .uuid
                case 1200: .uri
                case 1800: .transformable
                case 2000: .objectID
                case 2100: .composite
                default: .undefined
                }
        }
    }
}
