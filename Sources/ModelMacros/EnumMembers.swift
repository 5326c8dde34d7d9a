import SwiftSyntax
import SwiftSyntaxMacros

/// Writes the members that `@Model` adds to an enum.
struct EnumMembers<Context: MacroExpansionContext> {
    private let record: RecordDeclaration
    private let cases: [MemberTree<EnumCase>]
    private let context: Context
    /// The names of the structs for the cases' values, by the names of the cases.
    private let valueTypes: [String: String]

    init(_ record: RecordDeclaration, _ cases: [MemberTree<EnumCase>], in context: Context) {
        self.record = record
        self.cases = cases
        self.context = context
        let structured = cases.flatMap(\.members).filter { !$0.values.isEmpty && !$0.isUnknown }
        // A name in backticks may contain characters that no name without backticks contains.
        let names = structured.map { member in
            let name = member.name.filter { $0.isLetter || $0.isNumber || $0 == "_" }
            return (member.name, context.makeUniqueName(name).text)
        }
        valueTypes = Dictionary(names) { first, _ in first }
    }

    /// The modifiers of each member. Members are declared `nonisolated`, because the default isolation of the module
    /// may be the main actor.
    private var access: String { "nonisolated \(record.model.access)" }

    var declarations: [String] {
        let caseForm = record.arguments.caseForm.map { ", caseForm: \($0)" } ?? ""
        let title = "enum \(record.model.codedName)".quoted
        return [
            record.description(
                "\(title), cases: modelCases\(caseForm)\(record.classNames)\(record.unknownKeys))", access: access),
            "nonisolated private static \(list)",
        ]
            + cases.compactMap { member in
                let structs = StatementLines([member], locating: false) { valueStruct(of: $0) }
                return structs.hasStatements ? structs.unindented : nil
            }
    }

    private var list: String { cases.list("Cases", of: "ModelCase", locating: true, row) }

    /// The source of the expression that describes a case, for the list of the enum's cases.
    private func row(_ member: EnumCase) -> String {
        let name = "." + member.identifier.text
        let keys = member.isUnknown ? "" : member.keyArguments(record.arguments.keys)
        if member.values.isEmpty {
            let unknown = member.isUnknown ? ", isUnknown: true" : ""
            return """
                ModelCore.ModelCase(\(member.name.quoted)\(keys)\(unknown)) { (value: Self) in
                    if case \(name) = value { true } else { false }
                } make: { Self\(name) }
                """
        }
        let pattern = member.values.indices.map { "let value\($0)" }.joined(separator: ", ")
        let names = member.values.indices.map { "value\($0)" }.joined(separator: ", ")
        guard let type = valueTypes[member.name] else {
            return """
                ModelCore.ModelCase(unknown: \(member.name.quoted)) { (value: Self) -> ModelCore.ModelDocument? in
                    if case \(name)(\(pattern)) = value { \(names) } else { nil }
                } make: { Self\(name)($0) }
                """
        }
        let arguments = member.values.enumerated().map { index, value in
            "\(value.argumentLabel)$0.\(value.propertyName(index))"
        }
        return """
            ModelCore.ModelCase(\(nameExpression(of: member))\(keys)) { (value: Self) -> \(type)? in
                if case \(name)(\(pattern)) = value { \(type)(\(names)) } else { nil }
            } make: { Self\(name)(\(arguments.joined(separator: ", "))) }
            """
    }

    /// The expression for the name of a case with values. Beside a tag, the compiler checks that a single value has keys;
    /// the type in a generic enum isn't known.
    private func nameExpression(of member: EnumCase) -> String {
        guard record.arguments.tag != nil, record.arguments.content == nil, member.form == "value",
            !record.model.isGeneric
        else { return member.name.quoted }
        return "ModelCore.ModelCase.name(\(member.name.quoted), beside: (\(member.values[0].type)).self)"
    }

    /// The source of the struct that contains a case's values in files; nil if the case needs no struct.
    private func valueStruct(of member: EnumCase) -> String? {
        guard let name = valueTypes[member.name] else { return nil }
        let properties = member.values.enumerated().map { index, value in
            value.property(index, in: member.form)
        }
        let stored = zip(member.values, properties).map { value, property in
            let initial = value.initial.map { " = \($0)" } ?? ""
            return "\(property.isConstant ? "let" : "var") \(property.identifier.text): \(value.type)\(initial)"
        }
        let parameters = member.values.enumerated().map { "_ value\($0.offset): \($0.element.type)" }
        let assignments = properties.enumerated().map { "    self.\($0.element.identifier.text) = value\($0.offset)" }
        let initializer =
            "init(\(parameters.joined(separator: ", "))) {\n\(assignments.joined(separator: "\n"))\n}"
        let members = StructMembers(record: record, properties: properties.map { .member($0) }).members(
            "case \(record.model.codedName).\(member.name)",
            (member.form.map { ", form: .\($0)" } ?? "") + record.unknownKeys,
            access: "")
        let all = [stored.joined(separator: "\n"), initializer] + members
        return "nonisolated fileprivate struct \(name): ModelCore.ModelRecord {\n"
            + all.joined(separator: "\n\n").indented + "\n}"
    }
}

extension EnumCase.Value {
    /// The name of the value among the case's values: its label, or its index after `_`.
    func propertyName(_ index: Int) -> String {
        guard let label else { return "_\(index)" }
        // A label may be any word, but a property's name may not.
        return "`\(label.plainName)`"
    }

    /// The label in a call, in backticks only if it isn't a word: the compiler warns of backticks that aren't needed.
    fileprivate var argumentLabel: String {
        guard let label else { return "" }
        let name = label.plainName
        let isWord = name.wholeMatch(of: #/[\p{L}_][\p{L}\p{N}_]*/#) != nil && !["inout", "_"].contains(name)
        return "\(isWord ? name : label.text): "
    }

    /// The value as a property of the case's struct.
    fileprivate func property(_ index: Int, in form: String?) -> StoredProperty {
        let mayBeOther = shape.isOptional && (form == "value" || initial.map { !$0.isNil } ?? (form == "list"))
        return StoredProperty(
            identifier: .identifier(propertyName(index)), kind: shape.holdsAny ? .any : .ordinary,
            isConstant: initial == nil, mayDefaultToValue: mayBeOther, keys: [], form: nil, inverse: nil,
            isRelationship: false, singleType: nil, locating: locating, hasDefault: initial != nil,
            isPlain: !shape.holdsAny,
            isSetLate: false)
    }
}
