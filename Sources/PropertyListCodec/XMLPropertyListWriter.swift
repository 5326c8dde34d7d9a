import FormatSupport
import Foundation

/// Writes the text of an XML property list, laid out as Apple's tools do: one element a line.
///
/// It knows nothing of what may follow what: its user keeps to that. Inside a dictionary ``key(_:)`` comes before each
/// value.
@safe
package struct XMLPropertyListWriter: ~Copyable {
    var buffer: ByteBuffer
    /// The containers that are open: true for an array.
    private var open = Stack<Bool>()
    /// What a line begins with for each level, and how often.
    private let indentation: UInt8
    private let width: Int
    /// False where everything is on one line.
    private let breaksLines: Bool
    /// The size of the file when the last container was begun: if it still is, the container is empty.
    private var begun = -1

    /// A writer of one file.
    ///
    /// - Parameters:
    ///   - indentation: A tab or a space.
    ///   - width: How many of them a level has: at most 64.
    ///   - breaksLines: False for a file of one line.
    package init(indentation: UInt8 = 0x09, width: Int = 1, breaksLines: Bool = true) {
        buffer = ByteBuffer(capacity: 16 * 1024)
        self.indentation = indentation
        self.width = breaksLines ? min(max(width, 0), 64) : 0
        self.breaksLines = breaksLines
        buffer.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
        buffer.append("<!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\"")
        buffer.append(" \"http://www.apple.com/DTDs/PropertyList-1.0.dtd\">\n")
        buffer.append("<plist version=\"1.0\">")
        endLine()
    }

    /// The number of bytes so far.
    package var count: Int { buffer.count }

    /// How many bytes there may be: see ``ByteBuffer/limit``.
    package var byteLimit: Int {
        get { buffer.limit }
        set { buffer.limit = newValue }
    }

    /// True where there are more bytes than that: see ``ByteBuffer/isOverfull``.
    package var isOverfull: Bool { buffer.isOverfull }

    /// Ends the file and hands over its bytes.
    package mutating func finish() -> Data {
        buffer.append("</plist>\n")
        return buffer.takeData()
    }

    // MARK: Containers

    /// Begins an array, or a dictionary.
    package mutating func begin(isArray: Bool) {
        beginLine()
        buffer.append(isArray ? "<array>" : "<dict>")
        endLine()
        open.append(isArray)
        begun = buffer.count
    }

    /// Ends the innermost container. The tag that began an empty one becomes all of it.
    package mutating func end() {
        guard let isArray = open.popLast() else { return }
        if begun == buffer.count {
            buffer.truncate(to: buffer.count - (breaksLines ? 2 : 1))
            buffer.append("/>")
        } else {
            beginLine()
            buffer.append(isArray ? "</array>" : "</dict>")
        }
        endLine()
    }

    /// Writes a key and its value as they stand in another file, on a line of their own.
    @safe
    package mutating func entry(_ text: UnsafeBufferPointer<UInt8>) {
        beginLine()
        buffer.append(text)
        endLine()
    }

    // MARK: Lines

    @inline(__always)
    mutating func beginLine() { buffer.append(repeating: indentation, count: indentationCount) }

    /// How many bytes a line is indented by.
    ///
    /// Deeper than 64 levels, no further: else a file would grow by the square of its depth.
    var indentationCount: Int { min(open.count, 64) &* width }

    @inline(__always)
    mutating func endLine() {
        if breaksLines { buffer.append(0x0A) }
    }

    /// How wide the indentation is, a tab counted as eight.
    var indentationWidth: Int { indentationCount &* (indentation == 0x09 ? 8 : 1) }
}
