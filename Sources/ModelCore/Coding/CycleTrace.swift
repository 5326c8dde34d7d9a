/// Tells a cycle from mere depth, at no cost until coding is too deep.
///
/// The error starts at the innermost object. On its way out it passes the same object again just if that object
/// leads to itself.
struct CycleTrace: Sendable, Hashable {
    /// The innermost object.
    var object: ObjectIdentifier
    /// How long the path was when `object` was last met, counted from the inside.
    var innerLength: Int
}

extension ModelError {
    /// Called for each object that an error passes while objects are being encoded.
    @inline(never)
    static func leaving(_ object: AnyObject, with error: any Error) -> ModelError {
        var error = ModelError(wrapping: error)
        let identity = ObjectIdentifier(object)
        if error.code == .depthExceeded, error.cycle == nil {
            error.cycle = CycleTrace(object: identity, innerLength: 0)
            error.path.components.removeAll()
        } else if let trace = error.cycle, trace.object == identity {
            error.code = .cycle
            error.reason = "The object leads back to itself, which this format can't hold."
            error.path.components.removeLast(trace.innerLength)
            error.cycle?.innerLength = error.path.components.count
        }
        return error
    }
}
