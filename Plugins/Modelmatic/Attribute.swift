import ModelCore

extension DataModel {
    /// An attribute of an entity: a value of its objects.
    public struct Attribute: Sendable, Hashable {
        /// Its name, which no other property of the entity has.
        public let name: String
        /// What values it has.
        public let type: AttributeType
        /// True where an object needn't have a value to be saved.
        public let isOptional: Bool
        /// True where Core Data doesn't save the value.
        public let isTransient: Bool
        /// The value of a new object, of the attribute's type; nil where it has none, and where a compiled model has a
        /// collection or an object there, for a transformer.
        public let defaultValue: ModelScalar?
        /// The name of the transformer between a transformable value and what is saved.
        public let valueTransformerName: String?
        /// The class of a transformable value.
        public let customClassName: String?
        /// What the app's own code is told of the attribute.
        public let userInfo: [String: String]
    }

    /// What values an attribute has. The raw value is the name in the XML.
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
        /// A value of any class, for which a transformer is named.
        case transformable = "Transformable"
        /// The identity of an object in a store.
        case objectID = "Object ID"
        /// Several values under one name.
        case composite = "Composite"
        /// No type, or one that isn't known here.
        case undefined = "Undefined"

        /// The type that has a number in compiled models: those of `NSAttributeType`.
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
