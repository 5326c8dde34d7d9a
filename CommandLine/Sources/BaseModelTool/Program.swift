import ArgumentParser
import Foundation
import JSONFormat
import ModelCore

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The program: arguments in, an exit status out.
public enum Program {
    /// Runs the command that the arguments name, and ends the process.
    public static func main() -> Never {
        openStreams()
        Interruption.install()
        // Files of people have comments; what is written is for people, too.
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
            // Help isn't an error; what is wrong with the arguments may have anything of theirs in it.
            let code = BaseModelCommand.exitCode(for: error)
            let message = BaseModelCommand.fullMessage(for: error)
            if code.isSuccess { end(code, message + "\n") }
            Output.note(message, keepsLines: true)
            exit(code.rawValue)
        }
    }

    /// Opens the standard streams that the parent has closed. They can't be read or written. So no file gets their
    /// numbers, and neither messages nor output go into a file.
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
        // What was found before still counts.
        try? Output.standard.flush()
        Output.complain(message)
        exit(ExitStatus.trouble.rawValue)
    }
}

/// How the program ends.
enum ExitStatus: Int32 {
    case success = 0
    /// What was asked has the answer no: files differ, one isn't valid, something would be lost.
    case negative = 1
    /// What was asked couldn't be done: see the message.
    case trouble = 2

    /// To be thrown: nothing more is printed.
    var code: ExitCode { ExitCode(rawValue) }
}

/// What can't be done, where no library says so.
struct Failure: Error {
    let message: String
    init(_ message: String) { self.message = message }
}
