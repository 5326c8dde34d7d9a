import Documents
import Foundation

/// A text format as a third party would write it, with both ways of writing and reading: directly and by way of a
/// document. It may have one deliberate mistake.
///
/// ```text
/// sample
/// (Person){name = "Ada", "born in" = @1815-12-10T00:00:00.000Z, tags = ["a", null], friend = *0}
/// end
/// ```
///
/// `*0` refers to the object that began first, and `none` is the nil of a property.
struct SampleFormat: FormatProvider {
    static let format = FileFormat("sample", displayName: "Sample", fileExtension: "sample", library: "Samples")
    static let head = "sample\n"
    static let end = "\nend\n"

    /// True to keep classes, references, floats and data. False for plain dictionaries with sorted keys: a file is one.
    var keepsObjects = false
    var mistake: Mistake?
    /// The way on which the mistake is made.
    var mistaken = Way.both

    /// A way of writing and reading.
    enum Way: Sendable { case direct, document, both }

    var formats: [FileFormat] { [Self.format] }

    func capabilities(of format: FileFormat) -> FormatCapabilities {
        keepsObjects
            ? [.classes, .identity, .null, .floats, .nonFinite, .data, .ordinaryDates, .uncountedMembers, .sharedKeys]
            : [.null, .numerals, .ordinaryDates, .dictionaryRoots, .uncountedMembers]
    }

    func detect(_ content: Data) -> FormatDetection? {
        content.starts(with: Self.head.utf8) ? .certain(Self.format) : nil
    }

    /// The contract's samples that are written by way of a document.
    static func unwritten(keepsObjects: Bool) -> Set<String> {
        keepsObjects ? ["keys of the class's own code", "keyed"] : ["keyed"]
    }

    /// The contract's samples that are read by way of a document. The reader parses parts of plain files.
    static func unread(keepsObjects: Bool) -> Set<String> {
        let plain: Set = ["keys of the class's own code", "keyed", "numbers"]
        return keepsObjects
            ? plain.union(["dictionaries", "optionals", "drawing", "untyped", "listed", "open", "links"]) : plain
    }

    /// The mistake that is made on a way.
    func mistake(on way: Way) -> Mistake? { mistaken == .both || mistaken == way ? mistake : nil }
}
