import FormatSupport

// Documents to and from bytes, without the program's classes.

extension FormatProvider {
    /// Returns the document of a file of one of this provider's formats. It is read without the program's classes.
    /// Nothing may follow the value in the file.
    public func document(
        from content: Data, as format: FileFormat? = nil, limits: DecodingLimits = .standard
    ) throws -> ModelDocument {
        try LongWork.run {
            let format = try format ?? detect(content)?.format ?? served(nil)
            let capabilities = capabilities(of: format)
            do {
                let document = try parsed(
                    content, capabilities, conventions(ofFileIn: format, limits: limits), limits: limits)
                return try ModelError.withoutContent(where: capabilities.contains(.confidential)) {
                    try document.requireReadable()
                    guard capabilities.isSuperset(of: [.archives, .data]) else { return document }
                    return ModelDocument(
                        document.content.openingArchives { try? EmbeddedArchive.scalar(in: $0, limits: limits) },
                        root: document.rootIndex)
                }
            } catch {
                throw ModelError(wrapping: error).in(format)
            }
        }
    }

    /// Returns the bytes of a document in one of this provider's formats.
    ///
    /// - Parameters:
    ///   - document: The document.
    ///   - format: The format. The default is the provider's first format.
    ///   - old: An older file. The new file keeps its text where the values are the same: see
    ///     ``FileFormat/keepingText``.
    ///   - limits: The limits on the file.
    public func encode(
        _ document: ModelDocument, as format: FileFormat? = nil, keepingTextOf old: Data? = nil,
        limits: DecodingLimits = .standard
    ) throws -> Data {
        try LongWork.run {
            let format = try served(format)
            let new = try bytes(of: document, as: format, keeping: old, limits)
            // A format that isn't text has seen the older file already.
            guard let old, self is any TextFormatProvider else { return new }
            return try kept(new, old, as: format, limits) ?? new
        }
    }

    /// Returns the bytes of a document, written into the text of an older file. Returns nil if the text can't be
    /// kept, so that the file has to be written anew: the text's encoding lacks a character, or the content isn't
    /// text of this format.
    ///
    /// - Parameters:
    ///   - document: The document.
    ///   - format: The format. The default is the provider's first format.
    ///   - old: The older file.
    ///   - limits: The limits on the file.
    public func encode(
        _ document: ModelDocument, as format: FileFormat? = nil, intoTextOf old: Data,
        limits: DecodingLimits = .standard
    ) throws -> Data? {
        try LongWork.run {
            let format = try served(format)
            guard self is any TextFormatProvider else { return nil }
            return try kept(bytes(of: document, as: format, keeping: old, limits), old, as: format, limits)
        }
    }

    /// Returns a new file in the text of an older file. Returns nil if the text can't be kept.
    private func kept(_ new: Data, _ old: Data, as format: FileFormat, _ limits: DecodingLimits) throws -> Data? {
        try keptText(of: new, keeping: old, as: format, limits: limits) { content in
            try bytes(of: document(from: content, as: format, limits: limits), as: format, keeping: nil, limits)
        }
    }

    /// Returns the bytes of a document. A format that isn't text may keep bytes of an older file.
    private func bytes(
        of document: ModelDocument, as format: FileFormat, keeping old: Data?, _ limits: DecodingLimits
    ) throws -> Data {
        let context = FormatContext(
            format: format, limits: limits, rootClass: document.root.codedClass, olderFile: old)
        do {
            return try bytes(of: document, capabilities(of: format), conventions(ofFileIn: format), context)
        } catch {
            throw ModelError(wrapping: error).in(format).under(.writing)
        }
    }

    /// Serializes a document, lowered to the capabilities. Errors contain the path of the value.
    package func bytes(
        of document: ModelDocument, _ capabilities: FormatCapabilities, _ conventions: FileConventions,
        _ context: FormatContext
    ) throws -> Data {
        try capabilities.requireRoot(document.root.kind)
        var walker = DocumentWalker(document, for: capabilities, limits: context.limits)
        walker.sharesLongText = false
        walker.sharesLongData = false
        walker.conventions = conventions
        do {
            let data = try serialize(&walker, context: context)
            guard data.count <= context.limits.bytes else { throw ModelError.tooLarge(context.limits.bytes) }
            return data
        } catch {
            try LongWork.requireWhole()
            let error = walker.locating(error)
            throw capabilities.contains(.confidential) ? error.withoutParsedContent : error
        }
    }

    /// Parses a file into a document, within limits that depend on the file's size.
    ///
    /// - Parameters:
    ///   - conventions: The conventions of the file, as ``conventions(ofFileIn:limits:)`` returns them.
    ///   - opened: The content that was opened inside the file, if the file was read before.
    package func parsed(
        _ content: Data, _ capabilities: FormatCapabilities, _ conventions: FileConventions, limits: DecodingLimits,
        rootType: Any.Type? = nil, opened: OpenedContent? = nil
    ) throws -> ModelDocument {
        guard content.count <= limits.bytes else { throw ModelError.tooLarge(limits.bytes) }
        let limits = limits.forFile(of: content.count)
        var builder = DocumentBuilder(for: capabilities, conventions, limits: limits)
        var context = FormatContext(format: conventions.format, limits: limits, rootType: rootType)
        context.content = opened
        do {
            try parse(content, into: &builder, context: context)
        } catch {
            // Freeing the keys of a large dictionary takes long, and so does finding the path of an error in it.
            if LongWork.isStopped {
                LongWork.discard(builder.document)
                throw ModelError.cancelled
            }
            let error = builder.locating(error)
            let shown = capabilities.contains(.confidential) ? error.withoutParsedContent : error
            throw shown.naming(otherFormat(of: content, than: conventions.format, limits), for: error.code)
        }
        return try builder.finish()
    }
}

extension FormatRegistry {
    /// Returns the document of content in any linked format. It is read without the program's classes. By default,
    /// ``detect(_:)`` finds the format.
    ///
    /// - Throws: The errors of ``detect(_:)``, ``provider(for:)`` and the format.
    public func document(
        from content: Data, as format: FileFormat? = nil, limits: DecodingLimits = .standard
    ) throws -> ModelDocument {
        try LongWork.run {
            try reading(in: format.map { [$0] } ?? possibleFormats(of: content)) { format, _ in
                try provider(for: format).document(from: content, as: format, limits: limits)
            }
        }
    }
}

extension ModelDocument {
    /// Returns the document as a file. The file keeps the text of an older file where the values are the same.
    ///
    /// ```swift
    /// var document = try FormatRegistry.current.document(from: old, as: .json5)
    /// try document.set(.int64(3), at: ["window", "width"])
    /// let new = try document.data(as: .json5, keepingTextOf: old)
    /// ```
    ///
    /// - Parameters:
    ///   - format: The format.
    ///   - old: The older file. Nil if there is none. A file that the format can't read is ignored.
    /// - Throws: `requisiteLibraryMissing`; the error for a value that the format can't contain, with the path of the
    ///   value.
    public func data(as format: FileFormat, keepingTextOf old: Data? = nil) throws -> Data {
        try FormatRegistry.current.provider(for: format).encode(self, as: format, keepingTextOf: old)
    }
}
