import SwiftSyntax
import SwiftSyntaxMacros

// `Codable` beside `@Model`: coders other than this library's know nothing of the macro.

extension DeclGroupSyntax {
    /// The inherited type for which Swift synthesizes the declaration's coding. Nil if there is none, or if the
    /// declaration implements `init(from:)` or `encode(to:)`.
    var synthesizedCoding: InheritedTypeSyntax? {
        let names = ["Codable", "Encodable", "Decodable"]
        let conformance = inheritanceClause?.inheritedTypes.first { inherited in
            let parts = inherited.type.trimmedDescription.split(separator: "&").map { $0.filter { !$0.isWhitespace } }
            return parts.contains { names.contains($0.hasPrefix("Swift.") ? String($0.dropFirst(6)) : $0) }
        }
        guard let conformance, !memberBlock.members.contains(where: { $0.decl.codesItself }) else { return nil }
        return conformance
    }
}

extension DeclSyntax {
    /// True for `init(from:)` and `encode(to:)`, and for an `#if`, which may contain them.
    fileprivate var codesItself: Bool {
        if let initializer = self.as(InitializerDeclSyntax.self) {
            return initializer.signature.parameterClause.parameters.map(\.firstName.text) == ["from"]
        }
        guard let function = self.as(FunctionDeclSyntax.self) else { return self.is(IfConfigDeclSyntax.self) }
        return function.name.text == "encode"
            && function.signature.parameterClause.parameters.map(\.firstName.text) == ["to"]
    }
}

extension StoredProperty {
    /// The attributes of the declaration that the coders of other libraries ignore.
    var codingLosses: [String] {
        (keys.isEmpty ? [] : ["@Key"]) + (form == nil ? [] : [form == ".lenient()" ? "@Lenient" : "@Transform"])
            + (defaults.isEmpty ? [] : ["@Default"])
    }
}

extension EnumCase {
    /// The attributes and encoded forms of the enum that the coders of other libraries ignore. These coders write a
    /// value without a label under `_0`.
    var codingLosses: [String] {
        (keys.isEmpty ? [] : ["@Key"]) + (isUnknown ? ["@Unknown"] : [])
            + (form != nil && !values.isEmpty && !isUnknown ? ["that a value without a label has no key"] : [])
            + (values.isEmpty && !isUnknown ? ["that a case without values is a text"] : [])
    }
}

extension ModelArguments {
    /// The arguments of `@Model` on a struct or an enum that the coders of other libraries ignore.
    fileprivate var codingLosses: [String] {
        (keys == nil ? [] : ["'keys'"]) + (version == nil ? [] : ["'version'"])
            + (unknownKeys == nil ? [] : ["'unknownKeys'"]) + (readNulls == nil ? [] : ["'readNulls'"])
            + (caseForm == nil ? [] : ["the form of the cases"])
    }
}

extension ModelMacro {
    /// Warns of a struct or an enum that is also `Codable`, if the coders of other libraries ignore something that is
    /// declared.
    ///
    /// - Parameter losses: The attributes of its members that these coders ignore.
    static func warnOfCoding(
        _ declaration: some DeclGroupSyntax, _ record: RecordDeclaration, _ losses: [String],
        in context: some MacroExpansionContext
    ) {
        guard let coding = declaration.synthesizedCoding else { return }
        var lost: [String] = []
        for loss in record.arguments.codingLosses + losses where !lost.contains(loss) { lost.append(loss) }
        guard let last = lost.popLast() else { return }
        let text = lost.isEmpty ? last : lost.joined(separator: ", ") + " and " + last
        context.diagnose(.codableRecord(text), at: coding)
    }
}
