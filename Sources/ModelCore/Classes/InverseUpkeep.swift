/// The upkeep of relationships that happens when a property with an inverse is set.
enum InverseUpkeep: UInt8 {
    case all
    /// Models that are no longer related stop referring back. The code that sets the property does the rest.
    case removals
    case nothing
}
