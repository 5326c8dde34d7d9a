import FormatSupport

/// The formats that a program can read and write.
///
/// A registry is a value. The linked plugins fill ``default`` when the program is loaded. ``withFormats(_:_:)`` puts
/// another one in its place for the duration of a call. What is registered during the call is registered there alone.
public struct FormatRegistry: Sendable {
    private(set) var providers = Plugins<any FormatProvider>()
    private var stores = Plugins<any StoreProvider>()
    /// Returns the store in the place of one that is added; nil to add it itself.
    package var standIn: (@Sendable (any StoreProvider) -> any StoreProvider)?

    /// A registry with these providers and stores, and the linked provider of keyed archives unless one of these
    /// serves them: other formats keep values in archives.
    public init(_ providers: [any FormatProvider] = [], stores: [any StoreProvider] = []) {
        for provider in providers { add(provider) }
        for store in stores { add(store) }
        if self.providers.serving(.keyedArchive).isEmpty {
            for provider in Self.default.providers.serving(.keyedArchive) { add(provider) }
        }
    }

    /// A registry without providers.
    private init(empty: Void) {}

    /// Adds a provider. A second provider for a format is no error here. The error is thrown when that format is used.
    public mutating func add(_ provider: any FormatProvider) {
        providers.add(provider, for: provider.formats)
    }

    /// Adds a provider, and removes all other providers of its formats.
    public mutating func replace(with provider: any FormatProvider) {
        providers.removeAll(thatServe: provider.formats)
        providers.add(provider, for: provider.formats)
    }

    /// Adds a store. A second store for a format is no error here. The error is thrown when that format is used.
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

    /// The formats of files that can be read and written: BaseModel's own in its order, then others by name.
    public var formats: [FileFormat] { Self.inOrder(providers.formats) }

    /// The stores.
    package var allStores: [any StoreProvider] { stores.all }

    /// The formats of stores that can be read and written, in the same order.
    public var storeFormats: [FileFormat] { Self.inOrder(stores.formats) }

    static func inOrder(_ formats: [FileFormat]) -> [FileFormat] {
        let served = Set(formats)
        let others = served.subtracting(FileFormat.wellKnown).sorted { $0.rawValue < $1.rawValue }
        return FileFormat.wellKnown.filter(served.contains) + others
    }

    /// The format with a name, even if no linked library serves it. Nil if the name is unknown.
    public func format(named name: String) -> FileFormat? {
        (formats + storeFormats + KnownFormat.all.map(\.format)).first { $0.rawValue == name }
    }

    /// The format for a file that the caller names no format for. The extension of the file's name decides.
    ///
    /// - Parameters:
    ///   - path: The file's path, or its name.
    ///   - preferred: The format for a file without an extension, or with this format's own. If a linked format is
    ///     equal to it, the file is written in the preferred one's style.
    /// - Throws: `requisiteLibraryMissing` if a known format has the extension, but no linked one; `unknownFormat` if
    ///   no known format has it.
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

    /// The provider of a format.
    ///
    /// - Throws: `requisiteLibraryMissing` if none is linked, `duplicateFormat` if two are, `notSaveable` for a format
    ///   that isn't kept in files: see ``store(for:)``.
    public func provider(for format: FileFormat) throws -> any FormatProvider {
        guard !format.isStore else {
            throw ModelError(
                .notSaveable, "It isn't kept in files. Use save() of the shared instance, or write(toStore:)."
            ).in(format)
        }
        return try only(providers.serving(format), for: format)
    }

    /// The store of a format that isn't kept in files.
    ///
    /// - Throws: `requisiteLibraryMissing` if none is linked, `duplicateFormat` if two are, `notSaveable` for a format
    ///   of files.
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

    /// The format that a linked provider requires for the files of a class. They are written in another one only if the
    /// caller names it.
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

/// The plugins of one kind in a registry, and the formats that each serves. Their order is that of their first formats,
/// whatever the order in which they were added.
struct Plugins<Plugin: Sendable>: Sendable {
    private var entries: [(plugin: Plugin, formats: [FileFormat])] = []
    private var byFormat: [FileFormat: [Plugin]] = [:]

    var all: [Plugin] { entries.map(\.plugin) }
    var formats: [FileFormat] { entries.flatMap(\.formats) }

    /// The plugins that serve a format. Constant time: each coding asks.
    func serving(_ format: FileFormat) -> [Plugin] { byFormat[format] ?? [] }

    mutating func add(_ plugin: Plugin, for formats: [FileFormat]) {
        let rank = Self.rank(of: formats)
        entries.insert(
            (plugin, formats), at: entries.firstIndex { Self.rank(of: $0.formats) > rank } ?? entries.count)
        for format in Set(formats) { byFormat[format, default: []].append(plugin) }
    }

    /// BaseModel's own formats come first, in its order, then others by name.
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

    /// The registry in use: the one of `withFormats`, else the default one.
    public static var current: FormatRegistry { (override ?? shared).value }

    /// Adds a provider to the registry in use. Plugins call it when the program is loaded.
    public static func register(_ provider: any FormatProvider) {
        change { $0.add(provider) }
    }

    /// Puts a provider in the place of those that serve its formats in the registry in use.
    public static func replace(with provider: any FormatProvider) {
        change { $0.replace(with: provider) }
    }

    /// Adds a store to the registry in use. Plugins call it when the program is loaded.
    public static func register(_ store: any StoreProvider) {
        change { $0.add(store) }
    }

    /// Puts a store in the place of those that serve its formats in the registry in use.
    public static func replace(with store: any StoreProvider) {
        change { $0.replace(with: store) }
    }

    /// Runs `body` with another registry as the ``current`` one.
    public static func withFormats<Result>(
        _ registry: FormatRegistry, _ body: () throws -> Result
    ) rethrows -> Result {
        try $override.withValue(SharedValue(registry), operation: body)
    }

    /// Runs asynchronous `body` with another registry as the ``current`` one.
    public static func withFormats<Result>(
        _ registry: FormatRegistry, isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
    ) async rethrows -> Result {
        try await $override.withValue(SharedValue(registry), operation: body)
    }
}

extension FileFormat {
    /// The named format if both are equal, because it has the style that the caller wants; else the format itself.
    package func asNamed(_ named: FileFormat?) -> FileFormat { named == self ? named ?? self : self }
}
