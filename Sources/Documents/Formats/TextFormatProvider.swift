import FormatSupport

/// A text format that people also write by hand. A new version of a file can keep the older version's comments,
/// order, space and spelling: see ``FileFormat/keepingText``.
///
/// The format only tells where the parts of a text are. The core finds the differences, writes them, puts them into
/// the text, and reads the result to check it.
public protocol TextFormatProvider: FormatProvider {
    /// Returns the outline of a file: the positions of its values in the text.
    ///
    /// The outline's document contains the values exactly as the text does. Keys that would name classes are keys like
    /// any others. Use a `DocumentBuilder` that is made for the outline, without the format's capabilities.
    ///
    /// - Returns: Nil for content that is no text, and for text whose values don't follow one another.
    /// - Throws: The errors of `parse(_:into:context:)`.
    func outline(of content: Data, context: FormatContext) throws -> TextOutline?
}
