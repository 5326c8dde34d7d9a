import SwiftDiagnostics
import SwiftSyntax

extension ClassDeclSyntax {
    /// True if the class inherits from `BaseModel` itself.
    var isBelowBaseModel: Bool {
        let superclass = inheritanceClause?.inheritedTypes.first?.type.trimmedDescription
        return ["BaseModel", "ModelCore.BaseModel"].contains(superclass)
    }

    /// The error for a class with `@Model` that certainly has no model as its superclass: it inherits from a class of
    /// the system, or only from protocols. Nil for any other class. If the superclass isn't known here, the compiler
    /// finds the error in the code that the macro has generated.
    var otherSuperclass: (message: MacroMessage, type: TypeSyntax, fixIt: FixIt)? {
        guard let type = inheritanceClause?.inheritedTypes.first?.type else { return nil }
        let name = type.trimmedDescription
        let plain = name.split(separator: ".").last.map(String.init) ?? name
        if Self.otherClasses.contains(plain) {
            let model = TypeSyntax("BaseModel").with(\.trailingTrivia, type.trailingTrivia)
            return (.otherSuperclass(name), type, .replace(type, by: model, .replaceSuperclass))
        }
        guard Self.protocols.contains(plain) else { return nil }
        return (.noSuperclass, type, .insert("BaseModel, ", before: type, .insertSuperclass))
    }

    private static let otherClasses: Set<String> = [
        "NSObject", "NSProxy", "NSManagedObject", "NSDocument", "UIDocument", "NSViewController", "UIViewController",
        "NSView", "UIView", "NSCoder", "Thread", "Operation",
    ]

    private static let protocols: Set<String> = [
        "AnyObject", "Codable", "Encodable", "Decodable", "Equatable", "Hashable", "Comparable", "Identifiable",
        "Sendable",
        "CustomStringConvertible", "CustomDebugStringConvertible", "Error", "NSCoding", "NSSecureCoding", "NSCopying",
        "ObservableObject", "Observable", "ModelValue", "MainActorShared",
    ]
}
