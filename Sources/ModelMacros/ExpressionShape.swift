import SwiftSyntax

// What can be told of an initial value from the way it is written.

extension ExprSyntax {
    /// `nil`, `.none`, `Optional.none`.
    var isNil: Bool {
        if self.is(NilLiteralExprSyntax.self) { return true }
        return self.as(MemberAccessExprSyntax.self)?.declName.baseName.text == "none"
    }

    /// True for values that are certainly no optionals: literals, closures, and `Type()`.
    var isPlainlyNotOptional: Bool {
        switch self.as(ExprSyntaxEnum.self) {
        case .stringLiteralExpr, .integerLiteralExpr, .floatLiteralExpr, .booleanLiteralExpr, .arrayExpr,
            .dictionaryExpr,
            .regexLiteralExpr, .closureExpr:
            true
        case .prefixOperatorExpr(let prefixed):
            prefixed.expression.isPlainlyNotOptional
        case .functionCallExpr(let call):
            // An initializer without parameters that fails would be odd.
            call.arguments.isEmpty && call.trailingClosure == nil && call.calledExpression.namesType
        default:
            false
        }
    }

    /// True for `[String: Any]()`, `… as [Any]`: values whose type says `Any`.
    var makesAny: Bool {
        if let call = self.as(FunctionCallExprSyntax.self) {
            return call.calledExpression.containerType.map { TypeShape($0).holdsAny } ?? false
        }
        // Operators aren't folded in what a macro sees: `a as T` is a sequence that ends with T.
        guard let sequence = self.as(SequenceExprSyntax.self),
            let last = sequence.elements.last?.as(TypeExprSyntax.self)
        else {
            return false
        }
        return TypeShape(last.type).holdsAny
    }

    private var namesType: Bool {
        if containerType != nil { return true }
        return self.as(DeclReferenceExprSyntax.self)?.baseName.text.first?.isUppercase ?? false
    }

    /// The type that `[T]` and `[K: V]` before `()` stand for.
    private var containerType: TypeSyntax? {
        if self.is(ArrayExprSyntax.self) || self.is(DictionaryExprSyntax.self)
            || self.is(GenericSpecializationExprSyntax.self)
        {
            return TypeSyntax("\(trimmed)")
        }
        return self.as(TypeExprSyntax.self)?.type
    }
}
