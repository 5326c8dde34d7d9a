import FormatSupport

extension LongWork {
    /// Passes a checkpoint.
    ///
    /// - Throws: An error if the task is cancelled. ``run(_:)`` throws `CancellationError` instead of this error.
    @usableFromInline
    package static func check() throws(ModelError) {
        if !mayGoOn { throw .cancelled }
    }

    /// Throws an error if a checkpoint has stopped the work that is running. Call it before an action that can't be
    /// undone.
    package static func requireWhole() throws(ModelError) {
        if isStopped { throw .cancelled }
    }

    /// Runs work like ``run(_:)``, for functions that throw only a ``ModelError``.
    ///
    /// - Throws: `underlying` with a `CancellationError` if the work was stopped. Otherwise the error of the work.
    package static func runWithModelErrors<Value>(
        _ work: () throws(ModelError) -> Value
    ) throws(ModelError) -> Value {
        begin()
        do {
            let value = try work()
            guard isStopped else {
                end()
                return value
            }
            discard(value)
        } catch {
            guard isStopped else {
                end()
                throw error
            }
        }
        end()
        throw .cancelled
    }
}

extension ModelError {
    /// The error of work whose task is cancelled.
    static var cancelled: ModelError { ModelError(wrapping: CancellationError()) }
}
