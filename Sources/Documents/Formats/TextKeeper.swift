import FormatSupport
import Synchronization

/// Puts the values of a new file into the text of an older file. The library TextKeeping registers a keeper.
package protocol TextKeeper: Sendable {
    /// Returns a file with the values of a new file and the text of an older file. Returns nil if the text can't be
    /// kept.
    ///
    /// - Parameter rewritten: Reads a file and writes its values again, as the writer of the new file does. If a value
    ///   is written again as the new file contains it, it counts as unchanged, however the older file writes it.
    func text(
        of new: Data, keeping old: Data, by provider: some FormatProvider, as format: FileFormat,
        limits: DecodingLimits, rewritten: ((Data) throws -> Data)?
    ) -> Data?
}

extension FormatRegistry {
    private static let keeper = Mutex<(any TextKeeper)?>(nil)

    /// Registers the keeper that all formats use. Called when the program is loaded.
    package static func register(_ keeper: any TextKeeper) {
        Self.keeper.withLock { $0 = keeper }
    }

    /// The linked keeper. Nil if no keeper is linked.
    fileprivate static var textKeeper: (any TextKeeper)? { keeper.withLock { $0 } }
}

extension FormatProvider {
    /// Returns the content of a new file in the text of an older file, with the linked ``TextKeeper``. Returns the
    /// new file's own bytes if there is no older file, or if its text can't be kept.
    ///
    /// - Throws: `requisiteLibraryMissing` if the format is text and the library TextKeeping isn't linked. For a
    ///   format that isn't text, the library isn't needed.
    package func text(
        of new: Data, keeping old: Data?, as format: FileFormat, limits: DecodingLimits = .standard,
        rewritten: ((Data) throws -> Data)? = nil
    ) throws(ModelError) -> Data {
        try keptText(of: new, keeping: old, as: format, limits: limits, rewritten: rewritten) ?? new
    }

    /// Returns the content of a new file in the text of an older file. Returns nil if there is no older file, or if
    /// its text can't be kept.
    ///
    /// - Throws: The errors of ``text(of:keeping:as:limits:rewritten:)``.
    func keptText(
        of new: Data, keeping old: Data?, as format: FileFormat, limits: DecodingLimits,
        rewritten: ((Data) throws -> Data)?
    ) throws(ModelError) -> Data? {
        guard let keeper = FormatRegistry.textKeeper else {
            guard self is any TextFormatProvider else { return nil }
            throw ModelError(
                .requisiteLibraryMissing,
                "Keeping a file's text needs the library TextKeeping, which this program does not link.")
        }
        guard let old else { return nil }
        return keeper.text(of: new, keeping: old, by: self, as: format, limits: limits, rewritten: rewritten)
    }
}
