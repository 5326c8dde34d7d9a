import SwiftSyntax

// Facts about an initial value that its source shows.

extension ExprSyntax {
    /// True for `nil`, `.none` and `Optional.none`.
    var isNil: Bool {
        if self.is(NilLiteralExprSyntax.self) { return true }
        return self.as(MemberAccessExprSyntax.self)?.declName.baseName.text == "none"
    }

    /// True for values that are certainly not optional: literals, closures, and `Type()`.
    var isPlainlyNotOptional: Bool {
        switch self.as(ExprSyntaxEnum.self) {
        case .stringLiteralExpr, .integerLiteralExpr, .floatLiteralExpr, .booleanLiteralExpr, .arrayExpr,
            .dictionaryExpr,
            .regexLiteralExpr, .closureExpr:
            true
        case .prefixOperatorExpr(let prefixed):
            prefixed.expression.isPlainlyNotOptional
        case .functionCallExpr(let call):
            // An initializer without parameters is unlikely to be failable.
            call.arguments.isEmpty && call.trailingClosure == nil && call.calledExpression.namesType
        default:
            false
        }
    }

    /// True for `[String: Any]()` and `… as [Any]`: values whose written type contains `Any`.
    var makesAny: Bool {
        if let call = self.as(FunctionCallExprSyntax.self) {
            return call.calledExpression.containerType.map { TypeShape($0).holdsAny } ?? false
        }
        // A macro gets expressions whose operators aren't folded: `a as T` is a sequence that ends with T.
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

    /// The type in an expression that is called, such as `[T]` or `[K: V]` before `()`; nil for other expressions.
    private var containerType: TypeSyntax? {
        if self.is(ArrayExprSyntax.self) || self.is(DictionaryExprSyntax.self)
            || self.is(GenericSpecializationExprSyntax.self)
        {
            return TypeSyntax("\(trimmed)")
        }
        return self.as(TypeExprSyntax.self)?.type
    }
}
