import Foundation
import Synchronization

/// The formats that a program can read and write.
///
/// A value: ``default`` is what the linked plugins filled when the program was loaded; ``withFormats(_:_:)`` puts
/// another in its place for the length of a call.
public struct FormatRegistry: Sendable {
    private var providers: [any FormatProvider] = []
    private var stores: [any StoreProvider] = []

    /// A registry with these providers and stores, and the built-in keyed archive unless one of them serves that.
    public init(_ providers: [any FormatProvider] = [], stores: [any StoreProvider] = []) {
        self.providers = providers
        self.stores = stores
        if !providers.contains(where: { $0.formats.contains(.keyedArchive) }) {
            self.providers.append(KeyedArchive())
        }
    }

    /// Adds a provider. Two for one format are no error yet: it is thrown when that format is used.
    public mutating func add(_ provider: any FormatProvider) {
        providers.append(provider)
    }

    /// Puts a provider in the place of all that serve one of its formats.
    public mutating func replace(with provider: any FormatProvider) {
        providers.removeAll { !Set($0.formats).isDisjoint(with: provider.formats) }
        providers.append(provider)
    }

    /// Adds a store. Two for one format are no error yet: it is thrown when that format is used.
    public mutating func add(_ store: any StoreProvider) {
        stores.append(store)
    }

    /// Puts a store in the place of all that serve one of its formats.
    public mutating func replace(with store: any StoreProvider) {
        stores.removeAll { !Set($0.formats).isDisjoint(with: store.formats) }
        stores.append(store)
    }

    /// The formats of files that can be read and written, BaseModel's own in its order, then others by name.
    public var formats: [FileFormat] { Self.inOrder(providers.flatMap(\.formats)) }

    /// The formats that keep models elsewhere than in files and are served, in the same order.
    public var storeFormats: [FileFormat] { Self.inOrder(stores.flatMap(\.formats)) }

    private static func inOrder(_ formats: [FileFormat]) -> [FileFormat] {
        let served = Set(formats)
        let others = served.subtracting(FileFormat.wellKnown).sorted { $0.rawValue < $1.rawValue }
        return FileFormat.wellKnown.filter(served.contains) + others
    }

    /// The format of that name, served or not; nil where nobody knows it.
    public func format(named name: String) -> FileFormat? {
        (formats + storeFormats + FileFormat.wellKnown).first { $0.rawValue == name }
    }

    /// The format in which a file is written for which nobody says one: by the extension of its name.
    ///
    /// - Parameters:
    ///   - path: The file's path, or its name.
    ///   - preferred: The format of files without an extension, and of those with its own. If a linked format is equal
    ///     to it, the preferred one's style counts.
    /// - Throws: `requisiteLibraryMissing` where no linked format has the extension, and one does that isn't linked;
    ///   `unknownFormat` where none does.
    func format(forFile path: String, preferring preferred: FileFormat = .keyedArchive) throws -> FileFormat {
        let own = (path as NSString).pathExtension.lowercased()
        if own.isEmpty || own == preferred.fileExtension { return preferred }
        if let linked = formats.first(where: { $0.fileExtension == own }) {
            // JSON5 is JSON, too, and written as the caller prefers.
            return linked.asNamed(preferred)
        }
        if let absent = FileFormat.wellKnown.first(where: { $0.fileExtension == own }) {
            _ = try provider(for: absent)
        }
        throw ModelError(.unknownFormat, "No format has files with the extension \(own): name the format.")
    }

    /// The provider of a format.
    ///
    /// - Throws: `requisiteLibraryMissing` where none is linked, `duplicateFormat` where two are, `notSaveable` for a
    ///   format that isn't kept in files: ``store(for:)`` has those.
    public func provider(for format: FileFormat) throws -> any FormatProvider {
        guard !format.isStore else {
            throw ModelError(
                .notSaveable, "It isn't kept in files. Use save() of the shared instance, or write(toStore:)."
            ).in(format)
        }
        return try only(providers.filter { $0.formats.contains(format) }, for: format)
    }

    /// The store of a format that isn't kept in files.
    ///
    /// - Throws: `requisiteLibraryMissing` where none is linked, `duplicateFormat` where two are, `notSaveable` for a
    ///   format of files.
    public func store(for format: FileFormat) throws -> any StoreProvider {
        guard format.isStore else {
            throw ModelError(.notSaveable, "It is a format of files. Use write(toFile:).").in(format)
        }
        return try only(stores.filter { $0.formats.contains(format) }, for: format)
    }

    private func only<Provider>(_ found: [Provider], for format: FileFormat) throws -> Provider {
        guard let first = found.first else {
            let isLinked = (formats + storeFormats).contains { $0.library == format.library }
            throw ModelError(
                .requisiteLibraryMissing,
                isLinked
                    ? "The \(format.library) that this program links does not serve \(format.displayName) yet."
                    : "\(format.displayName) needs the library \(format.library), which this program does not link."
            ).in(format)
        }
        guard found.count == 1 else {
            let names = found.map { String(reflecting: Swift.type(of: $0 as Any)) }.joined(separator: " and ")
            throw ModelError(.duplicateFormat, "Two providers serve \(format.displayName): \(names).").in(format)
        }
        return first
    }

    /// The format of a file's content, never of its name.
    ///
    /// - Throws: `requisiteLibraryMissing` where the content is known and its library isn't linked, `unknownFormat`
    ///   where nobody knows it.
    public func detect(_ content: Data) throws -> FileFormat {
        var possible: FileFormat?
        for detection in providers.lazy.compactMap({ $0.detect(content) }) {
            switch detection {
            // Nobody else can be surer.
            case .certain(let format): return format
            case .possible(let format): possible = possible ?? format
            }
        }
        if let possible { return possible }
        if let absent = AbsentFormat.recognise(content) {
            _ = try provider(for: absent)
            return absent
        }
        throw ModelError(
            .unknownFormat,
            content.isEmpty
                ? "It is empty."
                : "No linked format recognises it (linked: \(formats.map(\.displayName).joined(separator: ", "))).")
    }

    /// The format to read content in, from which an instance of a class is to be made: the one that a linked format
    /// requires for that class, else the one that ``detect(_:)`` tells.
    ///
    /// - Parameter named: The format that the caller knows the content by; nil for the class's `saveFormat`. If it is
    ///   the format that was found, its style says in which dialect the content is read.
    /// - Throws: As ``detect(_:)``; `duplicateFormat` where two formats are required.
    package func format(
        of content: Data, for type: BaseModel.Type?, named: FileFormat? = nil
    ) throws -> FileFormat {
        let found = try type.flatMap { try requiredFormat(for: $0) } ?? detect(content)
        return found.asNamed(named ?? type?.saveFormat)
    }

    /// The format that a linked one requires for the files of a class: none is written in another one unasked.
    ///
    /// - Throws: `duplicateFormat` where two formats are required.
    func requiredFormat(for type: BaseModel.Type) throws -> FileFormat? {
        let required = Set(providers.compactMap { $0.requiredFormat(for: type) })
        guard required.count <= 1 else {
            let names = required.map(\.displayName).sorted().joined(separator: " and ")
            throw ModelError(.duplicateFormat, "The files of \(type) would have to be of two formats: \(names).")
        }
        return required.first
    }

    /// The document that content of any linked format contains, read without the program's classes. By default, the
    /// format is the one that ``detect(_:)`` finds.
    ///
    /// - Throws: The errors of ``detect(_:)``, ``provider(for:)`` and the format.
    public func document(
        from content: Data, as format: FileFormat? = nil, limits: DecodingLimits = .standard
    ) throws -> ModelDocument {
        let format = try format ?? detect(content)
        return try provider(for: format).document(from: content, as: format, limits: limits)
    }

    /// Reads content of any format that is linked: of the one that is required for the root's class, else of the one
    /// that ``detect(_:)`` tells.
    ///
    /// `root` is the class of which, or below which, the root is expected to be; nil for any value.
    ///
    /// - Throws: As ``detect(_:)`` and ``provider(for:)``; `duplicateFormat` where two formats are required; what the
    ///   format throws.
    public func decode<Result>(
        from content: Data, limits: DecodingLimits = .standard, root: BaseModel.Type? = nil,
        _ body: (ModelDecoder) throws -> Result
    ) throws -> Result {
        let format = try format(of: content, for: root)
        return try decode(from: content, as: format, limits: limits, root: root, body)
    }

    /// Reads content of a format that was told by the content.
    func decode<Result>(
        from content: Data, as format: FileFormat, limits: DecodingLimits = .standard, root: BaseModel.Type?,
        _ body: (ModelDecoder) throws -> Result
    ) throws -> Result {
        try provider(for: format).decode(from: content, as: format, limits: limits, root: root) { decoder in
            if root != nil { try requireHRCoder(for: decoder) }
            return try body(decoder)
        }
    }

    /// Throws where a plain file names the class of its root, as HRCoder's do, and HRCoder isn't linked.
    private func requireHRCoder(for decoder: ModelDecoder) throws {
        if let layer = Self.layers[decoder.format], decoder.peekClass != nil { _ = try provider(for: layer) }
    }

    /// HRCoder's formats, by the plain ones whose files they are, too.
    private static let layers: [FileFormat: FileFormat] = [
        .json: .hrCodedJSON, .xmlPropertyList: .hrCodedXML, .binaryPropertyList: .hrCodedBinary,
    ]

    /// The format to read content in for a type whose keys are its own: a root with the key `$class` doesn't make it
    /// one of HRCoder's.
    ///
    /// - Parameter named: The format that the caller knows the content by, whose style counts.
    /// - Throws: As ``detect(_:)``.
    func plainFormat(of content: Data, named: FileFormat? = nil) throws -> FileFormat {
        let found = try detect(content)
        let plain = Self.layers.first { $0.value == found }?.key ?? found
        return plain.asNamed(named)
    }
}

extension FormatRegistry {
    private static let shared = Mutex(FormatRegistry())
    @TaskLocal private static var override: FormatRegistry?

    /// What the linked plugins filled.
    public static var `default`: FormatRegistry { shared.withLock { $0 } }

    /// The registry in force: the one of `withFormats`, else the default.
    public static var current: FormatRegistry { override ?? `default` }

    /// Adds a provider to the default registry. Plugins call it when the program is loaded.
    public static func register(_ provider: any FormatProvider) {
        shared.withLock { $0.add(provider) }
    }

    /// Puts a provider in the place of those that serve its formats in the default registry.
    public static func replace(with provider: any FormatProvider) {
        shared.withLock { $0.replace(with: provider) }
    }

    /// Adds a store to the default registry. Plugins call it when the program is loaded.
    public static func register(_ store: any StoreProvider) {
        shared.withLock { $0.add(store) }
    }

    /// Puts a store in the place of those that serve its formats in the default registry.
    public static func replace(with store: any StoreProvider) {
        shared.withLock { $0.replace(with: store) }
    }

    /// Runs `body` with a registry of its own.
    public static func withFormats<Result>(
        _ registry: FormatRegistry, _ body: () throws -> Result
    ) rethrows -> Result {
        try $override.withValue(registry, operation: body)
    }

    /// Runs asynchronous `body` with a registry of its own.
    public static func withFormats<Result>(
        _ registry: FormatRegistry, isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
    ) async rethrows -> Result {
        try await $override.withValue(registry, operation: body)
    }
}

extension FileFormat {
    /// The named format if both are equal, because it has the style that the caller wants; else the format itself.
    fileprivate func asNamed(_ named: FileFormat?) -> FileFormat { named == self ? named ?? self : self }
}
