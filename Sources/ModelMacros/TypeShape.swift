import SwiftSyntax

/// Facts about a type that its source shows.
struct TypeShape {
    /// True for `T?`, `T!` and `Optional<T>`.
    private(set) var isOptional = false
    /// True for `Any`, and for a collection or an optional that contains it: only the file shows the types of its
    /// values.
    private(set) var holdsAny = false
    /// True for a type of the whole Foundation, and for a collection or an optional of such a type. A separate
    /// library supports these types.
    private(set) var isOfFoundation = false
    /// The kind of a type that no file can contain: a function or a tuple, or a collection or an optional of them. Nil
    /// for other types.
    private(set) var unsaveable: Unsaveable?

    enum Unsaveable: String {
        case function
        case tuple
    }

    private static let foundationTypes: Set<String> = [
        "AffineTransform", "CGFloat", "CGPoint", "CGRect", "CGSize", "IndexSet", "NSRange",
    ]

    /// The types whose values are single ones in files.
    static let singleTypes: Set<String> = [
        "Bool", "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "Float",
        "Double",
        "Decimal", "String", "Data", "Date", "URL", "UUID",
    ]
}

extension TypeShape {
    init(_ type: TypeSyntax) {
        switch type.as(TypeSyntaxEnum.self) {
        case .optionalType(let optional):
            self.init(isOptional: true, parts: [optional.wrappedType])
        case .implicitlyUnwrappedOptionalType(let optional):
            self.init(isOptional: true, parts: [optional.wrappedType])
        case .arrayType(let array):
            self.init(parts: [array.element])
        case .dictionaryType(let dictionary):
            self.init(parts: [dictionary.key, dictionary.value])
        case .attributedType(let attributed):
            self.init(attributed.baseType)
        case .tupleType(let tuple):
            // `(T)` is T.
            if let only = tuple.elements.first, tuple.elements.count == 1 {
                self.init(only.type)
            } else {
                self.init(unsaveable: .tuple)
            }
        case .functionType:
            self.init(unsaveable: .function)
        case .identifierType(let identifier):
            self.init(name: identifier.name, arguments: identifier.genericArgumentClause)
        case .memberType(let member) where member.baseType.trimmedDescription == "Swift":
            self.init(name: member.name, arguments: member.genericArgumentClause)
        default:
            self.init()
        }
    }

    private init(name: TokenSyntax, arguments: GenericArgumentClauseSyntax?) {
        let containers = ["Optional", "Array", "Dictionary", "Set", "ContiguousArray"]
        if name.tokenKind == .keyword(.Any) {
            self.init(holdsAny: true)
        } else if let arguments, containers.contains(name.text) {
            self.init(isOptional: name.text == "Optional", parts: arguments.arguments.compactMap(\.typeArgument))
        } else if Self.foundationTypes.contains(name.text) {
            self.init(isOfFoundation: true)
        } else {
            self.init()
        }
    }

    private init(isOptional: Bool = false, parts: [TypeSyntax]) {
        let shapes = parts.map { TypeShape($0) }
        self.init(
            isOptional: isOptional, holdsAny: shapes.contains { $0.holdsAny },
            isOfFoundation: shapes.contains { $0.isOfFoundation },
            unsaveable: shapes.lazy.compactMap(\.unsaveable).first)
    }
}

extension GenericArgumentSyntax {
    fileprivate var typeArgument: TypeSyntax? {
        if case .type(let type) = argument { type } else { nil }
    }
}
