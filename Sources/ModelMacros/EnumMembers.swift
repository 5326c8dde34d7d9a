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
        // A name in backticks may contain characters that no other name can.
        let names = structured.map { member in
            let name = member.name.filter { $0.isLetter || $0.isNumber || $0 == "_" }
            return (member.name, context.makeUniqueName(name).text)
        }
        valueTypes = Dictionary(names) { first, _ in first }
    }

    /// The modifiers of each member. Members are `nonisolated`, because the default isolation of the module may be the
    /// main actor.
    private var access: String { "nonisolated \(record.model.access)" }

    var declarations: [String] {
        let keepsUnknown = cases.flatMap(\.members).contains(where: \.isUnknown) ? ", keepsUnknownCases: true" : ""
        let caseForm = record.arguments.caseForm.map { ", caseForm: \($0)" } ?? ""
        let title = "enum \(record.model.codedName)".quoted
        return [
            record.description(
                "\(title), cases: modelCases\(caseForm)\(keepsUnknown)\(record.classNames)\(record.unknownKeys))",
                access: access),
            "nonisolated private static \(list)", encoding, decoding,
        ]
            + cases.compactMap { member in
                let structs = StatementLines([member], locating: false) { valueStruct(of: $0) }
                return structs.hasStatements ? structs.unindented : nil
            }
    }

    private var list: String {
        cases.list("Cases", of: "ModelCase", locating: false) { member in
            if member.isUnknown { return nil }
            let values = valueTypes[member.name].map { ", values: \($0).self" } ?? ""
            return "\(member.name.quoted)\(member.keyArguments(record.arguments.keys))\(values)"
        }
    }

    private var encoding: String {
        let statements = StatementLines(cases, locating: false) { member in
            let names = member.values.indices.map { "value\($0)" }
            let pattern = names.isEmpty ? "" : "(" + names.map { "let \($0)" }.joined(separator: ", ") + ")"
            return "case .\(member.identifier.text)\(pattern):\n" + member.located(encoding(member, names))
        }
        return """
            \(access)static func encode(_ value: Self, to encoder: ModelCore.ModelEncoder) throws {
                switch value {
            \(statements.text)
                }
            }
            """
    }

    private func encoding(_ member: EnumCase, _ names: [String]) -> String {
        if member.isUnknown, let value = names.first {
            return "try ModelCore.ModelDocument.encode(\(value), to: encoder)"
        }
        let values = valueTypes[member.name].map { ", \($0)(\(names.joined(separator: ", ")))" } ?? ""
        return "try encoder.encodeCase(\(member.name.quoted)\(values), of: Self.self)"
    }

    private var decoding: String {
        let statements = StatementLines(cases, locating: false) { member in
            member.isUnknown ? nil : "case \(member.name.quoted):\n" + member.located(decoding(member))
        }
        let unknown = cases.flatMap(\.members).first(where: \.isUnknown).map { member in
            let made = "Self.\(member.identifier.text)"
            return member.values.isEmpty
                ? "try decoder.skipValue()\nreturn \(made)"
                : "return \(made)(try ModelCore.ModelDocument.decode(from: decoder))"
        }
        let known = statements.hasStatements ? statements.text.indented + "\n" : ""
        return """
            \(access)static func decode(from decoder: ModelCore.ModelDecoder) throws -> Self {
                try decoder.decodeEnum(Self.self) { name, decoder in
                    switch name {
            \(known)        default:
            \((unknown ?? "throw decoder.unknownCase(of: Self.self)").indented.indented.indented)
                    }
                }
            }
            """
    }

    private func decoding(_ member: EnumCase) -> String {
        let made = "return Self.\(member.identifier.text)"
        guard let type = valueTypes[member.name] else { return made }
        let arguments = member.values.enumerated().map { index, value in
            "\(value.argumentLabel)values.\(value.propertyName(index))"
        }
        return """
            let values = try decoder.decodeValues(\(type).self, forKey: \(member.name.quoted))
            \(made)(\(arguments.joined(separator: ", ")))
            """
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

extension EnumCase {
    /// The lines of a branch of a switch. The compiler shows errors in them at the enum's case.
    fileprivate func located(_ lines: String) -> String {
        guard let locating else { return lines.indented }
        return "\(locating)\n\(lines.indented)\n#sourceLocation()"
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
            isRelationship: false, locating: locating, hasDefault: initial != nil, isSetLate: false)
    }
}
