/// Tells a cycle from mere depth, at no cost until coding is too deep.
///
/// The error starts at the innermost object, which needn't be part of the cycle. On its way out it passes an object
/// twice just if that object leads to itself.
package struct CycleTrace: Sendable, Hashable {
    /// The objects that were passed, each with the length that the path had there, counted from the inside.
    private var lengths: [ObjectIdentifier: Int] = [:]

    /// Takes note of an object that the error passes.
    ///
    /// - Returns: How much of the path's end is to be dropped, so that it ends where the object is met again; nil where
    ///   the object wasn't passed before.
    package mutating func pass(_ object: ObjectIdentifier, pathLength: Int) -> Int? {
        guard let inner = lengths[object] else {
            lengths[object] = pathLength
            return nil
        }
        // What lies further inside is dropped: the path goes round once.
        lengths = lengths.filter { $0.value >= inner }.mapValues { $0 - inner }
        lengths[object] = pathLength - inner
        return inner
    }
}

extension ModelError {
    /// Called for each object that an error passes while objects are being encoded.
    @inline(never)
    package static func leaving(_ object: AnyObject, with error: any Error) -> ModelError {
        var error = ModelError(wrapping: error)
        if error.cycle == nil {
            guard error.code == .depthExceeded else { return error }
            error.cycle = CycleTrace()
            error.path.components.removeAll()
        }
        let pathLength = error.path.components.count
        if let excess = error.cycle?.pass(ObjectIdentifier(object), pathLength: pathLength) {
            error.code = .cycle
            error.reason = "The object leads back to itself, which this format can't hold."
            error.path.components.removeLast(excess)
        }
        return error
    }
}
