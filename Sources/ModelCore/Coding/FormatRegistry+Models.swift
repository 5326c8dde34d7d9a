import FormatSupport

extension FormatRegistry {
    /// Reads content of any linked format. If the root's class requires a format, the content is read in that format;
    /// otherwise in the format that ``detect(_:)`` finds.
    ///
    /// `root` is the class that the root is expected to be of, or to inherit from; nil for any value.
    ///
    /// - Throws: The errors of ``detect(_:)``, ``provider(for:)`` and the format; `duplicateFormat` if two formats are
    ///   required.
    public func decode<Result>(
        from content: Data, limits: DecodingLimits = .standard, root: BaseModel.Type? = nil,
        _ body: (ModelDecoder) throws -> Result
    ) throws -> Result {
        try LongWork.run {
            try reading(in: formats(of: content, for: root)) { format, isParsed in
                try decode(from: content, as: format, limits: limits, root: root, isParsed: &isParsed, body)
            }
        }
    }

    /// Reads content whose format is already known, or is only tried.
    ///
    /// - Parameters:
    ///   - expected: The expected class of the root, if `root` is nil because no class requires a format.
    ///   - opened: The opened content of the file, if an earlier attempt has opened it.
    ///   - isParsed: True as soon as the content is known to be of the format.
    func decode<Result>(
        from content: Data, as format: FileFormat, limits: DecodingLimits = .standard, root: BaseModel.Type?,
        expected: BaseModel.Type? = nil, opened: OpenedContent? = nil, isParsed: inout Bool,
        _ body: (ModelDecoder) throws -> Result
    ) throws -> Result {
        try provider(for: format).decode(
            from: content, as: format, limits: limits, root: root ?? expected, opened: opened
        ) { decoder in
            isParsed = true
            if root != nil { try requireClassFormat(for: decoder) }
            return try body(decoder)
        }
    }

    /// The formats to try for content from which an instance of a class is made. If a linked format requires that
    /// class: only this format. Else the formats that the content may be of, mostly a single format: see
    /// ``detect(_:)``.
    ///
    /// - Parameter named: The format whose style applies if it is the format that was found. The style decides in which
    ///   dialect the content is read. Nil: the class's `saveFormat`.
    /// - Throws: The errors of ``detect(_:)``; `duplicateFormat` if two formats are required.
    package func formats(
        of content: Data, for type: BaseModel.Type?, named: FileFormat? = nil
    ) throws -> [FileFormat] {
        let found = try type.flatMap { try requiredFormat(for: $0) }.map { [$0] } ?? possibleFormats(of: content)
        return found.map { $0.asNamed(named ?? type?.saveFormat) }
    }

    /// Throws `requisiteLibraryMissing` if a plain file names the class of its root, and the format whose files do
    /// that isn't linked.
    private func requireClassFormat(for decoder: ModelDecoder) throws {
        guard decoder.peekClass != nil, let layer = KnownFormat.naming(classesIn: decoder.format) else { return }
        _ = try provider(for: layer)
    }

    /// The formats to try for content of a `Codable` type: most often a single format. The type may have a key
    /// `$class` of its own. So a key `$class` in the root doesn't show that HRCoder wrote the content.
    ///
    /// - Parameter named: The format whose style applies if it is the format that was found.
    /// - Throws: The errors of ``detect(_:)``.
    func plainFormats(of content: Data, named: FileFormat? = nil) throws -> [FileFormat] {
        try possibleFormats(of: content).map { (KnownFormat.plainFormat(of: $0) ?? $0).asNamed(named) }
    }
}
