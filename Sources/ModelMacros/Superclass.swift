import SwiftDiagnostics
import SwiftSyntax

extension ClassDeclSyntax {
    /// True if the class inherits from `BaseModel` itself.
    var isBelowBaseModel: Bool {
        let superclass = inheritanceClause?.inheritedTypes.first?.type.trimmedDescription
        return ["BaseModel", "ModelCore.BaseModel"].contains(superclass)
    }

    /// The error of a class that inherits from a class that is certainly no model, or from protocols alone; nil for any
    /// other. Only the compiler knows all classes: it shows what such a class lacks in the code of the macro.
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
