import FormatSupport
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The standard output, which is written in large pieces.
///
/// If the reader has closed the output, the process ends as by SIGPIPE, without a message.
final class Output: Sendable {
    /// The standard output of the process.
    static let standard = Output(STDOUT_FILENO)

    private let descriptor: Int32
    private let buffer = Mutex<[UInt8]>([])

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    /// Writes text unchanged.
    func write(_ text: String) throws(Failure) {
        let size = buffer.withLock {
            $0.append(contentsOf: text.utf8)
            return $0.count
        }
        if size >= 1 << 16 { try flush() }
    }

    /// Writes text and ends the line.
    func line(_ text: String = "") throws { try write(text + "\n") }

    /// Writes bytes.
    func write(_ data: Data) throws {
        try flush()
        try put(data)
    }

    /// Writes everything that is in the buffer.
    func flush() throws(Failure) {
        let data = buffer.withLock { bytes in
            defer { bytes.removeAll(keepingCapacity: true) }
            return Data(bytes)
        }
        try put(data)
    }

    private func put(_ data: Data) throws(Failure) {
        switch Self.put(data, to: descriptor) {
        case 0: break
        case EPIPE: Interruption.end(by: SIGPIPE)
        default: throw Failure("The output can't be written.")
        }
    }

    /// Writes bytes to a descriptor. Returns 0, or the error's number in `errno`.
    private static func put(_ data: Data, to descriptor: Int32) -> Int32 {
        var rest = data[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe systemWrite(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN {
                // The descriptor is a pipe that another program has made non-blocking.
                var pipe = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                unsafe _ = poll(&pipe, 1, -1)
            } else if errno != EINTR {
                return errno
            }
        }
        return 0
    }

    /// Writes a line to the standard error, after everything that was written to the standard output.
    static func complain(_ message: String) {
        try? standard.flush()
        note("basemodel: \(message)")
    }

    /// Writes a line to the standard error. Failures are ignored, because there may be no reader.
    ///
    /// - Parameter keepsLines: True for a message of several lines.
    static func note(_ message: String, keepsLines: Bool = false) {
        let text = PrintableText.text(message, keepsLines: keepsLines)
        putToErrors(text + "\n")
    }

    /// Writes text unchanged to the standard error. Failures are ignored, because there may be no reader.
    static func putToErrors(_ text: String) { _ = put(Data(text.utf8), to: STDERR_FILENO) }
}

/// Calls the system's function `write`. Inside `Output`, the name `write` refers to its own methods.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    unsafe write(descriptor, bytes, count)
}
