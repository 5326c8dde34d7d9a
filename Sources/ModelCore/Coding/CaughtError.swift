/// The first error in code that might catch errors. Later errors are only consequences of the first error.
struct CaughtError {
    /// Holds the error. If it is replaced for each model, that costs hardly anything.
    private final class Box {
        let error: ModelError
        init(_ error: ModelError) { self.error = error }
    }
    private var box: Box?

    private(set) var first: ModelError? {
        get { box?.error }
        set { box = newValue.map { Box($0) } }
    }

    /// Stores an error if it is the first one.
    mutating func note(_ error: ModelError) {
        if first == nil { first = error }
    }

    /// Forgets an error that the library itself has handled, if it is the first one.
    mutating func forget(_ error: ModelError) {
        if first == error { first = nil }
    }

    /// Returns an error with a changed path: the property's name is replaced by its key path in the file. If `error` is
    /// the first error, the changed error is stored in its place.
    ///
    /// - Parameter locating: Changes the path. It must not access the encoder or decoder that this value belongs to,
    ///   because their state is being changed.
    @inline(never)
    mutating func locate(_ error: any Error, by locating: (ModelError) -> ModelError) -> ModelError {
        let inner = ModelError(wrapping: error)
        let located = locating(inner)
        if first == inner { first = located }
        return located
    }

    /// Returns an error with a key or an index in front of its path, for the container of the key or the index. If
    /// there is no first error, or `inner` is the first error, the new error is stored as the first.
    mutating func prefix(_ component: ModelPath.Component, to inner: ModelError) -> ModelError {
        let error = ModelError.prefixing(component, to: inner)
        if first == nil || first == inner { first = error }
        return error
    }
}
