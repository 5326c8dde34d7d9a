import FormatSupport

/// Keyed archives in files of other formats. They contain the values that a format can't represent.
public enum EmbeddedArchive {
    // MARK: Writing

    /// Returns the archive of a scalar. A null is archived as an `NSNull` object, as in a collection.
    public static func data(of scalar: ModelScalar, limits: DecodingLimits) throws -> Data {
        try data(of: ModelDocument(scalar), limits: limits)
    }

    /// Returns the archive of nil. In it, the root is UID 0, and not an object.
    static func dataOfNil(limits: DecodingLimits) throws -> Data {
        var builder = DocumentBuilder(limits: limits)
        try builder.appendNil()
        return try data(of: builder.finish(), limits: limits)
    }

    public static func data(of document: ModelDocument, limits: DecodingLimits) throws -> Data {
        // An archive can contain every scalar, so nothing is lowered.
        var walker = DocumentWalker(document, capabilities: .all, limits: limits) { scalar, _ in scalar }
        return try provider().serialize(&walker, context: FormatContext(format: .keyedArchive, limits: limits))
    }

    /// Returns the bytes to write for data. They are the data itself. If readers would take the data for the archive
    /// of a scalar, they are an archive that contains the data.
    package static func wrapping(_ data: Data, limits: DecodingLimits) throws -> Data {
        try isArchiveOfScalar(data) ? try self.data(of: .data(data), limits: limits) : data
    }

    // MARK: Reading

    /// Returns the number of bytes that must be examined to find out whether data or text contains an archive.
    /// Returns nil if the first bytes show that it contains none, and for any other scalar.
    package static func size(of scalar: ModelScalar) -> Int? {
        switch scalar {
        case .data(let data): mayBeArchive(data) ? data.count : nil
        case .string(var text): text.withUTF8 { mayBeArchiveInText($0) } ? text.utf8.count : nil
        default: nil
        }
    }

    /// Returns the archive in data, or in text as Base64. Returns nil if there is no archive, or if the archive is
    /// encrypted. The archive isn't parsed.
    package static func content(of scalar: ModelScalar) throws -> Data? {
        let content: Data
        switch scalar {
        case .data(let data): content = data
        case .string(var text):
            guard let data = text.withUTF8({ mayBeArchiveInText($0) ? try? Base64.decode($0) : nil }) else {
                return nil
            }
            content = data
        default: return nil
        }
        return try isArchive(content) ? content : nil
    }

    /// Returns true if the content is an archive. Looks only at the beginning of the content.
    ///
    /// - Throws: `requisiteLibraryMissing` if the content looks like an archive and no library with archives is linked.
    public static func isArchive(_ content: Data) throws -> Bool {
        do {
            return try provider().detect(content) == .certain(.keyedArchive)
        } catch  where !KnownFormat.looks(content, like: .keyedArchive) {
            return false
        }
    }

    private static func provider() throws -> any FormatProvider {
        try FormatRegistry.current.provider(for: .keyedArchive)
    }

    /// Parses an archive. Returns its values as a document.
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

    /// Returns the single value in an archive. Returns nil if the archive contains an array, a dictionary or an
    /// object, or if the data isn't an archive.
    ///
    /// Data that only looks like an archive is no error: the value is then the data.
    ///
    /// - Throws: `requisiteLibraryMissing` if the data looks like an archive and no library with archives is linked.
    package static func scalar(in data: Data, limits: DecodingLimits) throws -> ModelScalar? {
        guard mayBeArchive(data), let content = try content(of: .data(data)) else { return nil }
        return try? document(of: content, limits: limits.forFile(of: data.count)).root.scalar
    }

    /// Returns false if the first bytes show that the data isn't an archive.
    static func mayBeArchive(_ data: Data) -> Bool { data.withBytes { mayBeArchive($0) } }

    /// Returns false if the first bytes of data show that the data isn't an archive.
    @safe
    static func mayBeArchive(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        bytes.has("bplist00", at: 0) || bytes.has("<?xml", at: 0)
    }

    /// Returns false if the first bytes show that the text isn't an archive in Base64. The two texts in the code are
    /// the Base64 for the beginnings "bplist0" and "<?xml ".
    @safe
    fileprivate static func mayBeArchiveInText(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        bytes.has("YnBsaXN0MD", at: 0) || bytes.has("PD94bWwg", at: 0)
    }

    /// Returns true if the data is the archive of a scalar. Returns false for data that only looks like an archive.
    package static func isArchiveOfScalar(_ data: Data) throws -> Bool {
        // Writers and readers must come to the same result, whatever their limits are.
        try scalar(in: data, limits: .standard) != nil
    }
}

extension ModelDocument.Content {
    /// Returns false if the value at an index certainly contains no archive: because of its kind, or because of the
    /// first bytes of data or text. Returns true for an instance that a program has put into the document.
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
    /// Returns a copy of the content in which archives in data are replaced by the values that they contain. Returns
    /// the content itself if there are no archives.
    ///
    /// - Parameter scalar: Returns the value that an archive contains. Returns nil for other data.
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
