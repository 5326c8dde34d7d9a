import FormatSupport

/// Where the parts of a text stand: what a format tells of a file, so that what changes can be put into it and the rest
/// of it stay.
///
/// The parts come in the order of the text, and don't overlap. What stands between them is space, comments, separators
/// and the format's own signs; whoever makes an outline needn't look at those.
///
/// ```swift
/// var outline = TextOutline(document, comments: [.init(from: "//"), .init(from: "/*", to: "*/")])
/// outline.begin(0..<1, separator: UInt8(ascii: ","))  // {
/// outline.key(2..<5)  // "a"
/// outline.value(7..<8)  // 1
/// outline.end(9..<10)  // }
/// ```
public struct TextOutline: Sendable {
    /// What begins a comment, and what ends it.
    public struct Comment: Sendable, Hashable {
        /// What begins it.
        package let start: String
        /// What ends it; nil for the end of the line.
        package let end: String?

        /// A comment's signs.
        public init(from start: String, to end: String? = nil) {
            self.start = start
            self.end = end
        }
    }

    package struct Part: BitwiseCopyable {
        package enum Kind: UInt8, BitwiseCopyable { case key, value, begin, end }
        package var kind: Kind
        /// What stands between the entries of what begins here; 0 for nothing but space.
        package var separator: UInt8 = 0
        /// True where its entries are lines.
        package var isBlock = false
        package var start: Int
        package var end: Int
    }

    package let document: ModelDocument
    package let comments: [Comment]
    package private(set) var parts = ContiguousArray<Part>()

    /// An outline without parts yet.
    ///
    /// - Parameters:
    ///   - document: What the format's own reader makes of the text with a builder of its own: the values as they stand
    ///     there, each with its offset, and with the text as its source.
    ///   - comments: What may stand between the parts and is no value. A sign isn't looked for within a part.
    public init(_ document: ModelDocument, comments: [Comment]) {
        self.document = document
        self.comments = comments
        parts.reserveCapacity((document.source?.count ?? 0) / 8)
    }

    /// Adds the key of the value that comes next, or the sign before an element, as YAML has one.
    public mutating func key(_ range: Range<Int>) { add(.key, range) }

    /// Adds a single value.
    public mutating func value(_ range: Range<Int>) { add(.value, range) }

    /// Begins an array or a dictionary between two signs: space and line breaks may stand there as anybody likes.
    ///
    /// - Parameters:
    ///   - range: The sign that opens it.
    ///   - separator: What stands between its entries; nil for nothing but space.
    public mutating func begin(_ range: Range<Int>, separator: UInt8? = nil) {
        parts.append(
            Part(kind: .begin, separator: separator ?? 0, start: range.lowerBound, end: range.upperBound))
    }

    /// Begins an array or a dictionary whose entries stand on lines of their own, all in the same column, as in YAML.
    ///
    /// - Parameter range: What says of what kind it is; empty, and where its first entry begins, where nothing does.
    public mutating func beginLines(_ range: Range<Int>) {
        parts.append(Part(kind: .begin, isBlock: true, start: range.lowerBound, end: range.upperBound))
    }

    /// Ends what was begun last: by the sign that closes it; where its last entry ends, if none does.
    public mutating func end(_ range: Range<Int>) { add(.end, range) }

    private mutating func add(_ kind: Part.Kind, _ range: Range<Int>) {
        parts.append(Part(kind: kind, start: range.lowerBound, end: range.upperBound))
    }
}
