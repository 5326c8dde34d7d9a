import Foundation

extension FormatRegistry {
    /// Reads content of any format that is linked: of the one that is required for the root's class, else of the one
    /// that ``detect(_:)`` tells.
    ///
    /// `root` is the class of which, or below which, the root is expected to be; nil for any value.
    ///
    /// - Throws: As ``detect(_:)`` and ``provider(for:)``; `duplicateFormat` where two formats are required; what the
    ///   format throws.
    public func decode<Result>(
        from content: Data, limits: DecodingLimits = .standard, root: BaseModel.Type? = nil,
        _ body: (ModelDecoder) throws -> Result
    ) throws -> Result {
        let format = try format(of: content, for: root)
        return try decode(from: content, as: format, limits: limits, root: root, body)
    }

    /// Reads content of a format that was told by the content.
    func decode<Result>(
        from content: Data, as format: FileFormat, limits: DecodingLimits = .standard, root: BaseModel.Type?,
        _ body: (ModelDecoder) throws -> Result
    ) throws -> Result {
        try provider(for: format).decode(from: content, as: format, limits: limits, root: root) { decoder in
            if root != nil { try requireClassFormat(for: decoder) }
            return try body(decoder)
        }
    }

    /// The format to read content in, from which an instance of a class is to be made: the one that a linked format
    /// requires for that class, else the one that ``detect(_:)`` tells.
    ///
    /// - Parameter named: The format that the caller knows the content by; nil for the class's `saveFormat`. If it is
    ///   the format that was found, its style says in which dialect the content is read.
    /// - Throws: As ``detect(_:)``; `duplicateFormat` where two formats are required.
    package func format(
        of content: Data, for type: BaseModel.Type?, named: FileFormat? = nil
    ) throws -> FileFormat {
        let found = try type.flatMap { try requiredFormat(for: $0) } ?? detect(content)
        return found.asNamed(named ?? type?.saveFormat)
    }

    /// Throws `requisiteLibraryMissing` if a plain file names the class of its root, as those of another format do, and
    /// that format isn't linked.
    private func requireClassFormat(for decoder: ModelDecoder) throws {
        guard let layer = KnownFormat.naming(classesIn: decoder.format), decoder.peekClass != nil else { return }
        _ = try provider(for: layer)
    }

    /// The format to read content in for a type whose keys are its own: a root with the key `$class` doesn't make it
    /// one of HRCoder's.
    ///
    /// - Parameter named: The format that the caller knows the content by, whose style counts.
    /// - Throws: As ``detect(_:)``.
    func plainFormat(of content: Data, named: FileFormat? = nil) throws -> FileFormat {
        let found = try detect(content)
        let plain = KnownFormat.plainFormat(of: found) ?? found
        return plain.asNamed(named)
    }
}
