/// The texts of an error for the people who use the program. They contain no names from code and none of a file's
/// content.
struct ErrorMessage {
    /// A participle that completes "The file couldn't be": `read` or `saved`.
    let action: String
    let reason: String
    let suggestion: String

    init(_ action: String, _ reason: String, _ suggestion: String) {
        (self.action, self.reason, self.suggestion) = (action, reason, suggestion)
    }

    private static let mistakeSuggestion =
        "Install the newest version of the program, or tell its makers about the problem."

    /// Returns the message about a mistake in the program, which its user can't correct.
    fileprivate static func mistake(_ reason: String) -> Self { Self("used", reason, mistakeSuggestion) }

    /// The message about a file of an earlier version that the program fails to convert.
    static let failedStep = Self(
        "read", "The program fails to convert what an earlier version of it has saved.", mistakeSuggestion)

    /// The message if the value was written. It is about a mistake in the program, because the program has made the
    /// value.
    var whileWriting: Self { action == "read" ? Self("saved", reason, Self.mistakeSuggestion) : self }

    fileprivate static let other = Self(
        "used", "An unexpected problem occurred.", "Try again. If it happens again, tell the makers of the program.")
}

extension ModelError.Code {
    /// The message for a person. Codes of formats outside this package share one general message.
    var message: ErrorMessage { Self.messages[self] ?? .other }

    /// The codes that have no constant here belong to the package's formats and stores.
    private static let messages: [Self: ErrorMessage] = [
        // Reading
        .corruptData: .init(
            "read", "Its content is damaged or incomplete.", "Open an earlier copy, or get the file again."),
        .unknownFormat: .init(
            "used", "This program doesn’t know this kind of file.", "Open it with the program that made it."),
        .requisiteLibraryMissing: .init(
            "used", "This program doesn’t support this kind of file.",
            "Choose another kind of file, or use a version of the program that supports it."),
        .typeMismatch: .init(
            "read", "It contains a value of another kind than is needed.",
            "Correct the value, or open an earlier copy."),
        .missingValue: .init(
            "read", "It lacks a value that is needed.", "Add the value, or open an earlier copy."),
        .outOfRange: .init(
            "read", "It contains a number that is too large, too small or too precise.",
            "Correct the number, or open an earlier copy."),
        .unknownKey: .init(
            "read", "It contains an entry that this program doesn’t know.",
            "Remove the entry, or install the newest version of the program."),
        .unknownClass: .init(
            "used", "It contains something that this program doesn’t know.",
            "Install the newest version of the program, or use the program that made the file."),
        .classMismatch: .init(
            "read", "It contains something else than this program expects.", "Choose another file."),
        .newerVersion: .init(
            "read", "A newer version of the program saved it.", "Install the newest version of the program."),
        .untrustedArchive: .init(
            "read", "It contains a part that may not be safe.", "Get the file again, from someone whom you trust."),
        Self("classRefused"): .init(
            "read", "It contains more than the plain values that are safe here.",
            "Get the file again, from someone whom you trust."),
        .fileMissing: .init(
            "read", "It doesn’t exist.", "Check its name, and whether it was moved or removed."),
        .fileUnreadable: .init(
            "read", "It exists, but can’t be opened.",
            "Check that you may open it, that its disk is connected, and that it isn’t damaged."),

        // Saving
        .unrepresentableValue: .init(
            "saved", "It contains a value that this kind of file can’t hold.", "Save it as another kind of file."),
        .cycle: .init(
            "saved", "Some of its parts contain each other, which this kind of file can’t hold.",
            "Save it as another kind of file."),
        .notSaveable: .init(
            "saved", "It has no place to be saved in, or this kind of file can’t hold it.",
            "Choose another name or another kind of file."),
        .fileChanged: .init(
            "saved", "Another program has changed it in the meantime.",
            "Open it again and repeat your changes, or save them under another name."),
        .fileUnwritable: .init(
            "saved", "The file or its folder can’t be changed.",
            "Check that you may change it and that its disk isn’t full, or save in another folder."),

        // Both
        .duplicateKey: .init(
            "used", "It contains an entry twice.", "Remove one of the two entries, or open an earlier copy."),
        .invalidKey: .init(
            "used", "It contains a name that can’t be used here.", "Change the name, or choose another kind of file."),
        .unknownProperty: .init("used", "It contains nothing of that name.", "Check the name, and try again."),
        .patchTestFailed: .init(
            "changed", "Its content isn’t what the change was made for.", "Open it again and repeat your changes."),
        .depthExceeded: .init(
            "used", "Its content is nested too deeply.", "Make it simpler, or divide it."),
        .nodesExceeded: .init("used", "It contains too many values.", "Divide it into smaller files."),
        .bytesExceeded: .init("used", "It is too large.", "Divide it into smaller files."),

        // Mistakes in the program
        .duplicateFormat: .mistake("The program supports the same kind of file twice."),
        .invalidCoding: .mistake("The program puts its parts together wrongly."),
        .unknownRelationship: .mistake("The program asks for connected data that doesn’t exist."),
        .readOnlyProperty: .mistake("The program tries to change a fixed value."),
        .unknownTransform: .mistake("The program lacks a way to convert a value."),
        .notAModel: .mistake("The program would lose a part of the data."),
        .duplicateClass: .mistake("The program uses one name for two kinds of data."),
        .wrongIsolation: .mistake("The program uses one piece of data in two places at once."),
        .abstractClass: .mistake("The program tries to make data of an incomplete kind."),
        Self("entityMismatch"): .mistake("The program and the description of its data disagree."),
        .underlying: .other,

        // Passwords and secrets
        Self("authenticationFailed"): .init(
            "read", "The password is wrong, or the file was changed.",
            "Enter the password again, or open an earlier copy."),
        Self("passwordMissing"): .init("used", "It needs a password.", "Enter the password, and try again."),
        Self("cryptographyFailed"): .init(
            "used", "Encryption doesn’t work on this computer now.", "Restart the program."),
        Self("serviceUnavailable"): .init(
            "used", "The service that keeps passwords doesn’t answer.", "Log in again, and try again."),
        Self("storeLocked"): .init("used", "The collection of passwords is locked.", "Unlock it, and try again."),
        Self("promptDismissed"): .init(
            "used", "A question was closed without an answer.", "Try again, and answer the question."),
        Self("timedOut"): .init("used", "There was no answer in time.", "Try again."),
        Self("collectionMissing"): .init(
            "used", "The collection of passwords doesn’t exist.", "Choose another collection, or make this one."),
        Self("storeConflict"): .init("saved", "Another program changed it at the same time.", "Try again."),
    ]
}
