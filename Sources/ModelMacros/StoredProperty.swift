import SwiftSyntax
import SwiftSyntaxBuilder

/// A property that is saved.
struct StoredProperty: KeyedMember {
    /// How the property is kept, which decides what saves it.
    enum Kind {
        case ordinary
        /// `Any`, or a container of it.
        case any
        case weak
    }

    let identifier: TokenSyntax
    let kind: Kind
    /// A `let` is written, and not read back.
    let isConstant: Bool
    /// True where a missing key might be read as something else than nil, so that nil must be written.
    let mayDefaultToValue: Bool
    let keys: [KeyAttribute]
    /// The form in which files hold it, as an attribute says; nil for its own.
    let form: String?
    /// The property of the other class that leads back, as `@Relationship` says.
    let inverse: String?
    /// True where it has `@Relationship`.
    let isRelationship: Bool
    let locating: String?
    /// True where it has a value before anything is read.
    let hasDefault: Bool
    /// True where it is kept in the instance, and nothing is called when it is read or set, unless it is overridden.
    var isPlain = false
    var isFinal = false
    /// True where only a complete value can be given it: it is computed, or a wrapper has it.
    let isSetLate: Bool
}

typealias PropertyTree = MemberTree<StoredProperty>

extension StoredProperty {
    /// The statement that encodes it.
    ///
    /// - Parameter owner: What has it. In a model it may be a relationship.
    func encoding(of owner: String) -> String {
        let isRelationship = owner == "self" && isRelationship && kind == .ordinary
        let method =
            switch kind {
            case .ordinary: isRelationship ? "encodeRelationship" : "encode"
            case .any: "encodeAny"
            case .weak: "encodeWeak"
            }
        let isNilDefault = mayDefaultToValue ? ", isNilDefault: false" : ""
        let form = form.map { ", with: \($0)" } ?? ""
        let key = name.quoted + (isRelationship ? ", of: self" : "") + form + isNilDefault
        return "try encoder.\(method)(\(owner).\(identifier.text), forKey: \(key))"
    }

    /// What decodes it.
    ///
    /// - Parameter sample: What has its type.
    func decoding(like sample: String) -> String {
        let form = form.map { ", with: \($0)" } ?? ""
        let method = kind == .any ? "decodeAny" : "decode"
        return "decoder.\(method)(forKey: \(name.quoted), like: \(sample)\(form))"
    }
}

extension String {
    /// It as a literal.
    var quoted: String { StringLiteralExprSyntax(content: self).description }
}
