import FormatSupport

/// The migration steps that have made an object from a file's older object.
struct MigrationSteps {
    let title: String
    let object: ModelDocument.Value

    /// Returns the error of a value in the object. If a migration step has set the value, the error says so, because
    /// the file isn't wrong.
    ///
    /// - Parameter error: The error, with a path of the file's keys from the object.
    func blamed(for error: ModelError) -> ModelError {
        let value = object.last(on: error.path)
        guard !error.path.components.isEmpty, value.index != object.index, error.circumstance == nil,
            value.word.offset == nil
        else { return error }
        var blamed = error.under(.migration)
        blamed.reason += " A step of the \(title) to a newer version has set it."
        return blamed
    }
}
