/// The first error of some code that may have caught it: what comes behind it follows from it.
struct CaughtError {
    private(set) var first: ModelError?

    /// Remembers an error, where it is the first.
    mutating func note(_ error: ModelError) {
        if first == nil { first = error }
    }

    /// An error as seen from the container that has the key or the index. The first one is remembered as it was seen last.
    mutating func prefix(_ component: ModelPath.Component, to inner: ModelError) -> ModelError {
        let error = ModelError.prefixing(component, to: inner)
        if first == nil || first == inner { first = error }
        return error
    }
}
