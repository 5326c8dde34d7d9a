import Documents
import FormatSupport
import PropertyListCodec

/// Puts new values into the texts of older files.
struct Keeper: TextKeeper {
    func text(
        of new: Data, keeping old: Data, by provider: some FormatProvider, as format: FileFormat,
        limits: DecodingLimits, rewritten: ((Data) throws -> Data)?
    ) -> Data? {
        provider.mergedText(of: new, keeping: old, as: format, limits: limits, rewritten: rewritten)
    }
}

extension FormatProvider {
    /// Returns a file that has the values of `new` and the text of `old`. Returns nil if the text of `old` can't be
    /// kept.
    ///
    /// - Parameter rewritten: Reads a file and writes its values again, as the writer of `new` does. If a value is
    ///   written again as `new` contains it, it counts as unchanged, however the old file writes it.
    fileprivate func mergedText(
        of new: Data, keeping old: Data, as format: FileFormat, limits: DecodingLimits,
        rewritten: ((Data) throws -> Data)?
    ) -> Data? {
        if let rewritten, let base = try? rewritten(old) {
            let oldFormat = detect(old)?.format
            if base == new, oldFormat == nil || oldFormat == format { return old }
            if capabilities(of: format).contains(.archives),
                let data = try? BinaryPropertyListMerge.merged(new, into: old, base: base, limit: limits.bytes),
                (try? rewritten(data)) == new
            {
                return data
            }
            let data = try? merged(new, into: old, base: base, as: format, limits) { try rewritten($0) == new }
            if let data { return data }
        }
        return try? merged(new, into: old, as: format, limits)
    }

    /// - Parameter isRight: Checks the merged file. Nil: the merged file must have the same values as `new`.
    private func merged(
        _ new: Data, into old: Data, base: Data? = nil, as format: FileFormat, _ limits: DecodingLimits,
        isRight: ((Data) throws -> Bool)? = nil
    ) throws -> Data? {
        guard let provider = self as? any TextFormatProvider, old.count <= limits.bytes else { return nil }
        // If no format recognises the content, it may still be readable in the requested format.
        let formats = [format, detect(old)?.format, detect(new)?.format]
        guard formats[1] == nil || formats[1] == format else { return nil }
        func outline(_ content: Data) throws -> TextOutline? {
            let context = FormatContext(format: format, limits: limits.forFile(of: content.count))
            return try provider.outline(of: content, context: context)
        }
        func tree(_ content: Data) throws -> TextTree? {
            try outline(content).map { try TextTree($0, limits: limits) }
        }
        guard let oldTree = try tree(old), let newTree = try tree(new),
            let oldEncoding = TextEncoding(of: old, text: oldTree.source)
        else { return nil }
        /// The bytes of a text in the old file's encoding. Nil if the encoding lacks a character of the text.
        func data(_ text: [UInt8]) -> Data? {
            func isASCII(_ bytes: some Sequence<UInt8>) -> Bool { bytes.allSatisfy { $0 < 0x80 } }
            guard case .utf8 = oldEncoding, !isASCII(text), isASCII(old) else { return oldEncoding.data(text) }
            // The old file may be in UTF-8 or in Latin-1: its reader tells.
            return TextEncoding.ofASCII.lazy.compactMap { $0.data(text) }.first { data in
                (try? tree(data)).map { $0.bytes(0, $0.source.count) == text } ?? false
            }
        }
        // In a format with references, it doesn't matter which of several places contains a shared object.
        if capabilities(of: format).contains(.identity), try isSame(old, new, format, limits) { return old }
        func rewritten(_ scalars: [ModelScalar]) -> [Int]? {
            var builder = DocumentBuilder()
            do {
                try builder.beginArray()
                for scalar in scalars { try builder.append(scalar) }
                try builder.end()
                let made = try tree(encode(try builder.finish(), as: format, limits: limits))
                guard let made, case let digests = made.children(of: 0).map({ made.nodes[$0].digest }),
                    digests.count == scalars.count
                else { return nil }
                return digests
            } catch {
                return nil
            }
        }
        /// Merges the texts. `data` is the merged file. It is nil if the texts can't be merged, or if the file fails
        /// the check. `mayDiffer` is true if another case of ``TextMerge/Unused`` may give another result.
        func outcome(
            _ base: TextTree?, _ unused: TextMerge.Unused, leavesOutDefaults: Bool = true
        ) throws -> (data: Data?, mayDiffer: Bool) {
            var merge = TextMerge(
                old: oldTree, new: newTree, base: base, unused: unused, leavesOutDefaults: leavesOutDefaults)
            guard let text = merge.text(limit: limits.bytes, rewritten: rewritten), let data = data(text),
                data.count <= limits.bytes, formats.contains(detect(data)?.format)
            else { return (nil, merge.hasUnused) }
            if let isRight {
                if (try? isRight(data)) == true { return (data, false) }
                return merge.hasLeftOut
                    ? try outcome(base, unused, leavesOutDefaults: false) : (nil, merge.hasUnused)
            }
            var found = data
            if merge.keepsOtherTerms {
                // An old value that was kept may be read as another value than the new one, although both are written
                // alike. So the merged file is read and written again before it is compared.
                found = try encode(document(from: data, as: format, limits: limits), as: format, limits: limits)
            }
            guard let digest = newTree.nodes.first?.digest,
                try outline(found).map({ try DocumentDigest.of($0.document, limits: limits) }) == digest,
                try !oldTree.hasEscapedKeys || isSame(data, new, format, limits)
            else { return (nil, false) }
            return (data, false)
        }
        guard let base else { return try outcome(nil, .removed).data }
        let baseTree = try tree(base)
        for unused in TextMerge.Unused.allCases {
            let (data, mayDiffer) = try outcome(baseTree, unused)
            if data != nil || !mayDiffer { return data }
        }
        return nil
    }

    /// True if the format reads both files as equal documents.
    private func isSame(
        _ left: Data, _ right: Data, _ format: FileFormat, _ limits: DecodingLimits
    ) throws -> Bool {
        let capabilities = capabilities(of: format)
        func document(_ content: Data) throws -> ModelDocument {
            try parsed(
                content, capabilities, conventions(ofFileIn: format), limits: limits)
        }
        return try document(left) == document(right)
    }
}
