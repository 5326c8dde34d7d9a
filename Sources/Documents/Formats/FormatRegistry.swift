import FormatSupport

/// The formats that a program can read and write.
///
/// A registry is a value. The linked plugins fill ``default`` when the program is loaded. ``withFormats(_:_:)`` uses a
/// given registry in its place during a call. A format that is registered during the call is added only to the given
/// registry.
public struct FormatRegistry: Sendable {
    private(set) var providers = Plugins<any FormatProvider>()
    private var stores = Plugins<any StoreProvider>()
    /// Returns the store that replaces a store when it is added. Nil: the stores themselves are added.
    package var standIn: (@Sendable (any StoreProvider) -> any StoreProvider)?

    /// Creates a registry with these providers and stores. If none of the providers serves keyed archives, the linked
    /// provider of keyed archives is added, because other formats store some values in archives.
    public init(_ providers: [any FormatProvider] = [], stores: [any StoreProvider] = []) {
        for provider in providers { add(provider) }
        for store in stores { add(store) }
        if self.providers.serving(.keyedArchive).isEmpty {
            for provider in Self.default.providers.serving(.keyedArchive) { add(provider) }
        }
    }

    /// Creates a registry without providers.
    private init(empty: Void) {}

    /// Adds a provider. If the format has a provider already, an error is thrown when the format is used, and not by
    /// this function.
    public mutating func add(_ provider: any FormatProvider) {
        providers.add(provider, for: provider.formats)
    }

    /// Adds a provider, and removes all other providers of its formats.
    public mutating func replace(with provider: any FormatProvider) {
        providers.removeAll(thatServe: provider.formats)
        providers.add(provider, for: provider.formats)
    }

    /// Adds a store. If the format has a store already, an error is thrown when the format is used, and not by this
    /// function.
    public mutating func add(_ store: any StoreProvider) {
        guard let standIn else { return stores.add(store, for: store.formats) }
        // Another store may replace it already.
        if store.formats.allSatisfy({ !stores.serving($0).isEmpty }) { return }
        let other = standIn(store)
        stores.add(other, for: other.formats)
    }

    /// Adds a store, and removes all other stores of its formats.
    public mutating func replace(with store: any StoreProvider) {
        stores.removeAll(thatServe: store.formats)
        add(store)
    }

    /// The formats of files that can be read and written: first BaseModel's own formats in their order, then other
    /// formats by name.
    public var formats: [FileFormat] { Self.inOrder(providers.formats) }

    /// The stores.
    package var allStores: [any StoreProvider] { stores.all }

    /// The formats of stores that can be read and written, in the same order as ``formats``.
    public var storeFormats: [FileFormat] { Self.inOrder(stores.formats) }

    static func inOrder(_ formats: [FileFormat]) -> [FileFormat] {
        let served = Set(formats)
        let others = served.subtracting(FileFormat.wellKnown).sorted { $0.rawValue < $1.rawValue }
        return FileFormat.wellKnown.filter(served.contains) + others
    }

    /// Returns the format with a name, even if no linked library serves it. Returns nil if the name is unknown.
    public func format(named name: String) -> FileFormat? {
        (formats + storeFormats + KnownFormat.all.map(\.format)).first { $0.rawValue == name }
    }

    /// Returns the format for a file if the caller doesn't name a format. The extension of the file's name determines
    /// the format.
    ///
    /// - Parameters:
    ///   - path: The file's path, or its name.
    ///   - preferred: The format for a file without an extension, or with this format's extension. If the result is
    ///     equal to the preferred format, it has the preferred format's style.
    /// - Throws: `requisiteLibraryMissing` if a known format has the extension, but no linked format has it;
    ///   `unknownFormat` if no known format has it.
    package func format(forFile path: String, preferring preferred: FileFormat = .keyedArchive) throws -> FileFormat {
        let own = PathText.fileExtension(of: path).lowercased()
        if own.isEmpty || own == preferred.fileExtension { return preferred }
        if let linked = formats.first(where: { $0.fileExtension == own }) {
            // JSON5 is JSON too, and is written in the style that the caller prefers.
            return linked.asNamed(preferred)
        }
        if let known = KnownFormat.first(where: { $0.format.fileExtension == own }) {
            _ = try provider(for: known.format)
        }
        throw ModelError(.unknownFormat, "No format has files with the extension \(own): name the format.")
    }

    /// Returns the provider of a format.
    ///
    /// - Throws: `requisiteLibraryMissing` if no provider is linked, `duplicateFormat` if two providers are linked,
    ///   `notSaveable` for a format that isn't kept in files: see ``store(for:)``.
    public func provider(for format: FileFormat) throws -> any FormatProvider {
        guard !format.isStore else {
            throw ModelError(
                .notSaveable, "It isn't kept in files. Use save() of the shared instance, or write(toStore:)."
            ).in(format)
        }
        return try only(providers.serving(format), for: format)
    }

    /// Returns the store of a format that isn't kept in files.
    ///
    /// - Throws: `requisiteLibraryMissing` if no store is linked, `duplicateFormat` if two stores are linked,
    ///   `notSaveable` for a format of files.
    public func store(for format: FileFormat) throws -> any StoreProvider {
        guard format.isStore else {
            throw ModelError(.notSaveable, "It is a format of files. Use write(toFile:).").in(format)
        }
        return try only(stores.serving(format), for: format)
    }

    private func only<Provider>(_ found: [Provider], for format: FileFormat) throws -> Provider {
        guard let first = found.first else {
            guard (formats + storeFormats).contains(where: { $0.library == format.library }) else {
                throw KnownFormat.missingLibrary(of: format)
            }
            throw ModelError(
                .requisiteLibraryMissing,
                "The \(format.library) that this program links does not serve \(format.displayName) yet."
            ).in(format)
        }
        guard found.count == 1 else {
            let names = found.map { String(reflecting: Swift.type(of: $0 as Any)) }.sorted().joined(separator: " and ")
            throw ModelError(.duplicateFormat, "Two providers serve \(format.displayName): \(names).").in(format)
        }
        return first
    }

    /// Returns the format that a linked provider requires for the files of a class. The files are written in another
    /// format only if the caller names that format.
    ///
    /// - Throws: `duplicateFormat` if two formats are required.
    package func requiredFormat(for type: Any.Type) throws -> FileFormat? {
        let required = Set(providers.all.compactMap { $0.protectingFormat(for: type) })
        guard required.count <= 1 else {
            let names = required.map(\.displayName).sorted().joined(separator: " and ")
            throw ModelError(.duplicateFormat, "The files of \(type) would have to be of two formats: \(names).")
        }
        return required.first
    }
}

/// The plugins of one kind in a registry, and the formats that each plugin serves. The plugins are in the order of
/// their first formats, not in the order in which they were added.
struct Plugins<Plugin: Sendable>: Sendable {
    private var entries: [(plugin: Plugin, formats: [FileFormat])] = []
    private var byFormat: [FileFormat: [Plugin]] = [:]

    var all: [Plugin] { entries.map(\.plugin) }
    var formats: [FileFormat] { entries.flatMap(\.formats) }

    /// Returns the plugins that serve a format. The time is constant, because each reading and writing calls it.
    func serving(_ format: FileFormat) -> [Plugin] { byFormat[format] ?? [] }

    mutating func add(_ plugin: Plugin, for formats: [FileFormat]) {
        let rank = Self.rank(of: formats)
        entries.insert(
            (plugin, formats), at: entries.firstIndex { Self.rank(of: $0.formats) > rank } ?? entries.count)
        for format in Set(formats) { byFormat[format, default: []].append(plugin) }
    }

    /// Returns the value by which plugins are sorted. BaseModel's own formats come first in their order, then all
    /// other formats by name.
    private static func rank(of formats: [FileFormat]) -> (Int, String) {
        guard let first = formats.first else { return (Int.max, "") }
        return (FileFormat.wellKnown.firstIndex(of: first) ?? Int.max - 1, first.rawValue)
    }

    mutating func removeAll(thatServe formats: [FileFormat]) {
        let others = entries.filter { Set($0.formats).isDisjoint(with: formats) }
        self = Plugins()
        for entry in others { add(entry.plugin, for: entry.formats) }
    }
}

extension FormatRegistry {
    private static let shared = SharedValue(FormatRegistry(empty: ()))
    @TaskLocal private static var override: SharedValue<FormatRegistry>?

    private static func change(_ body: @escaping @Sendable (inout FormatRegistry) -> Void) {
        (override ?? shared).change { registry in
            body(&registry)
            return true
        }
    }

    /// The registry that the linked plugins filled.
    public static var `default`: FormatRegistry { shared.value }

    /// The registry in use: the registry of the innermost `withFormats` call, otherwise ``default``.
    public static var current: FormatRegistry { (override ?? shared).value }

    /// Adds a provider to the registry in use. Plugins call it when the program is loaded.
    public static func register(_ provider: any FormatProvider) {
        change { $0.add(provider) }
    }

    /// Adds a provider to the registry in use, and removes all other providers of its formats.
    public static func replace(with provider: any FormatProvider) {
        change { $0.replace(with: provider) }
    }

    /// Adds a store to the registry in use. Plugins call it when the program is loaded.
    public static func register(_ store: any StoreProvider) {
        change { $0.add(store) }
    }

    /// Adds a store to the registry in use, and removes all other stores of its formats.
    public static func replace(with store: any StoreProvider) {
        change { $0.replace(with: store) }
    }

    /// Runs `body` with the given registry as the ``current`` registry.
    public static func withFormats<Result>(
        _ registry: FormatRegistry, _ body: () throws -> Result
    ) rethrows -> Result {
        try $override.withValue(SharedValue(registry), operation: body)
    }

    /// Runs asynchronous `body` with the given registry as the ``current`` registry.
    public static func withFormats<Result>(
        _ registry: FormatRegistry, isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
    ) async rethrows -> Result {
        try await $override.withValue(SharedValue(registry), operation: body)
    }
}

extension FileFormat {
    /// Returns `named` if it is the same format as this, and otherwise this format. Two formats that differ only in
    /// their style are the same format, and the caller wants the style of `named`.
    package func asNamed(_ named: FileFormat?) -> FileFormat { named == self ? named ?? self : self }
}
