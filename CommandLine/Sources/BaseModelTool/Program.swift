import ArgumentParser
import JSONFormat
import ModelCore

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The program: it runs a command by its arguments, and ends with an exit status.
public enum Program {
    /// Runs the command that the arguments name, and ends the process.
    public static func main() -> Never {
        openStreams()
        Interruption.install()
        // People's files have comments, and the output is for people, too.
        FormatRegistry.replace(with: JSONFormat(writing: .prettyPrinted, reading: .json5))
        do {
            let arguments = EditCommand.withNegativeValue(Array(CommandLine.arguments.dropFirst()))
            var command = try BaseModelCommand.parseAsRoot(arguments)
            try command.run()
            try Output.standard.flush()
            exit(ExitStatus.success.rawValue)
        } catch let error as ModelError {
            fail(error.description)
        } catch let failure as Failure {
            fail(failure.message)
        } catch let error as ExitCode {
            end(error)
        } catch {
            // Help isn't an error. A message about wrong arguments may contain anything that is in them.
            let code = BaseModelCommand.exitCode(for: error)
            let message = BaseModelCommand.fullMessage(for: error)
            if code.isSuccess { end(code, message + "\n") }
            Output.note(message, keepsLines: true)
            exit(code.rawValue)
        }
    }

    /// Opens the standard streams that the parent process has closed, so that reading and writing them fails.
    /// Otherwise a file could get the number of a standard stream, and messages or output would be written into the
    /// file.
    private static func openStreams() {
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
            unsafe _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }

    /// Ends the process when all output is written.
    private static func end(_ code: ExitCode, _ text: String = "") -> Never {
        do {
            try Output.standard.write(text)
            try Output.standard.flush()
        } catch {
            fail(error.message)
        }
        exit(code.rawValue)
    }

    private static func fail(_ message: String) -> Never {
        // Output from before the failure still counts.
        try? Output.standard.flush()
        Output.complain(message)
        exit(ExitStatus.trouble.rawValue)
    }
}

/// The exit status of the program.
enum ExitStatus: Int32 {
    case success = 0
    /// The answer to the command's question is no: files differ, a file isn't valid, or something would be lost.
    case negative = 1
    /// The command couldn't be carried out. The message tells the reason.
    case trouble = 2

    /// The error to throw to end the program with this status. Nothing more is printed then.
    var code: ExitCode { ExitCode(rawValue) }
}

/// A failure that this program reports itself. Failures of the libraries have other types.
struct Failure: Error {
    let message: String
    init(_ message: String) { self.message = message }
}
