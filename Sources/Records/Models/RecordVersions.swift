import FormatSupport

/// The versions of the records that instances were last loaded with or saved as, as long as the instances live.
final class RecordVersions: @unchecked Sendable {
    static let shared = RecordVersions()

    /// The store, the class and the identifier of a record.
    struct Place: Hashable {
        /// The identifier of the format.
        let format: String
        let place: String?
        let className: String
        let id: ExactText
        /// The sandbox of the store; nil outside of sandboxes.
        let sandbox = ModelSandbox.current.map { ObjectIdentifier($0) }
    }

    /// The versions of an instance, one for each record, the newest last. Nearly all instances have only one record.
    private struct Entry {
        weak var model: BaseModel?
        var versions: [(place: Place, version: StoreVersion)]
    }

    // Both are only touched while the lock is held.
    private let lock = Monitor()
    private var entries: [ObjectIdentifier: Entry] = [:]
    /// The number of entries at which the entries of freed instances are removed: twice the number that was left the
    /// last time.
    private var mostEntries = 64

    /// Remembers the version of an instance in a record. In other records, the instance may have other versions.
    func note(_ model: BaseModel, at place: Place, _ version: StoreVersion) {
        lock.withLock {
            var versions = known(model)
            versions.removeAll { $0.place == place }
            versions.append((place, version))
            entries[ObjectIdentifier(model)] = Entry(model: model, versions: versions)
            guard entries.count > mostEntries else { return }
            entries = entries.filter { $0.value.model != nil }
            mostEntries = max(64, 2 * entries.count)
        }
    }

    /// The version of an instance in a record. Nil if the instance was never loaded from this record or saved as it.
    func version(of model: BaseModel, at place: Place) -> StoreVersion? {
        lock.withLock { known(model).first { $0.place == place }?.version }
    }

    /// The identifier of the record of a class with which an instance was last loaded or saved, in the location of a
    /// format.
    func id(of model: BaseModel, _ className: String, in format: FileFormat) -> String? {
        let sought = Place(format: format.rawValue, place: format.place, className: className, id: ExactText(""))
        return lock.withLock {
            known(model).last {
                $0.place.format == sought.format && $0.place.place == sought.place
                    && $0.place.className == sought.className && $0.place.sandbox == sought.sandbox
            }?.place.id.text
        }
    }

    /// The versions of an instance. Entries of a freed instance that had the same address don't count.
    private func known(_ model: BaseModel) -> [(place: Place, version: StoreVersion)] {
        entries[ObjectIdentifier(model)].flatMap { $0.model === model ? $0.versions : nil } ?? []
    }
}
