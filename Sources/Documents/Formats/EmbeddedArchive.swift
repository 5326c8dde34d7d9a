import FormatSupport
import Foundation

/// Keyed archives inside of other files: what stands for values that a format has no form for.
public enum EmbeddedArchive {
    // MARK: Writing

    /// The archive of a value; of a null, that of the object that stands for one in a collection.
    public static func data(of scalar: ModelScalar, limits: DecodingLimits) throws -> Data {
        try data(of: ModelDocument(scalar), limits: limits)
    }

    /// The archive of a nil, which is no object.
    package static func dataOfNil(limits: DecodingLimits) throws -> Data {
        var builder = DocumentBuilder(limits: limits)
        try builder.appendNil()
        return try data(of: builder.finish(), limits: limits)
    }

    public static func data(of document: ModelDocument, limits: DecodingLimits) throws -> Data {
        // Archives hold every scalar as it is.
        var walker = DocumentWalker(document, capabilities: .all, limits: limits) { scalar, _ in scalar }
        return try provider().serialize(&walker, context: FormatContext(format: .keyedArchive, limits: limits))
    }

    /// The data to write for data. Where that would be taken for the archive of a single value, it is an archive of the
    /// data itself.
    package static func wrapping(_ data: Data, limits: DecodingLimits) throws -> Data {
        try isArchiveOfScalar(data) ? try self.data(of: .data(data), limits: limits) : data
    }

    // MARK: Reading

    /// How many bytes of data or of text have to be gone through to tell whether they hold an archive; nil where their
    /// beginning tells that they don't.
    package static func size(of scalar: ModelScalar) -> Int? {
        switch scalar {
        case .data(let data): mayBeArchive(data) ? data.count : nil
        case .string(var text): text.withUTF8 { mayBeArchiveInText($0) } ? text.utf8.count : nil
        default: nil
        }
    }

    /// The archive that data, or text in base64, holds; nil where it holds none. Looks at the beginning only.
    package static func content(of scalar: ModelScalar) throws -> Data? {
        let content: Data
        switch scalar {
        case .data(let data): content = data
        case .string(var text):
            guard let data = text.withUTF8({ mayBeArchiveInText($0) ? Base64.decode($0) : nil }) else { return nil }
            content = data
        default: return nil
        }
        return try isArchive(content) ? content : nil
    }

    /// True if the content is an archive. Looks at the beginning only.
    ///
    /// - Throws: `requisiteLibraryMissing` if the content looks like an archive and no library with archives is linked.
    public static func isArchive(_ content: Data) throws -> Bool {
        do {
            return try provider().detect(content) == .certain(.keyedArchive)
        } catch where !KnownFormat.looks(content, like: .keyedArchive) {
            return false
        }
    }

    private static func provider() throws -> any FormatProvider {
        try FormatRegistry.current.provider(for: .keyedArchive)
    }

    /// What an archive holds.
    public static func document(of content: Data, limits: DecodingLimits) throws -> ModelDocument {
        var builder = DocumentBuilder(for: .all, limits: limits)
        do {
            try provider().parse(
                content, into: &builder, context: FormatContext(format: .keyedArchive, limits: limits))
        } catch {
            throw builder.locating(error)
        }
        return try builder.finish()
    }

    /// The value that an archive holds; nil where it holds an array, a dictionary or an object, or isn't one.
    ///
    /// What only looks like an archive is data, so it is no error.
    ///
    /// - Throws: `requisiteLibraryMissing` if the data looks like an archive and no library with archives is linked.
    package static func scalar(in data: Data, limits: DecodingLimits) throws -> ModelScalar? {
        guard mayBeArchive(data), let content = try content(of: .data(data)) else { return nil }
        return try? document(of: content, limits: limits.forFile(of: data.count)).root.scalar
    }

    /// False where a look at the first bytes tells that it is none.
    static func mayBeArchive(_ data: Data) -> Bool { data.withBytes { mayBeArchive($0) } }

    /// The same of the bytes of data.
    @safe
    static func mayBeArchive(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        bytes.has("bplist00", at: 0) || bytes.has("<?xml", at: 0)
    }

    /// The same of text: true where it begins as "bplist0" and "<?xml" do in base64.
    @safe
    fileprivate static func mayBeArchiveInText(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        bytes.has("YnBsaXN0MD", at: 0) || bytes.has("PD94bWwg", at: 0)
    }

    /// True of the archive of a single value. What only looks like an archive is data.
    package static func isArchiveOfScalar(_ data: Data) throws -> Bool {
        // Writers and readers have to agree, whatever their limits are.
        try scalar(in: data, limits: .standard) != nil
    }
}

extension ModelDocument.Content {
    /// False where the first bytes of data or text tell that it holds no archive, and for anything else but what a
    /// program has put in.
    package func mayHoldArchive(at index: Int) -> Bool {
        switch word(at: index).tag {
        case .data: withBytes(at: index + 1) { EmbeddedArchive.mayBeArchive($0) }
        case .string: withBytes(at: index + 1) { EmbeddedArchive.mayBeArchiveInText($0) }
        case .instance: true
        default: false
        }
    }
}

extension ModelDocument.Content {
    /// The content with the values that archives in data hold in their places. Itself if there are none.
    ///
    /// - Parameter scalar: Returns the value that an archive holds; nil for other data.
    package func openingArchives(_ scalar: (Data) -> ModelScalar?) -> ModelDocument.Content {
        var opened = self
        var index = Self.firstValue
        while index < words.count {
            if word(at: index).tag == .data, mayHoldArchive(at: index), case .data(let data)? = self.scalar(at: index),
                let scalar = scalar(data)
            {
                if opened === self { opened = copy() }
                let place = opened.words.count
                opened.append(scalar, flags: DocumentWord.mark)
                opened.move(index, to: place)
            }
            index = behind(index)
        }
        return opened
    }
}
