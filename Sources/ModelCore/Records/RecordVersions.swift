import FormatSupport
import Foundation

/// The versions of the records that instances were last loaded with or saved as, as long as the instances live.
final class RecordVersions: @unchecked Sendable {
    static let shared = RecordVersions()

    /// The store, the class and the identifier that tell a record from all others.
    struct Place: Hashable {
        /// The identifier of the format.
        let format: String
        let place: String?
        let className: String
        let id: ExactText
    }

    private struct Entry {
        weak var model: BaseModel?
        let place: Place
        let version: StoreVersion
    }

    // Both are only touched while the lock is held.
    private let lock = NSLock()
    private var entries: [ObjectIdentifier: Entry] = [:]
    /// The number of entries at which those of freed instances are removed: twice as many as were left last.
    private var mostEntries = 64

    /// Remembers the version of an instance, in place of another one.
    func note(_ model: BaseModel, at place: Place, _ version: StoreVersion) {
        lock.withLock {
            entries[ObjectIdentifier(model)] = Entry(model: model, place: place, version: version)
            guard entries.count > mostEntries else { return }
            entries = entries.filter { $0.value.model != nil }
            mostEntries = max(64, 2 * entries.count)
        }
    }

    /// The version of an instance in a place; nil if it was never there.
    func version(of model: BaseModel, at place: Place) -> StoreVersion? {
        entry(of: model).flatMap { $0.place == place ? $0.version : nil }
    }

    /// The identifier of an instance, if it was last a record of a class in a format's place.
    func id(of model: BaseModel, _ className: String, in format: FileFormat) -> String? {
        guard let place = entry(of: model)?.place, place.format == format.rawValue, place.place == format.place,
            place.className == className
        else { return nil }
        return place.id.text
    }

    private func entry(of model: BaseModel) -> Entry? {
        // Another instance may have the address of one that was freed.
        lock.withLock { entries[ObjectIdentifier(model)].flatMap { $0.model === model ? $0 : nil } }
    }
}
