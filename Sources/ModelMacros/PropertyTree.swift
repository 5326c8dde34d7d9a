import SwiftSyntax
import SwiftSyntaxMacros

/// A class's saved properties in the order of their declaration, with the `#if`s that they stand in.
indirect enum PropertyTree {
    case property(StoredProperty)
    case conditional([Clause])

    /// One branch of an `#if`.
    struct Clause {
        /// `#if os(Linux)`, `#elseif …`, `#else`.
        let head: String
        let contents: [PropertyTree]
    }
}

extension [PropertyTree] {
    /// False where nothing is certain to be there, because everything stands in an `#if`.
    var hasUnconditional: Bool {
        contains { if case .property = $0 { true } else { false } }
    }
}

extension PropertyTree {
    /// Complains about properties that have one key, as far as their names and literals tell. Those under `#if` are
    /// left aside: they may not stand in one program.
    static func refuseEqualKeys(_ properties: [PropertyTree], in context: some MacroExpansionContext) {
        var owners: [KeyAttribute.Place: String] = [:]
        for case .property(let property) in properties {
            let given = property.keys.compactMap(\.place)
            let own = given.contains { $0.formats.isEmpty } ? [] : [KeyAttribute.Place(name: property.name)]
            for place in given + own {
                guard let other = owners.updateValue(property.name, forKey: place), other != property.name else {
                    continue
                }
                let attribute = property.keys.first { $0.place == place }?.attribute
                context.diagnose(
                    .keyTwice(place.text, other), at: attribute.map(Syntax.init) ?? Syntax(property.identifier))
            }
        }
    }
}
