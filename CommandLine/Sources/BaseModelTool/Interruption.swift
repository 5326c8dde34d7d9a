import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The signals that end the program: SIGINT, SIGTERM, SIGHUP and SIGQUIT. They end the program at once, unless a file
/// is being replaced. Then the program ends after the replacement, so that no new file is left next to the old one.
enum Interruption {
    private static let signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]

    /// The state of the process: idle, replacing a file, or ending. A positive number is the signal that came while a
    /// file was being replaced.
    private static let state = Atomic<Int32>(idle)
    private static var idle: Int32 { 0 }
    private static var replacing: Int32 { -1 }
    private static var ending: Int32 { -2 }

    /// Installs the handlers. If the parent process has set a signal to be ignored, as `nohup` does, the signal stays
    /// ignored.
    static func install() {
        // The static values that the handler reads are initialized before it is installed.
        state.store(idle, ordering: .sequentiallyConsistent)
        restoresTerminal(-1)
        for number in signals { handle(number) { Interruption.receive($0) } }
        // If the reader of a pipe is gone, `write` returns an error: a lost message on the standard error is no reason
        // to end. An ignored signal would stay ignored in programs that this one starts, so the signal gets a handler.
        handle(SIGPIPE) { _ in }
    }

    private static func handle(_ number: Int32, _ handler: @escaping @convention(c) (Int32) -> Void) {
        let old = signal(number, handler)
        if unsafe unsafeBitCast(old, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) {
            _ = signal(number, SIG_IGN)
        }
    }

    /// Runs code that signals can't interrupt. A signal that arrives during the call ends the process afterwards.
    static func deferring<Result>(_ body: () throws -> Result) rethrows -> Result {
        // Waits if another thread's signal is ending the process.
        while !state.compareExchange(
            expected: idle, desired: replacing, ordering: .sequentiallyConsistent
        ).exchanged { pause() }
        defer {
            let number = state.exchange(idle, ordering: .sequentiallyConsistent)
            if number > 0 { end(by: number) }
        }
        return try body()
    }

    /// Ends the process in the same way as the signal without a handler.
    static func end(by number: Int32) -> Never {
        _ = signal(number, SIG_DFL)
        raise(number)
        // The signal is blocked: the process exits with the status that a shell reports for the signal.
        _exit(128 + number)
    }

    /// The signal handler. It calls only functions that a handler may call.
    private static func receive(_ number: Int32) {
        if state.compareExchange(expected: replacing, desired: number, ordering: .sequentiallyConsistent).exchanged {
            return
        }
        guard state.compareExchange(expected: idle, desired: ending, ordering: .sequentiallyConsistent).exchanged else {
            return
        }
        restoreTerminal()
        _ = signal(number, SIG_DFL)
        raise(number)
    }

    // MARK: The terminal

    /// The terminal's settings and descriptor, for the handler. They are written only while signals are blocked. The
    /// handler reads them without Swift's check for overlapping accesses, because a signal handler must not run that
    /// check.
    @exclusivity(unchecked) nonisolated(unsafe) private static var settings = termios()
    @exclusivity(unchecked) nonisolated(unsafe) private static var descriptor: Int32 = -1

    /// Makes a signal that ends the process restore a terminal's settings first. A negative descriptor turns this off.
    static func restoresTerminal(_ descriptor: Int32, _ settings: termios = termios()) {
        var (all, before) = (sigset_t(), sigset_t())
        unsafe sigfillset(&all)
        unsafe pthread_sigmask(SIG_BLOCK, &all, &before)
        unsafe Interruption.settings = settings
        unsafe Interruption.descriptor = descriptor
        unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
    }

    private static func restoreTerminal() {
        if unsafe descriptor >= 0 { unsafe _ = tcsetattr(descriptor, TCSANOW, &settings) }
    }
}
