import CFaults
import Foundation
import ModelCore

/// How a process ended that ran something for this one.
enum Ending: Equatable {
    case well
    case withError
    case bySignal(Int32)
    case stopped
}

/// A copy of this process, made for one thing: nothing that it does stays in the memory of this one.
struct ChildProcess {
    private let identifier: Int32

    /// Starts. What `body` throws is told where nobody expects it.
    init(expectsErrors: Bool = false, _ body: () throws -> Void) {
        identifier = faults_fork()
        guard identifier == 0 else { return }
        do {
            try body()
            faults_exit(0)
        } catch {
            if !expectsErrors { FileHandle.standardError.write(Data("\(error)\n".utf8)) }
            faults_exit(3)
        }
    }

    func signal(_ number: Int32) { kill(identifier, number) }

    /// Waits until it has ended, or has stopped.
    func wait() -> Ending {
        var status: Int32 = 0
        while unsafe waitpid(identifier, &status, WUNTRACED) < 0, errno == EINTR {}
        if status & 0xff == 0x7f { return .stopped }
        let signal = status & 0x7f
        return signal != 0 ? .bySignal(signal) : status == 0 ? .well : .withError
    }
}

/// The numbers that all these processes share.
enum Shared: Int {
    /// The save that was begun last, and the one that was finished last.
    case begun, finished
    /// What a process found, and what it found after a save of its own.
    case loaded, reloaded
    /// How many calls there were.
    case calls

    var value: Int {
        get { unsafe Int(faults_shared()[rawValue]) }
        nonmutating set { unsafe faults_shared()[rawValue] = Int64(newValue) }
    }
}
