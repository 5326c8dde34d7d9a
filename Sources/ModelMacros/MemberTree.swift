import SwiftSyntax
import SwiftSyntaxMacros

/// A member that files contain under a key: a property of a class or a struct, or a case of an enum.
protocol KeyedMember {
    /// The name as it is written in source, with backticks if it needs them.
    var identifier: TokenSyntax { get }
    /// The `@Key` attributes of the member.
    var keys: [KeyAttribute] { get }
    /// The directive that makes the compiler show errors at the member; nil if its location isn't known.
    var locating: String? { get }
    /// The type of the member's value, if the source shows that files store it as a single value. Nil for any other
    /// type.
    var singleType: String? { get }
}

extension KeyedMember {
    /// The name without backticks. It is the key in files if `keys` contain no other.
    var name: String { identifier.plainName }

    /// The `key` arguments of the member, each after a comma; empty if there are none.
    ///
    /// - Parameter style: The style of keys that no attribute specifies, as source.
    func keyArguments(_ style: String?) -> String {
        let all = keys.compactMap(\.source) + (style.map { ["ModelCore.PropertyKey(style: \($0))"] } ?? [])
        return all.isEmpty ? "" : ", key: " + all.joined(separator: ", ")
    }
}

/// A saved member of a declaration, or an `#if` with the members in its branches. Members keep their order.
indirect enum MemberTree<Member: KeyedMember> {
    case member(Member)
    case conditional([Clause])

    /// One branch of an `#if`.
    struct Clause {
        /// The directive, such as `#if os(Linux)`, `#elseif …` or `#else`.
        let head: String
        let contents: [MemberTree]
    }

    /// The saved members of a declaration.
    ///
    /// - Parameter read: Returns the saved members of one member declaration, which is no `#if`.
    static func all(in members: MemberBlockItemListSyntax, _ read: (DeclSyntax) -> [Member]) -> [MemberTree] {
        members.flatMap { member -> [MemberTree] in
            guard let conditional = member.decl.as(IfConfigDeclSyntax.self) else {
                return read(member.decl).map { .member($0) }
            }
            let clauses = conditional.clauses.map { clause in
                Clause(head: clause.head, contents: clause.members.map { all(in: $0, read) } ?? [])
            }
            return clauses.contains { !$0.contents.isEmpty } ? [.conditional(clauses)] : []
        }
    }

    /// Diagnoses members that have the same key, as far as their names and literals show. Members in an `#if` are
    /// ignored: they may never be compiled together.
    static func refuseEqualKeys(_ members: [MemberTree], in context: some MacroExpansionContext) {
        var owners: [KeyAttribute.Place: String] = [:]
        for case .member(let member) in members {
            let given = member.keys.compactMap(\.place)
            let own = given.contains { $0.formats.isEmpty } ? [] : [KeyAttribute.Place(name: member.name)]
            for place in given + own {
                guard let other = owners.updateValue(member.name, forKey: place), other != member.name else {
                    continue
                }
                let attribute = member.keys.first { $0.place == place }?.attribute
                let message =
                    member is EnumCase ? MacroMessage.caseKeyTwice(place.text, other) : .keyTwice(place.text, other)
                context.diagnose(message, at: attribute.map(Syntax.init) ?? Syntax(member.identifier))
            }
        }
    }
}

extension MemberTree {
    /// Diagnoses key paths that go into the single value of another member, as far as names, literals and types show
    /// it. Members in an `#if` are ignored, as in ``refuseEqualKeys(_:in:)``.
    ///
    /// - Parameter style: The style of the keys that no attribute specifies, as source. With a style, the name of a
    ///   member isn't its key.
    static func refuseKeysInSingleValues(
        _ members: [MemberTree], style: String?, in context: some MacroExpansionContext
    ) {
        let members = members.compactMap { if case .member(let member) = $0 { member } else { nil } }
        let formats = Set(members.flatMap { $0.keys.compactMap(\.place?.formats) } + [""])
        for member in members {
            for attribute in member.keys {
                guard let place = attribute.place, case let way = place.keys, way.count > 1 else { continue }
                let others = members.filter { $0.name != member.name && $0.singleType != nil }
                let holder = others.first { other in
                    formats.contains { format in
                        guard member.place(for: format, style) == place, let own = other.place(for: format, style)
                        else { return false }
                        return own.keys.count < way.count && way.starts(with: own.keys)
                    }
                }
                guard let holder, let type = holder.singleType else { continue }
                context.diagnose(.keyInValue(place.text, holder.name, type), at: attribute.attribute)
            }
        }
    }
}

extension KeyedMember {
    /// The key or key path of the member in files of some formats. Nil if a style makes the key.
    ///
    /// - Parameter formats: The formats as an attribute names them. Empty for the formats that no attribute names.
    fileprivate func place(for formats: String, _ style: String?) -> KeyAttribute.Place? {
        let places = keys.compactMap(\.place)
        return places.first { $0.formats == formats } ?? places.first { $0.formats.isEmpty }
            ?? (style == nil ? KeyAttribute.Place(name: name) : nil)
    }
}

extension IfConfigClauseSyntax {
    fileprivate var head: String {
        [poundKeyword.text, condition?.trimmedDescription].compactMap { $0 }.joined(separator: " ")
    }

    fileprivate var members: MemberBlockItemListSyntax? {
        if case .decls(let members) = elements { members } else { nil }
    }
}
