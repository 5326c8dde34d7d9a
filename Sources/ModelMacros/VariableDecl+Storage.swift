import SwiftSyntax

extension VariableDeclSyntax {
    /// False for `static` and `class` properties, and for an override, whose storage belongs to the superclass.
    var isInstanceProperty: Bool {
        !modifiers.contains(.static, .class, .override)
    }

    var isConstant: Bool {
        bindingSpecifier.tokenKind == .keyword(.let)
    }
}

extension PatternBindingSyntax {
    /// True if the property stores a value itself: it has no accessors, or only observers.
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

    /// The type as it is written. If only a later name in the declaration has a type, it is that type: in `var a, b:
    /// Int`, `Int` is the type of `a`, too.
    var writtenType: TypeSyntax? {
        if let typeAnnotation { return typeAnnotation.type }
        guard initializer == nil, trailingComma != nil, let bindings = parent?.as(PatternBindingListSyntax.self),
            let place = bindings.firstIndex(of: self)
        else { return nil }
        return bindings[bindings.index(after: place)].writtenType
    }

    /// The type of a property, if the source shows that files store it as a single value. For an optional, it is the
    /// type of the wrapped value. Nil for any other type.
    var singleType: String? {
        guard let type = writtenType else { return initializer?.value.literalType }
        let name = type.trimmedDescription.filter { !"?!".contains($0) }
        return TypeShape.singleTypes.contains(name) ? name : nil
    }
}
