/// The situation in which an error occurred. It changes the message for the people who use the program: the code of
/// the error tells what is wrong, and the situation tells what a person can do.
package enum ErrorCircumstance: Sendable, Hashable {
    /// The error occurred while a value was written.
    case writing
    /// The error occurred in a step of a migration, or the step has set the value.
    case migration
    /// The file seems to contain an object of another class.
    case otherClass
}

extension ErrorCircumstance {
    /// Returns the message of an error with a code.
    func message(_ code: ModelError.Code) -> ErrorMessage {
        switch self {
        case .writing: code.message.whileWriting
        case .migration: .failedStep
        case .otherClass: ModelError.Code.classMismatch.message
        }
    }
}
