import SwiftSyntax

extension VariableDeclSyntax {
    /// False for `static` and `class`, and for an override, whose storage is the superclass's.
    var isInstanceProperty: Bool {
        !modifiers.contains(.static, .class, .override)
    }

    var isConstant: Bool {
        bindingSpecifier.tokenKind == .keyword(.let)
    }
}

extension PatternBindingSyntax {
    /// True where it keeps a value itself: it has no accessors, or only observers.
    var isStored: Bool {
        switch accessorBlock?.accessors {
        case nil: true
        case .getter: false
        case .accessors(let accessors):
            accessors.allSatisfy {
                [.keyword(.willSet), .keyword(.didSet)].contains($0.accessorSpecifier.tokenKind)
            }
        }
    }

    /// The type as written, where need be behind a later name: in `var a, b: Int` it is that of `a` too.
    var writtenType: TypeSyntax? {
        if let typeAnnotation { return typeAnnotation.type }
        guard initializer == nil, trailingComma != nil, let bindings = parent?.as(PatternBindingListSyntax.self),
            let place = bindings.firstIndex(of: self)
        else { return nil }
        return bindings[bindings.index(after: place)].writtenType
    }
}
