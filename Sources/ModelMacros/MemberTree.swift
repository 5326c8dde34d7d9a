import SwiftSyntax
import SwiftSyntaxMacros

/// What a declaration has under keys: a property of a class or a struct, or a case of an enum.
protocol KeyedMember {
    /// The name as the source writes it, with backticks where they are needed.
    var identifier: TokenSyntax { get }
    /// What `@Key` says of where files have it.
    var keys: [KeyAttribute] { get }
    /// The directive that has the compiler show errors at it; nil where its place isn't known.
    var locating: String? { get }
}

extension KeyedMember {
    /// The name without backticks: the key in files where `keys` say nothing else.
    var name: String { identifier.plainName }

    /// The arguments that say where files have it, each behind a comma.
    ///
    /// - Parameter style: The style of the keys of which nothing is said.
    func keyArguments(_ style: String?) -> String {
        let all = keys.compactMap(\.source) + (style.map { ["ModelCore.PropertyKey(style: \($0))"] } ?? [])
        return all.isEmpty ? "" : ", key: " + all.joined(separator: ", ")
    }
}

/// A declaration's saved members in their order, with the `#if`s that they stand in.
indirect enum MemberTree<Member: KeyedMember> {
    case member(Member)
    case conditional([Clause])

    /// One branch of an `#if`.
    struct Clause {
        /// `#if os(Linux)`, `#elseif …`, `#else`.
        let head: String
        let contents: [MemberTree]
    }

    /// - Parameter read: The members that a declaration is, which is no `#if`.
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

    /// True where it holds for each member, in whichever branch.
    func allSatisfy(_ isTrue: (Member) -> Bool) -> Bool {
        switch self {
        case .member(let member): isTrue(member)
        case .conditional(let clauses): clauses.allSatisfy { $0.contents.allSatisfy { $0.allSatisfy(isTrue) } }
        }
    }

    /// Complains about members that have one key, as far as their names and literals tell. Those under `#if` are left
    /// aside: they may not stand in one program.
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

extension Array {
    /// False where nothing is certain to be there, because everything stands in an `#if`.
    func hasUnconditional<Member>() -> Bool where Element == MemberTree<Member> {
        contains { if case .member = $0 { true } else { false } }
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
