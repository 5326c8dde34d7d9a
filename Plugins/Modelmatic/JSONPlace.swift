import ModelCore

// Where JSON has an attribute or a relationship, as its `userInfo` says.

extension [String: String] {
    /// A key or a path of keys, or what was meant to be one; nil where nothing is said.
    var jsonKeyPath: String? { self["jsonKeyPath"] ?? self["externalKeyPath"] }
}

extension ModelPath {
    /// The keys of a path that has nothing else, and at least one.
    var keys: [String]? {
        var keys: [String] = []
        for component in components {
            guard case .key(let key) = component else { return nil }
            keys.append(key)
        }
        return keys.isEmpty ? nil : keys
    }
}
