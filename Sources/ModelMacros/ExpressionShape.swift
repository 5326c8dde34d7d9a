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

    /// True for an expression whose value may differ each time that it is evaluated: it contains a call such as
    /// `UUID()`, or `.now`.
    ///
    /// False for empty collections, and for calls of initializers whose arguments are always the same, such as
    /// `Decimal(5)`.
    var mayVary: Bool {
        switch self.as(ExprSyntaxEnum.self) {
        case .functionCallExpr(let call):
            if call.calledExpression.containerType != nil { return false }
            let isSame =
                call.calledExpression.namesType && call.trailingClosure == nil && !call.arguments.isEmpty
                && !call.arguments.contains { $0.expression.mayVary || $0.label?.text.hasSuffix("SinceNow") == true }
            return !isSame && !call.isEmptyValue
        case .memberAccessExpr(let access):
            return access.declName.baseName.text == "now" || access.base?.mayVary == true
        case .closureExpr: return false
        default: return children(viewMode: .sourceAccurate).contains { $0.mayVary }
        }
    }

    /// The type that a literal has by default, if it is the type of a single value. Nil for any other expression.
    var literalType: String? {
        switch self.as(ExprSyntaxEnum.self) {
        case .stringLiteralExpr: "String"
        case .integerLiteralExpr: "Int"
        case .floatLiteralExpr: "Double"
        case .booleanLiteralExpr: "Bool"
        default: nil
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

extension FunctionCallExprSyntax {
    /// True for a value of a type of the standard library that is empty, or zero: `String()`.
    fileprivate var isEmptyValue: Bool {
        let types = ["String", "Int", "Double", "Float", "Bool", "Decimal", "Data", "IndexSet"]
        return arguments.isEmpty && types.contains(calledExpression.trimmedDescription)
    }
}

extension Syntax {
    /// True if an expression in the node may be another value each time.
    fileprivate var mayVary: Bool {
        self.as(ExprSyntax.self)?.mayVary ?? children(viewMode: .sourceAccurate).contains { $0.mayVary }
    }
}
