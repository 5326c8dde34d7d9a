import FormatSupport

/// The positions of the parts of a text: of its keys, values and containers. A format makes an outline of a file, so
/// that changes can be put into the file while the rest of its text stays.
///
/// The parts are added in the order of the text, and don't overlap. The outline doesn't contain the text between them:
/// space, comments, separators and other signs of the format.
///
/// ```swift
/// var outline = TextOutline(document, comments: [.init(from: "//"), .init(from: "/*", to: "*/")])
/// outline.begin(0..<1, separator: UInt8(ascii: ","))  // {
/// outline.key(2..<5)  // "a"
/// outline.value(7..<8)  // 1
/// outline.end(9..<10)  // }
/// ```
public struct TextOutline: Sendable {
    /// The signs that begin and end a comment.
    public struct Comment: Sendable, Hashable {
        /// The sign that begins the comment.
        package let start: String
        /// The sign that ends the comment. Nil if the comment ends with the line.
        package let end: String?

        /// Creates a comment from the signs that begin and end it. Without an end sign, the comment ends with the
        /// line.
        public init(from start: String, to end: String? = nil) {
            self.start = start
            self.end = end
        }
    }

    package struct Part: BitwiseCopyable {
        package enum Kind: UInt8, BitwiseCopyable { case key, value, begin, end }
        package var kind: Kind
        /// The separator between the entries of the container that begins here. 0 if there is only space between the
        /// entries.
        package var separator: UInt8 = 0
        /// True if each entry is followed by the separator, even the last entry.
        package var isTerminated = false
        /// True for a block, whose entries are on separate lines.
        package var isBlock = false
        package var start: Int
        package var end: Int
    }

    package let document: ModelDocument
    package let comments: [Comment]
    package private(set) var parts = ContiguousArray<Part>()

    /// Creates an outline without parts.
    ///
    /// - Parameters:
    ///   - document: The document that the format's reader builds from the text with a new `DocumentBuilder`. It has
    ///     the values as they are in the text, each with its offset, and the text as its source.
    ///   - comments: The comments that may be between the parts. Within a part, the signs of comments have no
    ///     meaning.
    public init(_ document: ModelDocument, comments: [Comment]) {
        self.document = document
        self.comments = comments
        parts.reserveCapacity((document.source?.count ?? 0) / 8)
    }

    /// Adds the key of the next value, or the sign before an element, such as YAML's `-`.
    public mutating func key(_ range: Range<Int>) { add(.key, range) }

    /// Adds a value that isn't an array or a dictionary.
    public mutating func value(_ range: Range<Int>) { add(.value, range) }

    /// Begins an array or a dictionary that is enclosed in two signs. Space and line breaks between the signs have no
    /// meaning.
    ///
    /// - Parameters:
    ///   - range: The sign that opens the array or the dictionary.
    ///   - separator: The separator between its entries. Nil: there is only space between them.
    public mutating func begin(_ range: Range<Int>, separator: UInt8? = nil) {
        parts.append(
            Part(kind: .begin, separator: separator ?? 0, start: range.lowerBound, end: range.upperBound))
    }

    /// Begins an array or a dictionary in which each entry ends with a sign, including the last entry. Space and line
    /// breaks between the entries have no meaning.
    ///
    /// - Parameters:
    ///   - range: The sign that opens the array or the dictionary. The range is empty for the root of a file whose
    ///     entries aren't enclosed.
    ///   - terminator: The sign after each entry.
    public mutating func begin(_ range: Range<Int>, terminator: UInt8) {
        parts.append(
            Part(
                kind: .begin, separator: terminator, isTerminated: true, start: range.lowerBound,
                end: range.upperBound))
    }

    /// Begins an array or a dictionary whose entries are on separate lines, all in the same column, as in YAML.
    ///
    /// - Parameter range: The text before the entries that belongs to the value, such as YAML's tag. If there is no
    ///   such text, an empty range at the beginning of the first entry.
    public mutating func beginLines(_ range: Range<Int>) {
        parts.append(Part(kind: .begin, isBlock: true, start: range.lowerBound, end: range.upperBound))
    }

    /// Ends the innermost open array or dictionary. `range` is the sign that closes it. If there is no such sign, an
    /// empty range at the end of the last entry.
    public mutating func end(_ range: Range<Int>) { add(.end, range) }

    private mutating func add(_ kind: Part.Kind, _ range: Range<Int>) {
        parts.append(Part(kind: kind, start: range.lowerBound, end: range.upperBound))
    }
}
