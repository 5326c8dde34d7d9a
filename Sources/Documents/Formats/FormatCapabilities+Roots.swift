// The values that a file of a format can begin with.

extension FormatCapabilities {
    /// Returns true if the outermost value of a file may be of a kind.
    package func allowsRoot(_ kind: ModelKind) -> Bool {
        guard !isDisjoint(with: [.dictionaryRoots, .arrayRoots]) else { return true }
        return switch kind {
        case .dictionary, .object: contains(.dictionaryRoots)
        case .array, .set, .orderedSet: contains(.arrayRoots)
        default: false
        }
    }

    /// Throws `unrepresentableValue` if the outermost value of a file can't be of a kind.
    func requireRoot(_ kind: ModelKind) throws(ModelError) {
        guard !allowsRoot(kind) else { return }
        let names = [(FormatCapabilities.dictionaryRoots, "a dictionary"), (.arrayRoots, "an array")]
        let allowed = names.filter { contains($0.0) }.map(\.1).joined(separator: " or ")
        throw ModelError(
            .unrepresentableValue,
            "The outermost value of a file must be \(allowed), not of the kind \(kind.rawValue). "
                + "Save it as a property of a model.")
    }
}
