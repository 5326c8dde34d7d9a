/// Distinguishes a cycle of objects from nesting that is only too deep. It takes no time until coding is too deep.
///
/// The `depthExceeded` error starts at the innermost object, which needn't be part of the cycle. While the error
/// propagates, it passes an object twice if and only if that object contains itself.
struct CycleTrace: Sendable, Hashable {
    /// For each object that the error has passed: the number of path components that lie inside it.
    private var lengths: [ObjectIdentifier: Int] = [:]

    /// Records an object that the error passes.
    ///
    /// - Returns: The number of components to remove from the end of the path, so that it ends where the object
    ///   occurs again. Nil if the object wasn't passed before.
    mutating func pass(_ object: ObjectIdentifier, pathLength: Int) -> Int? {
        guard let inner = lengths[object] else {
            lengths[object] = pathLength
            return nil
        }
        // Everything inside the object's first occurrence is dropped, so that the path goes round the cycle once.
        lengths = lengths.filter { $0.value >= inner }.mapValues { $0 - inner }
        lengths[object] = pathLength - inner
        return inner
    }
}

extension ModelError {
    /// Returns an error as it leaves an object that is being encoded. A `depthExceeded` error becomes a `cycle` error
    /// if it leaves the same object twice.
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
            error.path.components = error.path.components.dropLast(excess)
        }
        return error
    }
}
