import FormatSupport

/// Writes the text of an XML property list, in the layout of Apple's tools: one element on each line.
///
/// The writer doesn't check the order of calls. The caller does this. In a dictionary, ``key(_:)`` comes before each
/// value.
@safe
package struct XMLPropertyListWriter: ~Copyable {
    var buffer: ByteBuffer
    /// For each open container: true if it is an array.
    private var open = Stack<Bool>()
    /// The byte that lines are indented with, and the number of these bytes for each level.
    private let indentation: UInt8
    private let width: Int
    /// True to write each element on a separate line, false to write everything on one line.
    private let breaksLines: Bool
    /// The size of the file after the last container was begun. If the size is still the same when the container
    /// ends, the container is empty.
    private var begun = -1

    /// Creates a writer of one file.
    ///
    /// - Parameters:
    ///   - indentation: A tab or a space.
    ///   - width: The number of tabs or spaces for each level, at most 64.
    ///   - breaksLines: False to write everything on one line.
    package init(indentation: UInt8 = 0x09, width: Int = 1, breaksLines: Bool = true) {
        buffer = ByteBuffer(capacity: 512)
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

    /// The largest number of bytes of the file. It is the buffer's ``ByteBuffer/limit``.
    package var byteLimit: Int {
        get { buffer.limit }
        set { buffer.limit = newValue }
    }

    /// True if the file has more bytes than `byteLimit`, as ``ByteBuffer/isOverfull`` describes.
    package var isOverfull: Bool { buffer.isOverfull }

    /// Ends the file and returns its bytes.
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

    /// Ends the innermost container. If it is empty, the tag that began it becomes the tag of an empty element.
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

    /// Writes a key and its value on a separate line. `text` is their text from another file.
    @safe
    package mutating func entry(_ text: UnsafeBufferPointer<UInt8>) {
        beginLine()
        buffer.append(text)
        endLine()
    }

    // MARK: Lines

    @inline(__always)
    mutating func beginLine() { buffer.append(repeating: indentation, count: indentationCount) }

    /// The number of bytes that a line is indented by.
    ///
    /// The number stops growing after 64 levels. Otherwise the size of a file could grow with the square of its
    /// depth.
    var indentationCount: Int { min(open.count, 64) &* width }

    @inline(__always)
    mutating func endLine() {
        if breaksLines { buffer.append(0x0A) }
    }

    /// The width of the indentation in columns. A tab counts as eight.
    var indentationWidth: Int { indentationCount &* (indentation == 0x09 ? 8 : 1) }
}
