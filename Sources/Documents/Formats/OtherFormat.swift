import FormatSupport

// Files that are read in another format than theirs.

extension FormatProvider {
    /// The linked format in which content can be read that couldn't be read in `format`. Nil if the content also
    /// looks like `format`, or if no other format can read it.
    func otherFormat(of content: Data, than format: FileFormat, _ limits: DecodingLimits) -> FileFormat? {
        guard detect(content)?.format != format else { return nil }
        let registry = FormatRegistry.current
        let others = ((try? registry.possibleFormats(of: content)) ?? []).filter { $0 != format }
        return others.first { other in
            (try? registry.provider(for: other).document(from: content, as: other, limits: limits)) != nil
        }
    }
}

extension ModelError {
    /// The error of a format's reader, with the format that the content seems to be of; nil for none.
    ///
    /// - Parameter code: The code of the reader's error, which tells that the content isn't what the format prescribes.
    func naming(_ format: FileFormat?, for code: Code) -> ModelError {
        guard code == .corruptData, let format else { return self }
        var copy = self
        copy.reason += " The file seems to be in the format \(format.displayName)."
        return copy
    }
}
