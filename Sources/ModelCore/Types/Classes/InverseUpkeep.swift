/// The changes to related models that happen when a property with an inverse is set.
enum InverseUpkeep: UInt8 {
    case all
    /// Models that are no longer related stop referring back. The code that sets the property does the rest.
    case removals
    case nothing
}

extension BaseModel {
    /// The upkeep for a new instance that is read from a file.
    ///
    /// - Parameter isRelated: True if the instance's relationships are linked after it was read.
    static func toRead(isRelated: Bool) -> Self {
        let object = self.init()
        if isRelated { object.inverseUpkeep = .removals }
        return object
    }

    /// Runs `body`. Properties with an inverse that `body` sets don't change the related models.
    package func withoutInverseUpkeep(_ body: () -> Void) {
        let upkeep = inverseUpkeep
        inverseUpkeep = .nothing
        defer { inverseUpkeep = upkeep }
        body()
    }
}
