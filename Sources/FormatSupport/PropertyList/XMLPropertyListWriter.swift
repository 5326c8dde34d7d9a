import Foundation

/// Writes the text of an XML property list, laid out as Apple's tools do: one element a line.
///
/// It knows nothing of what may follow what: its user keeps to that. Inside a dictionary ``key(_:)`` comes before each value.
@safe
public struct XMLPropertyListWriter: ~Copyable {
    /// How deep elements are indented.
    public enum Indentation: Sendable, Hashable {
        /// A tab a level, as Apple's tools do.
        case tabs
        /// That many spaces a level.
        case spaces(Int)
        /// Everything on one line.
        case none
    }

    var buffer: ByteBuffer
    /// How many containers are open.
    public private(set) var depth = 0
    private let indentation: Indentation
    /// The size of the file when the last container was begun: if it still is, the container is empty.
    private var begun = -1

    /// A writer of one file.
    public init(indentation: Indentation = .tabs) {
        buffer = ByteBuffer(capacity: 16 * 1024)
        self.indentation = indentation
        buffer.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
        buffer.append("<!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\"")
        buffer.append(" \"http://www.apple.com/DTDs/PropertyList-1.0.dtd\">\n")
        buffer.append("<plist version=\"1.0\">")
        endLine()
    }

    /// The number of bytes so far.
    public var count: Int { buffer.count }

    /// How many bytes there may be: see ``ByteBuffer/limit``.
    public var byteLimit: Int {
        get { buffer.limit }
        set { buffer.limit = newValue }
    }

    /// True where there are more bytes than that: see ``ByteBuffer/isOverfull``.
    public var isOverfull: Bool { buffer.isOverfull }

    /// Ends the file and hands over its bytes.
    public mutating func finish() -> Data {
        buffer.append("</plist>\n")
        return buffer.takeData()
    }

    // MARK: Containers

    public mutating func beginArray() {
        beginLine()
        buffer.append("<array>")
        open()
    }

    public mutating func endArray() {
        guard close() else { return replaceEmpty("<array>", by: "<array/>") }
        buffer.append("</array>")
        endLine()
    }

    public mutating func beginDictionary() {
        beginLine()
        buffer.append("<dict>")
        open()
    }

    public mutating func endDictionary() {
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
        let lineEnd = indentation == .none ? 0 : 1
        buffer.truncate(to: buffer.count - lineEnd - tag.utf8CodeUnitCount)
        buffer.append(whole)
        endLine()
    }

    // MARK: Lines

    @inline(__always)
    mutating func beginLine() {
        switch indentation {
        case .tabs where depth <= 8:
            // One store for all of them; the rest of the eight bytes is overwritten.
            buffer.reserve(8)
            unsafe UnsafeMutableRawPointer(buffer.base + buffer.length)
                .storeBytes(of: 0x0909_0909_0909_0909, as: UInt64.self)
            buffer.length &+= depth
        case .tabs: buffer.append(repeating: 0x09, count: indentedLevels)
        case .spaces(let width): buffer.append(repeating: 0x20, count: indentedLevels &* min(max(width, 0), 64))
        case .none: break
        }
    }

    @inline(__always)
    mutating func endLine() {
        if indentation != .none { buffer.append(0x0A) }
    }

    /// Deeper than that, lines aren't indented further: else a file would grow by the square of its depth.
    private var indentedLevels: Int { min(depth, 64) }

    /// How wide the indentation is, a tab counted as eight.
    var indentationWidth: Int {
        switch indentation {
        case .tabs: indentedLevels &* 8
        case .spaces(let width): indentedLevels &* min(max(width, 0), 64)
        case .none: 0
        }
    }
}
