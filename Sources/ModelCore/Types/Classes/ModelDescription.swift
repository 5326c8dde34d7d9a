/// Describes a model and all objects that it refers to, each object once.
enum ModelDescription {
    /// The state of one whole description. A value whose own description describes models continues with the same
    /// state.
    private final class Progress: @unchecked Sendable {
        // Only used by the task that makes the description.
        var models: Set<ObjectIdentifier> = []
        /// The number of bytes that may still be added. It is limited because arrays of `Any` may repeat a value more
        /// often than fits into memory.
        var room = 1 << 24
    }

    @TaskLocal private static var progress: Progress?

    static func text(of model: BaseModel) -> String {
        if let progress { return describe(model, indent: "", depth: 0, progress) }
        let progress = Progress()
        return $progress.withValue(progress) { describe(model, indent: "", depth: 0, progress) }
    }

    private static func describe(
        _ value: Any?, indent: String, depth: Int, _ progress: Progress
    ) -> String {
        guard let value = AnyValue.unwrapped(value) else { return "nil" }
        guard depth < 64, progress.room > 0, StackGuard.hasRoomToCode else { return "…" }
        let inner = indent + "    "
        func line(_ value: Any?) -> String { describe(value, indent: inner, depth: depth + 1, progress) }
        func counted(_ text: String) -> String {
            progress.room -= text.utf8.count + inner.utf8.count
            return text
        }
        if let model = AnyValue.model(value) {
            let address = String(UInt(bitPattern: ObjectIdentifier(model)), radix: 16)
            let head = counted("\(ModelClass.of(type(of: model)).name) 0x\(address)")
            guard progress.models.insert(ObjectIdentifier(model)).inserted else { return "<\(head)>" }
            let lines = ModelClass.of(type(of: model)).properties.map {
                "\(inner)\($0.name) = \(line($0.read(model)));\n"
            }
            return "<\(head)\n\(lines.joined())\(indent)>"
        }
        let collection: Any
        do {
            collection = try AnyValue.native(value)
        } catch {
            return "…"
        }
        switch collection {
        case let text as String: return counted(text.debugDescription)
        case let dictionary as [AnyHashable: Any]:
            let lines = dictionary.map { (PrintableValue.text(of: $0.key), $0.value) }.sorted { $0.0 < $1.0 }.map {
                "\(inner)\(counted($0.0)) = \(line($0.1));\n"
            }
            return lines.isEmpty ? "{}" : "{\n\(lines.joined())\(indent)}"
        case let array as [Any]:
            let lines = array.map { "\(inner)\(line($0)),\n" }
            return lines.isEmpty ? "[]" : "[\n\(lines.joined())\(indent)]"
        case let set as Set<AnyHashable>:
            let lines = set.map { "\(inner)\(line($0.base)),\n" }
            return lines.isEmpty ? "[]" : "[\n\(lines.sorted().joined())\(indent)]"
        default: return counted(PrintableValue.text(of: value))
        }
    }
}
