/// A plugin that keeps models elsewhere than in files: each property on its own, under a class's name and the
/// property's key.
///
/// `save()`, `shared` and `reloadSharedInstance()` of a class whose `saveFormat` is one of its formats go through it.
/// It is registered as a ``FormatProvider`` is: by being linked, or with
/// ``FormatRegistry/register(_:)-(StoreProvider)``. A format is either a provider's or a store's.
///
/// What every store promises:
/// - **All or nothing.** When ``save(_:in:)`` returns, everything that the record holds is new, and it is where it
///   outlasts the process. When it throws, everything is as it was: readers see either all the old values or all the
///   new ones.
/// - **Nothing foreign is touched**: values of other classes, and whatever else is kept in the same place.
/// - **Places are apart**: what is saved in one ``FileFormat/place`` isn't in another one. A store that has but one
///   throws where another one is asked for.
/// - **Missing isn't unreadable.** Where nothing was saved yet, ``document(for:)`` returns nil. What is there and can't
///   be read is an error, and ``save(_:in:)`` throws it too, and overwrites nothing.
/// - **Errors say where**: a ``ModelError`` whose path begins with the key of the value that it is about. The core adds
///   the format and the class. What is secret stays out of it.
/// - It may be called on any thread, and on several at once.
public protocol StoreProvider: Sendable {
    /// The formats that it serves, which all have ``FileFormat/isStore``.
    var formats: [FileFormat] { get }

    /// True where what is kept is secret. Then what the core and the model's class throw while values are encoded and
    /// decoded loses all that may come from them: see ``ModelError/withoutContent``. False by default.
    var keepsSecrets: Bool { get }

    /// Puts the values in the place of all that the record holds: keys that aren't among them are removed.
    ///
    /// - Parameters:
    ///   - values: Each key once, in the model's order. A property that is nil isn't among them where a missing key
    ///     means nil; a null is one that has to be kept, because the property's default is something else. A document
    ///     may hold sets, dictionaries with keys of any kind, objects, an instance twice, and cycles: what the store
    ///     has no form of its own for, it keeps as a keyed archive.
    ///   - record: Whose values they are, and where to keep them.
    func save(_ values: [(key: String, value: ModelDocument)], in record: StoreRecord) throws

    /// A dictionary with what the record holds by key, and no other keys; nil where nothing was saved yet.
    ///
    /// Where people may have written the values, ``DocumentBuilder/scalars`` says that text stands for numbers too;
    /// where they come from anywhere, ``DocumentBuilder/trustsArchives`` that archives in them make no objects.
    func document(for record: StoreRecord) throws -> ModelDocument?

    /// Removes all that the record holds. Does nothing where that is nothing.
    func removeValues(in record: StoreRecord) throws
}

extension StoreProvider {
    public var keepsSecrets: Bool { false }
}
