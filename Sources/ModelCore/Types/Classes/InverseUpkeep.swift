/// The upkeep of relationships that happens when a property with an inverse is set.
enum InverseUpkeep: UInt8 {
    case all
    /// Models that are no longer related stop referring back. The code that sets the property does the rest.
    case removals
    case nothing
}

extension BaseModel {
    /// A new instance that a file is read into.
    ///
    /// - Parameter isRelated: True if its relationships are linked when it was read.
    static func toRead(isRelated: Bool) -> Self {
        let object = self.init()
        if isRelated { object.inverseUpkeep = .removals }
        return object
    }

    /// Runs `body`, in which properties are set without changing the models that they relate this one to.
    package func withoutInverseUpkeep(_ body: () -> Void) {
        let upkeep = inverseUpkeep
        inverseUpkeep = .nothing
        defer { inverseUpkeep = upkeep }
        body()
    }
}
