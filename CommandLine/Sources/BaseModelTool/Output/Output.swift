import Foundation
import Synchronization

/// The standard output, in large pieces.
final class Output: Sendable {
    /// The one of the process.
    static let standard = Output(.standardOutput)

    private let handle: FileHandle
    private let buffer = Mutex<[UInt8]>([])

    init(_ handle: FileHandle) { self.handle = handle }

    /// Writes text, as it is.
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
        try write { try handle.write(contentsOf: data) }
    }

    /// Hands over what was written so far.
    func flush() throws(Failure) {
        let data = buffer.withLock { bytes in
            defer { bytes.removeAll(keepingCapacity: true) }
            return Data(bytes)
        }
        guard !data.isEmpty else { return }
        try write { try handle.write(contentsOf: data) }
    }

    private func write(_ body: () throws -> Void) throws(Failure) {
        do { try body() } catch { throw Failure("The output can't be written.") }
    }

    /// Writes a line to the standard error: what was written to the output comes first.
    static func complain(_ message: String) {
        try? standard.flush()
        note("basemodel: \(message)")
    }

    /// Writes a line to the standard error.
    ///
    /// - Parameter keepsLines: True for several.
    static func note(_ message: String, keepsLines: Bool = false) {
        let text = PrintableText.text(message, keepsLines: keepsLines)
        try? FileHandle.standardError.write(contentsOf: Data((text + "\n").utf8))
    }
}
