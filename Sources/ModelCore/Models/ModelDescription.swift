/// Describes a model and all that it refers to, each object once.
enum ModelDescription {
    static func text(of model: BaseModel) -> String {
        var seen: Set<ObjectIdentifier> = []
        return describe(model, indent: "", depth: 0, seen: &seen)
    }

    private static func describe(
        _ value: Any?, indent: String, depth: Int, seen: inout Set<ObjectIdentifier>
    ) -> String {
        guard let value = AnyValue.unwrapped(value) else { return "nil" }
        guard depth < 64 else { return "…" }
        let inner = indent + "    "
        switch value {
        case let model as BaseModel:
            let address = String(UInt(bitPattern: ObjectIdentifier(model)), radix: 16)
            let head = "\(ModelClass.of(type(of: model)).name) 0x\(address)"
            guard seen.insert(ObjectIdentifier(model)).inserted else { return "<\(head)>" }
            let lines = ModelClass.of(type(of: model)).properties.map {
                "\(inner)\($0.name) = \(describe($0.read(model), indent: inner, depth: depth + 1, seen: &seen));\n"
            }
            return "<\(head)\n\(lines.joined())\(indent)>"
        case let text as String: return text.debugDescription
        case let dictionary as [AnyHashable: Any]:
            let lines = dictionary.map { ("\($0.key)", $0.value) }.sorted { $0.0 < $1.0 }.map {
                "\(inner)\($0.0) = \(describe($0.1, indent: inner, depth: depth + 1, seen: &seen));\n"
            }
            return lines.isEmpty ? "{}" : "{\n\(lines.joined())\(indent)}"
        case let array as [Any]:
            let lines = array.map { "\(inner)\(describe($0, indent: inner, depth: depth + 1, seen: &seen)),\n" }
            return lines.isEmpty ? "[]" : "[\n\(lines.joined())\(indent)]"
        default: return "\(value)"
        }
    }
}
