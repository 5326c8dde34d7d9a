import FormatSupport

/// The texts for the people who use the program, in English. They quote only the file's name.
extension ModelError: LocalizedError {
    /// Tells what happened and why: `The file “todo.json” couldn’t be read. Its content is damaged or incomplete.`
    /// `localizedDescription` returns it.
    public var errorDescription: String? {
        let message = message
        return "\(subject) couldn’t be \(message.action). \(message.reason)"
    }

    /// The reason, which ``errorDescription`` ends with: `Its content is damaged or incomplete.`
    public var failureReason: String? { message.reason }

    /// Tells what a person can do: `Open an earlier copy, or get the file again.`
    public var recoverySuggestion: String? { message.suggestion }

    private var message: ErrorMessage { circumstance?.message(code) ?? code.message }

    private var subject: String {
        guard let name = file?.split(separator: "/").last else { return "The data" }
        return "The file “\(String(name).inOneLine())”"
    }
}

extension Base64Error: LocalizedError {
    /// The text of a ``ModelError`` about damaged content.
    public var errorDescription: String? { ModelError(.corruptData, reason).errorDescription }
    public var failureReason: String? { ModelError(.corruptData, reason).failureReason }
    public var recoverySuggestion: String? { ModelError(.corruptData, reason).recoverySuggestion }
}
