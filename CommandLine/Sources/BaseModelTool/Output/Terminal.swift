import FormatSupport

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The terminal of the process, and its streams.
enum Terminal {
    enum Stream: Int32 { case input = 0, output, error }

    static func isTerminal(_ stream: Stream) -> Bool { isatty(stream.rawValue) == 1 }

    /// Asks for a line on the user's terminal, whatever the streams are connected to. The typed line isn't shown.
    ///
    /// - Returns: The line. Nil if there is no terminal, or the user ended the input.
    static func secret(_ prompt: String) -> String? {
        let descriptor = unsafe open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var settings = termios()
        guard unsafe tcgetattr(descriptor, &settings) == 0 else { return nil }
        var silent = settings
        silent.c_lflag &= ~tcflag_t(ECHO)
        silent.c_lflag |= tcflag_t(ICANON | ISIG)
        // A signal that ends the question turns the echo on again.
        Interruption.restoresTerminal(descriptor, settings)
        defer { Interruption.restoresTerminal(-1) }
        guard unsafe tcsetattr(descriptor, TCSAFLUSH, &silent) == 0 else { return nil }
        defer {
            unsafe _ = tcsetattr(descriptor, TCSAFLUSH, &settings)
            show("\n", on: descriptor)
        }
        show(PrintableText.text(prompt), on: descriptor)
        return line(from: descriptor)
    }

    private static func show(_ text: String, on descriptor: Int32) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    /// Reads up to the end of a line, byte by byte, so that other readers get the rest.
    static func line(from descriptor: Int32) -> String? {
        var bytes: [UInt8] = []
        while bytes.count < 1 << 16 {
            var byte: UInt8 = 0
            let got = unsafe read(descriptor, &byte, 1)
            if got < 0, errno == EINTR { continue }
            if got <= 0 { return bytes.isEmpty ? nil : String(validating: bytes, as: UTF8.self) }
            if byte == UInt8(ascii: "\n") { return String(validating: bytes, as: UTF8.self) }
            bytes.append(byte)
        }
        return nil
    }
}
