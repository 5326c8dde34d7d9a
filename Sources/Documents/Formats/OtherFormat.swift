import FormatSupport

// Files that are stored in another format than the caller expects.

extension FormatProvider {
    /// Returns another linked format that can read content, after reading it in `format` has failed. Returns nil if
    /// the content also looks like `format`, or if no other format can read it.
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
    /// Returns the error of a format's reader, with the name of the format that the content seems to be in. Nil: no
    /// format is named.
    ///
    /// - Parameter code: The code of the reader's error, which tells that the content isn't what the format prescribes.
    func naming(_ format: FileFormat?, for code: Code) -> ModelError {
        guard code == .corruptData, let format else { return self }
        var copy = self
        copy.reason += " The file seems to be in the format \(format.displayName)."
        return copy
    }
}
