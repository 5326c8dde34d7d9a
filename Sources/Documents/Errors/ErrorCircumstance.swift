/// A circumstance under which an error occurred. The code tells what is wrong, and this what a person can do.
package enum ErrorCircumstance: Sendable, Hashable {
    /// A value was written, and nothing was read.
    case writing
    /// A step of a migration has failed, or has set the value.
    case migration
    /// The file seems to be one of another class.
    case otherClass
}

extension ErrorCircumstance {
    /// The message of an error with a code.
    func message(_ code: ModelError.Code) -> ErrorMessage {
        switch self {
        case .writing: code.message.whileWriting
        case .migration: .failedStep
        case .otherClass: ModelError.Code.classMismatch.message
        }
    }
}
