import FormatSupport

extension FormatRegistry {
    /// Returns the format of a file's content. The result depends neither on the file's name nor on the order in
    /// which formats are linked.
    ///
    /// If no provider is certain, the content is read in each format that is possible: first in BaseModel's own
    /// formats, in their order, then in others by name. The result is the first format in which the content can be
    /// read. If there is none, the result is the format whose reader got furthest. Content for which only one format
    /// is possible isn't read.
    ///
    /// - Throws: `requisiteLibraryMissing` if the content is of a known format whose library isn't linked,
    ///   `unknownFormat` if it is of no known format.
    public func detect(_ content: Data) throws -> FileFormat {
        try LongWork.run {
            let formats = try possibleFormats(of: content)
            if formats.count == 1 { return formats[0] }
            do {
                return try reading(in: formats) { format, _ in
                    _ = try provider(for: format).document(from: content, as: format)
                    return format
                }
            } catch let error as ModelError {
                return formats.first { $0 == error.format } ?? formats[0]
            }
        }
    }

    /// Returns the formats that content may be in, in the order in which they are tried. There is at least one
    /// format, and exactly one if a provider is certain.
    ///
    /// - Throws: The errors of ``detect(_:)``.
    package func possibleFormats(of content: Data) throws -> [FileFormat] {
        var possible: [FileFormat] = []
        for detection in providers.all.lazy.compactMap({ $0.detect(content) }) {
            switch detection {
            // No other provider can be more certain.
            case .certain(let format): return [format]
            case .possible(let format): possible.append(format)
            }
        }
        if possible.count == 1 { return possible }
        if !possible.isEmpty {
            // A format may have been found in one of its styles.
            return Self.inOrder(possible).map { format in possible.first { $0 == format } ?? format }
        }
        if let known = KnownFormat.recognized(in: content) {
            _ = try provider(for: known.format)
            return [known.format]
        }
        throw ModelError(
            .unknownFormat,
            content.isEmpty
                ? "It is empty."
                : "No linked format recognises it (linked: \(formats.map(\.displayName).joined(separator: ", "))).")
    }

    /// Reads content in one format after the other, until a format succeeds.
    ///
    /// - Parameter read: Reads the content in a format. Sets its second argument as soon as the content is known to
    ///   be in the format. A later error is then thrown at once.
    /// - Throws: The error of the reader that got furthest. If several readers got equally far, the error of the
    ///   first of them.
    package func reading<Result>(
        in formats: [FileFormat], _ read: (FileFormat, _ isParsed: inout Bool) throws -> Result
    ) throws -> Result {
        var best: ModelError?
        for format in formats {
            var isParsed = false
            do {
                return try read(format, &isParsed)
            } catch {
                if isParsed || formats.count == 1 || LongWork.isStopped { throw error }
                let error = ModelError(wrapping: error).in(format)
                if best.map({ ($0.location?.byteOffset ?? 0) < error.location?.byteOffset ?? 0 }) ?? true {
                    best = error
                }
            }
        }
        throw best ?? ModelError(.unknownFormat, "There is no format to read it in.")
    }
}
