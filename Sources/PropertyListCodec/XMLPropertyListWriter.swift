import FormatSupport
import Foundation

/// Writes the text of an XML property list, laid out as Apple's tools do: one element a line.
///
/// It knows nothing of what may follow what: its user keeps to that. Inside a dictionary ``key(_:)`` comes before each
/// value.
@safe
package struct XMLPropertyListWriter: ~Copyable {
    var buffer: ByteBuffer
    /// How many containers are open.
    package private(set) var depth = 0
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

    package mutating func beginArray() {
        beginLine()
        buffer.append("<array>")
        open()
    }

    package mutating func endArray() {
        guard close() else { return replaceEmpty("<array>", by: "<array/>") }
        buffer.append("</array>")
        endLine()
    }

    package mutating func beginDictionary() {
        beginLine()
        buffer.append("<dict>")
        open()
    }

    package mutating func endDictionary() {
        guard close() else { return replaceEmpty("<dict>", by: "<dict/>") }
        buffer.append("</dict>")
        endLine()
    }

    @inline(__always)
    private mutating func open() {
        endLine()
        depth &+= 1
        begun = buffer.count
    }

    /// Goes one level up, and begins the line of the tag that ends the container; false where the container is empty.
    @inline(__always)
    private mutating func close() -> Bool {
        depth = max(0, depth &- 1)
        guard begun != buffer.count else { return false }
        beginLine()
        return true
    }

    private mutating func replaceEmpty(_ tag: StaticString, by whole: StaticString) {
        let lineEnd = breaksLines ? 1 : 0
        buffer.truncate(to: buffer.count - lineEnd - tag.utf8CodeUnitCount)
        buffer.append(whole)
        endLine()
    }

    // MARK: Lines

    @inline(__always)
    mutating func beginLine() { buffer.append(repeating: indentation, count: indentationCount) }

    /// How many bytes a line is indented by.
    var indentationCount: Int { indentedLevels &* width }

    @inline(__always)
    mutating func endLine() {
        if breaksLines { buffer.append(0x0A) }
    }

    /// Deeper than that, lines aren't indented further: else a file would grow by the square of its depth.
    private var indentedLevels: Int { min(depth, 64) }

    /// How wide the indentation is, a tab counted as eight.
    var indentationWidth: Int { indentationCount &* (indentation == 0x09 ? 8 : 1) }
}
