import Foundation

/// A format of text that people write, too: a new version of a file may keep the old one's comments, order, space and
/// spelling, as ``FileFormat/keepingText`` asks for.
///
/// All that it tells is where the parts of a text stand. What differs is found, written and put into the text by the
/// core, which reads the result again before anybody gets it.
public protocol TextFormatProvider: FormatProvider {
    /// Where the values of a file stand in its text.
    ///
    /// The document in the outline has what the text has, and no more is made of it: keys that name classes are keys.
    /// A `DocumentBuilder` that is made for it does that.
    ///
    /// - Returns: Nil for content that is no text, and for text whose values don't stand one behind the other.
    /// - Throws: As `parse(_:into:context:)`.
    func outline(of content: Data, context: FormatContext) throws -> TextOutline?
}
