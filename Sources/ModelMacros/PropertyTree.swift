import SwiftSyntax

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
