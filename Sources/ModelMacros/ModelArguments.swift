import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// The arguments of `@Model`: the class's name in files, its former names, the style of its keys, the policy on unknown
/// keys, its version, and the properties for equality.
struct ModelArguments {
    private(set) var name: String?
    private(set) var aliases: [String] = []
    /// The style of the properties' keys, as source.
    private(set) var keys: String?
    /// The policy on unknown keys, as an expression.
    private(set) var unknownKeys: ExprSyntax?
    /// The version of the class's objects, as an expression.
    private(set) var version: ExprSyntax?
    /// The key under which objects of the class and its subclasses name their class.
    private(set) var tag: String?
    /// The texts that objects of the class may have under the key of its hierarchy. New objects have the first text.
    private(set) var tagged: [String] = []
    /// The key of an enum's values.
    private(set) var content: String?
    /// True for `untagged`. For an enum: files contain no name of the case. For a class: objects of the hierarchy that
    /// name no class are objects of this class.
    private(set) var isUntagged = false
    /// The policy on objects of unknown subclasses, as an expression.
    private(set) var unknownSubclasses: ExprSyntax?
    /// The policy on properties with their defaults, as an expression.
    private(set) var writtenDefaults: ExprSyntax?
    /// The policy on nulls, as an expression.
    private(set) var readNulls: ExprSyntax?
    /// The names of the properties that must be equal for two objects to be equal.
    private(set) var hashable: [String] = []
    /// The literals of these names.
    private var hashableLiterals: [ExprSyntax] = []

    /// Reads the arguments. Nil if one of them is wrong, which is then diagnosed.
    init?(_ attribute: AttributeSyntax, in context: some MacroExpansionContext) {
        guard case .argumentList(let arguments) = attribute.arguments else { return }
        var isValid = true
        func read(_ expression: ExprSyntax) -> String? {
            let message: MacroMessage
            if let text = expression.as(StringLiteralExprSyntax.self)?.representedLiteralValue {
                if !text.isEmpty { return text }
                message = .nameEmpty
            } else {
                message = .nameNotLiteral
            }
            context.diagnose(message, at: expression)
            isValid = false
            return nil
        }
        func argument(_ label: String?) -> ExprSyntax? {
            arguments.first { $0.label?.text == label }?.expression
        }
        // Any further argument without a label is a text of the tag.
        name = arguments.first.flatMap { $0.label == nil ? read($0.expression) : nil }
        if let list = argument("aliases") {
            let elements = list.as(ArrayExprSyntax.self)?.elements
            if elements == nil {
                context.diagnose(.aliasesNotLiteral, at: list)
                isValid = false
            }
            for element in elements ?? [] {
                guard let alias = read(element.expression) else { continue }
                if alias == name || aliases.contains(alias) {
                    let fixIts = [FixIt.remove(element, MacroMessage("removeAlias", "Remove it"))]
                    context.diagnose(.aliasRepeated(alias), at: element.expression, fixIts: fixIts)
                    isValid = false
                } else {
                    aliases.append(alias)
                }
            }
        }
        if let list = argument("hashable") {
            let elements = list.as(ArrayExprSyntax.self)?.elements.map(\.expression)
            for element in elements ?? [list] {
                let name = elements == nil ? nil : element.as(StringLiteralExprSyntax.self)?.representedLiteralValue
                if let name, !name.isEmpty {
                    hashable.append(name)
                    hashableLiterals.append(element)
                } else {
                    context.diagnose(.hashableNotLiteral, at: element)
                    isValid = false
                }
            }
        }
        tag = argument("tag").flatMap(read)
        let texts = Array(arguments).drop { $0.label?.text != "tagged" }
        tagged = (texts.prefix(1) + texts.dropFirst().prefix { $0.label == nil }).compactMap { read($0.expression) }
        content = argument("content").flatMap(read)
        isUntagged = argument("untagged")?.trimmedDescription == "true"
        unknownSubclasses = argument("unknownSubclasses")
        writtenDefaults = argument("writtenDefaults")
        readNulls = argument("readNulls")
        keys = argument("keys")?.trimmedDescription
        unknownKeys = argument("unknownKeys")
        version = argument("version")
        if let version, version.isNumberBelowOne {
            context.diagnose(.versionBelowOne, at: version)
            isValid = false
        }
        guard isValid else { return nil }
    }

    /// Diagnoses arguments that have no meaning for a kind of type. Returns true if there is none.
    func requireForms(of kind: TypeKind, at node: AttributeSyntax, _ context: some MacroExpansionContext) -> Bool {
        let message: MacroMessage? =
            switch kind {
            case .class where content != nil: .formOfClass
            case .struct where tag != nil || content != nil || isUntagged: .formOfStruct
            case .enum where content != nil && tag == nil: .contentWithoutTag
            case .enum where isUntagged && tag != nil: .untaggedWithTag
            case .struct, .enum: recordForm
            case .class: nil
            }
        if let message { context.diagnose(message, at: node) }
        return message == nil
    }

    /// The error of arguments that only classes have.
    private var recordForm: MacroMessage? {
        if writtenDefaults != nil { return .defaultsOfRecord }
        return !tagged.isEmpty || unknownSubclasses != nil ? .tagOfRecord : nil
    }

    /// The kinds of types that may be models or values.
    enum TypeKind { case `class`, `struct`, `enum` }

    /// The form of an enum's cases in files, as source; nil for the usual one.
    var caseForm: String? {
        if isUntagged { return ".untagged" }
        guard let tag else { return nil }
        return content.map { ".tagAndContent(\(tag.quoted), \($0.quoted))" } ?? ".tag(\(tag.quoted))"
    }

    /// Diagnoses names for equality that a direct subclass of `BaseModel` doesn't declare. Only the compiler knows the
    /// properties of any other superclass.
    ///
    /// - Returns: True if there is no such name.
    func requireHashable(in declaration: ClassDeclSyntax, _ context: some MacroExpansionContext) -> Bool {
        guard !hashable.isEmpty, declaration.isBelowBaseModel else { return true }
        let known = declaration.memberBlock.members.propertyNames
        var isValid = true
        for (name, literal) in zip(hashable, hashableLiterals) where !known.contains(name) {
            let nearest = known.filter { $0.isAnagram(of: name) || $0.lowercased() == name.lowercased() }.min()
            context.diagnose(.hashableUnknown(name, in: declaration.name.text, nearest), at: literal)
            isValid = false
        }
        return isValid
    }
}

extension MemberBlockItemListSyntax {
    /// The names of all properties of an instance, also of those under `#if`.
    fileprivate var propertyNames: [String] {
        flatMap { member -> [String] in
            if let conditional = member.decl.as(IfConfigDeclSyntax.self) {
                return conditional.clauses.flatMap { clause -> [String] in
                    if case .decls(let members) = clause.elements { members.propertyNames } else { [] }
                }
            }
            guard let variable = member.decl.as(VariableDeclSyntax.self), variable.isInstanceProperty else { return [] }
            return variable.bindings.compactMap { $0.pattern.as(IdentifierPatternSyntax.self)?.identifier.plainName }
        }
    }
}

extension String {
    /// True for a text with the same characters in another order, or with one of them more, less or replaced.
    fileprivate func isAnagram(of other: String) -> Bool {
        var surplus: [Character: Int] = [:]
        for character in self { surplus[character, default: 0] += 1 }
        for character in other { surplus[character, default: 0] -= 1 }
        let (more, less) = (surplus.values.filter { $0 > 0 }, surplus.values.filter { $0 < 0 })
        return count > 2 && more.reduce(0, +) <= 1 && less.reduce(0, +) >= -1
    }
}

extension ExprSyntax {
    /// True for a literal that isn't a number from 1 on. The value of any other expression is known only at run time.
    fileprivate var isNumberBelowOne: Bool {
        if let literal = self.as(IntegerLiteralExprSyntax.self) { return literal.representedLiteralValue ?? 1 < 1 }
        return self.is(PrefixOperatorExprSyntax.self)
    }
}
