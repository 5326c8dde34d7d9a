import ArgumentParser
import CryptoCoder
import FormatSupport
import ModelCore
import Synchronization

/// The source of an encrypted file's password. The password is never an argument, because every user of the machine
/// can see arguments.
struct PasswordOptions: ParsableArguments {
    @Option(
        name: .customLong("password-env"),
        help: ArgumentHelp(
            "The environment variable that has the password of an encrypted file.", valueName: "variable"))
    var variable = "BASEMODEL_PASSWORD"

    @Option(
        name: .customLong("password-fd"),
        help: ArgumentHelp(
            """
            The file descriptor whose first line is the password; without one, and without the variable, the terminal \
            is asked.
            """,
            valueName: "number"))
    var descriptor: Int32?

    /// Returns the format with a source of the password. The source is used only when the password is needed.
    func provider(for file: String) -> CryptoCoder {
        let (variable, descriptor) = (variable, descriptor)
        return CryptoCoder { request in
            try CryptoPassword(Self.password(for: file, request.purpose, variable, descriptor))
        }
    }

    /// Passwords that were read from a descriptor, because a descriptor can't be read again, and passwords that a
    /// user typed for a file.
    private static let known = Mutex<[String: String]>([:])

    private static func password(
        for file: String, _ purpose: CryptoRequest.Purpose, _ variable: String, _ descriptor: Int32?
    ) throws -> String {
        if let descriptor {
            let key = "descriptor \(descriptor)"
            if let password = known.withLock({ $0[key] }) { return password }
            guard let password = Terminal.line(from: descriptor) else {
                throw missing("There is no password at the file descriptor \(descriptor).", file)
            }
            known.withLock { $0[key] = password }
            return password
        }
        if let password = ProcessInfo.processInfo.environment[variable], !password.isEmpty { return password }
        if let password = known.withLock({ $0[file] }) { return password }
        guard let password = Terminal.secret("Password for \(file): ") else {
            throw missing("It is encrypted: put the password into the environment variable \(variable).", file)
        }
        if purpose == .writing {
            guard Terminal.secret("Again: ") == password else { throw missing("The passwords aren't alike.", file) }
        }
        known.withLock { $0[file] = password }
        return password
    }

    private static func missing(_ reason: String, _ file: String) -> ModelError {
        var error = ModelError(.passwordMissing, reason)
        error.file = file
        return error
    }
}
