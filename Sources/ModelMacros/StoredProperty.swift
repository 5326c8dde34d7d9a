import SwiftSyntax
import SwiftSyntaxBuilder

/// A property that is saved.
struct StoredProperty: KeyedMember {
    /// The kind of a property's value, which decides how it is encoded and decoded.
    enum Kind {
        case ordinary
        /// `Any`, or a container of it.
        case any
        /// A type of whole Foundation.
        case foundation
        case weak
    }

    let identifier: TokenSyntax
    let kind: Kind
    /// True for a `let`, which is written, and not read back.
    let isConstant: Bool
    /// True if a missing key might be read as another value than nil, so that nil must be written.
    let mayDefaultToValue: Bool
    let keys: [KeyAttribute]
    /// The source of the encoded form that `@Transform` or `@Lenient` specifies. Nil for the form of the property's
    /// type.
    let form: String?
    /// The call that adds the arguments of `@Default`, as source; empty if there are none.
    var defaults = ""
    /// The inverse that `@Relationship` names, as the source of a `RelationshipInverse`; nil if it names none.
    let inverse: String?
    /// True if the property has `@Relationship`.
    let isRelationship: Bool
    let singleType: String?
    let locating: String?
    /// True if the property has a value before anything is read.
    let hasDefault: Bool
    /// True if the value is stored in the instance, and nothing is called when it is read or set, unless the property
    /// is overridden.
    var isPlain = false
    /// True if the property can be set by an assignment: it is no constant, and no property wrapper may contain its
    /// value, which may have no setter.
    var isAssignable = true
    /// True if the property can only be set when all others have values: it is computed, or a property wrapper contains
    /// its value.
    let isSetLate: Bool
}

typealias PropertyTree = MemberTree<StoredProperty>

extension StoredProperty {
    /// The expression that describes the property in a list of properties.
    ///
    /// - Parameters:
    ///   - owner: The type that has the property.
    ///   - isInClass: True for a property of a class.
    ///   - style: The style of keys that no attribute specifies, as source.
    ///   - isStored: True if the value lies in the owner's memory, and nothing is called when it is read or set.
    ///   - isRequired: True if each file must have the property.
    ///   - readNulls: The type's treatment of nulls, as source, if properties have to know it.
    func row(
        of owner: some CustomStringConvertible, isInClass: Bool = false, style: String?, isStored: Bool,
        isRequired: Bool = false, readNulls: ExprSyntax? = nil
    ) -> String {
        let isAny = kind == .any
        let label = isAny ? "any: " : kind == .foundation ? "_foundation: " : ""
        return "ModelCore.ModelProperty(\(label)\(name.quoted), \\\(owner).\(identifier.text)"
            + keyArguments(style)
            + (isAny ? "" : inverse.map { ", inverse: \($0)" } ?? "")
            + (!isAny && isRelationship && inverse == nil ? ", isRelated: true" : "")
            + (kind == .weak ? ", isWeak: true" : "")
            + (form.map { ", with: \($0)" } ?? "")
            + (mayDefaultToValue ? ", isNilDefault: false" : "")
            + (isStored ? ", isStored: true" : "")
            + (isRequired ? ", isRequired: true" : "") + ")"
            + (isInClass && !isStored ? accessors(of: owner) : "")
            + (readNulls.map { ".withDefault(null: \($0.trimmedDescription))" } ?? "") + defaults
    }

    /// The call that adds the functions which get and set the property.
    private func accessors(of owner: some CustomStringConvertible) -> String {
        let value = identifier.text
        let set = isAssignable ? ", set: { (model: \(owner), value) in model.\(value) = value }" : ""
        return ".accessed(get: { (model: \(owner)) in model.\(value) }\(set))"
    }
}

extension String {
    /// The text as a string literal.
    var quoted: String { StringLiteralExprSyntax(content: self).description }
}
