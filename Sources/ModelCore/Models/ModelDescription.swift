/// Describes a model and all that it refers to, each object once.
enum ModelDescription {
    /// The models that were met. One for a whole description, also for what values of other kinds add by describing
    /// models by themselves.
    private final class Seen: @unchecked Sendable {
        // Only used by the task that describes.
        var models: Set<ObjectIdentifier> = []
    }

    @TaskLocal private static var seen: Seen?

    static func text(of model: BaseModel) -> String {
        if let seen { return describe(model, indent: "", depth: 0, seen) }
        let seen = Seen()
        return $seen.withValue(seen) { describe(model, indent: "", depth: 0, seen) }
    }

    private static func describe(
        _ value: Any?, indent: String, depth: Int, _ seen: Seen
    ) -> String {
        guard let value = AnyValue.unwrapped(value) else { return "nil" }
        guard depth < 64, StackGuard.hasRoomToCode else { return "…" }
        let inner = indent + "    "
        if let model = AnyValue.model(value) {
            let address = String(UInt(bitPattern: ObjectIdentifier(model)), radix: 16)
            let head = "\(ModelClass.of(type(of: model)).name) 0x\(address)"
            guard seen.models.insert(ObjectIdentifier(model)).inserted else { return "<\(head)>" }
            let lines = ModelClass.of(type(of: model)).properties.map {
                "\(inner)\($0.name) = \(describe($0.read(model), indent: inner, depth: depth + 1, seen));\n"
            }
            return "<\(head)\n\(lines.joined())\(indent)>"
        }
        switch value {
        case let text as String: return text.debugDescription
        case let dictionary as [AnyHashable: Any]:
            let lines = dictionary.map { ("\($0.key)", $0.value) }.sorted { $0.0 < $1.0 }.map {
                "\(inner)\($0.0) = \(describe($0.1, indent: inner, depth: depth + 1, seen));\n"
            }
            return lines.isEmpty ? "{}" : "{\n\(lines.joined())\(indent)}"
        case let array as [Any]:
            let lines = array.map { "\(inner)\(describe($0, indent: inner, depth: depth + 1, seen)),\n" }
            return lines.isEmpty ? "[]" : "[\n\(lines.joined())\(indent)]"
        case let set as Set<AnyHashable>:
            let lines = set.map { "\(inner)\(describe($0.base, indent: inner, depth: depth + 1, seen)),\n" }
            return lines.isEmpty ? "[]" : "[\n\(lines.sorted().joined())\(indent)]"
        default: return "\(value)"
        }
    }
}
