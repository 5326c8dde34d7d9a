/// A plugin that keeps models elsewhere than in files. It stores each property separately, under the class's name and
/// the property's key.
///
/// A class whose `saveFormat` is one of the store's formats uses it for `save()`, `shared` and
/// `reloadSharedInstance()`. A store is registered like a ``FormatProvider``: by being linked, or with
/// ``FormatRegistry/register(_:)-(StoreProvider)``. A format belongs to a provider or to a store, never to both.
///
/// Every store promises:
/// - **All or nothing.** When ``save(_:in:)`` returns, the whole record is new, and is stored so that it outlasts the
///   process. When it throws, nothing has changed. Readers see either all the old values or all the new ones.
/// - **Nothing foreign is touched.** Values of other classes, and anything else at the same location, aren't changed.
/// - **Locations are separate.** Values that are saved in one ``FileFormat/place`` aren't found in another. A store
///   with only one location throws an error if a caller names a second one.
/// - **Missing isn't unreadable.** If nothing was saved yet, ``document(for:)`` returns nil. If there are values that
///   can't be read, it throws an error. Then ``save(_:in:)`` throws too, and overwrites nothing.
/// - **Errors say where.** Each error is a ``ModelError`` whose path begins with the key of the value concerned. The
///   core adds the format and the class. The error contains nothing secret.
/// - **Any thread may call the store**, and several threads at the same time.
public protocol StoreProvider: Sendable {
    /// The formats that the store serves. Each has ``FileFormat/isStore``.
    var formats: [FileFormat] { get }

    /// True if the values are secret. Then the errors that the core and the model's class throw while values are
    /// encoded and decoded are thrown without everything that may come from the values: see
    /// ``ModelError/withoutContent``. The default is false.
    var keepsSecrets: Bool { get }

    /// Replaces all values of the record. Keys that aren't among the new values are removed.
    ///
    /// - Parameters:
    ///   - values: The values of the record with their keys, in the model's order. Each key occurs once. A nil
    ///     property is omitted if a missing key means nil. A null must be stored, because the property's default is
    ///     another value. A document may contain sets, dictionaries with keys of any kind, objects, an instance
    ///     twice, and cycles. If the store has no representation for a value, it keeps the value as a keyed archive.
    ///   - record: The class that the values belong to, and the location where they are stored.
    func save(_ values: [(key: String, value: ModelDocument)], in record: StoreRecord) throws

    /// Returns a dictionary of the record's values by key, without other keys. Returns nil if nothing was saved yet.
    ///
    /// If people may have written the values, set ``DocumentBuilder/scalars`` so that numbers are read from text,
    /// too. If the values may come from an untrusted source, set ``DocumentBuilder/trustsArchives`` to false, so that
    /// archives in them make no objects.
    func document(for record: StoreRecord) throws -> ModelDocument?

    /// Removes all values of the record. Does nothing if there are none.
    func removeValues(in record: StoreRecord) throws
}

extension StoreProvider {
    public var keepsSecrets: Bool { false }
}
