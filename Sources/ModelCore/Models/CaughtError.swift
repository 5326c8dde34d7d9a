/// The first error of some code that may have caught it: what comes behind it follows from it.
struct CaughtError {
    /// In a box: so that it costs hardly anything to put another one in its place for each model.
    private final class Box {
        let error: ModelError
        init(_ error: ModelError) { self.error = error }
    }
    private var box: Box?

    private(set) var first: ModelError? {
        get { box?.error }
        set { box = newValue.map { Box($0) } }
    }

    /// Remembers an error, where it is the first.
    mutating func note(_ error: ModelError) {
        if first == nil { first = error }
    }

    /// An error as seen from a model or a struct, whose properties may have other keys. The first one is remembered so.
    ///
    /// - Parameter locating: Puts the way that the file has into the error's path. It may not ask the coder that this
    ///   belongs to, whose state is being changed.
    @inline(never)
    mutating func locate(_ error: any Error, by locating: (ModelError) -> ModelError) -> ModelError {
        let inner = ModelError(wrapping: error)
        let located = locating(inner)
        if first == inner { first = located }
        return located
    }

    /// An error as seen from the container that has the key or the index. The first one is remembered as it was seen
    /// last.
    mutating func prefix(_ component: ModelPath.Component, to inner: ModelError) -> ModelError {
        let error = ModelError.prefixing(component, to: inner)
        if first == nil || first == inner { first = error }
        return error
    }
}
