import FormatSupport

/// The containers that migration steps have made.
final class MigratedObjects {
    /// The titles of the types whose steps made the containers, by the containers' indexes.
    var titles: [Int: String] = [:]
}

extension KeyedType {
    /// Migrates an object from a version to the next.
    ///
    /// - Throws: The error of the step, with the type and the versions. An error about another file becomes the
    ///   `underlying` error.
    func step(_ object: inout ModelDocument, from version: Int) throws {
        do {
            try migrate(&object, from: version)
        } catch {
            if LongWork.isStopped { throw error }
            throw ModelError.failedStep("The step of the \(title) from version \(version) to \(version + 1)", error)
        }
    }
}

extension ModelError {
    /// The error of code that migrates an object.
    ///
    /// - Parameter step: The step, as the subject of a sentence.
    fileprivate static func failedStep(_ step: String, _ error: any Error) -> ModelError {
        var failed = ModelError(wrapping: error)
        // An error of the document's functions has no file.
        if failed.file != nil || failed.format != nil || failed.location != nil {
            failed = ModelError(.underlying, "\(error)")
        }
        failed.reason = "\(step) has failed: \(failed.reason)"
        failed.underlyingError = failed.underlyingError ?? error
        return failed.under(.migration)
    }
}
