import FormatSupport

/// The keys of the properties of a class or a struct in the files of one format.
final class PropertyKeys: Sendable {
    /// The key path and the aliases of one property.
    final class Entry: Sendable {
        let name: String
        /// The key path. Its last key is the property's own key.
        let place: [String]
        /// The key paths in older files.
        let aliases: [[String]]

        /// True if no key is declared, and the format's style makes the key from the property's name.
        let isStyled: Bool

        /// True if a style applies to the property: then files may contain its keys with other separators or in another
        /// case.
        let isLoose: Bool

        /// The key under which the value is encoded. For a longer key path, it is a placeholder that is replaced when
        /// the document is complete.
        let key: String

        fileprivate init(
            name: String, place: [String], aliases: [[String]], isStyled: Bool = false, isLoose: Bool = false
        ) {
            self.name = name
            self.isLoose = isLoose
            self.place = place
            // An alias that equals the key path is dropped. The comparison is exact: one that only looks equal stays.
            self.aliases = aliases.filter { $0.map { ExactText($0) } != place.map { ExactText($0) } }
            self.isStyled = isStyled
            key = place.count == 1 ? place[0] : DocumentNesting.mark(of: place)
        }

        /// Returns the entry with a changed key path, if the path goes into a property whose key a style has made: the
        /// path then contains that key.
        fileprivate func through(_ styled: [String: String]) -> Entry {
            func way(_ way: [String]) -> [String] {
                guard way.count > 1, let key = styled[way[0]] else { return way }
                return [key] + way.dropFirst()
            }
            return Entry(
                name: name, place: way(place), aliases: aliases.map(way), isStyled: isStyled, isLoose: isLoose)
        }
    }

    /// The entries of properties with aliases, or whose key path isn't just their name. By the properties' names.
    private let entries: [String: Entry]
    /// The class as files name it. Its objects have these keys.
    let codedClass: CodedClass
    /// True if a property is stored deeper than in the object itself.
    let hasKeyPaths: Bool
    /// The key paths of the dictionaries that exist only to contain properties.
    private let dictionaries: Set<[ExactText]>
    /// The properties that are stored inside the values of other properties.
    let overlaps: [Overlap]
    /// The keys that the format's style has made from names, by the properties' names.
    let styledKeys: [String: String]
    /// The keys of the object itself under which its properties are read, aliases included.
    let readKeys: [String]
    /// All key paths and aliases, including the key paths and aliases of constants.
    let known: KnownKeys

    /// - Throws: `duplicateKey` if two properties share a key; `invalidKey` for text that isn't a key path, for a key
    ///   path into the single values of a dictionary, and for the key of an object's version or class.
    fileprivate init(
        _ type: any KeyedType, format: FileFormat, style: KeyStyle?, mapped: MappedClass?
    ) throws(ModelError) {
        var all: [Entry] = []
        var hidden: [Entry] = []
        let properties = type.keyedProperties
        for property in properties {
            let mapping = mapped?.properties[property.name]
            if mapped?.leavesOut(property.name) == true {
                let unused = MappedClass.unusedKeyPath(property.name)
                hidden.append(Entry(name: property.name, place: unused, aliases: []))
                continue
            }
            let keys = mapping.flatMap { $0.keys.isEmpty ? nil : $0.keys } ?? property.keys
            all.append(try property.entry(keys, for: format, style: style, in: type))
        }
        // If a key path goes into another property, it begins with the key that the style makes for that property:
        // values are encoded first, and then the style changes the keys.
        let styled = Dictionary(all.filter(\.isStyled).map { ($0.name, $0.key) }) { first, _ in first }
        if !styled.isEmpty { all = all.map { $0.through(styled) } }
        let owners = try Self.owners(of: all, in: type)
        entries = Dictionary(
            (all + hidden).filter { $0.place != [$0.name] || !$0.aliases.isEmpty }.map { ($0.name, $0) }
        ) { first, _ in first }
        let places = all.map { $0.place.map { ExactText($0) } }
        dictionaries = Set(places.flatMap { place in (1..<place.count).map { Array(place[..<$0]) } })
            .subtracting(places)
        hasKeyPaths = all.contains { $0.place.count > 1 }
        overlaps = all.flatMap { entry in
            (1..<entry.place.count).compactMap { count in
                owners[Array(entry.place[..<count])].map {
                    Overlap(property: entry.name, key: entry.key, name: $0, way: Array(entry.place[count...]))
                }
            }
        }
        if let found = overlaps.first(where: { overlap in
            overlap.way.count > 1 && properties.contains { $0.name == overlap.name && $0.isFlatDictionary }
        }) {
            throw ModelError(
                .invalidKey,
                """
                A key of the \(type.title) leads to \(ModelPath(found.way.map { .key($0) })) in the property \
                \(found.name), a dictionary whose values have nothing in them.
                """)
        }
        known = KnownKeys(
            all.flatMap { entry in
                ([entry.place] + entry.aliases).map {
                    KnownKeys.Way(keys: $0[...], property: entry.name, isLoose: entry.isLoose)
                }
            })
        styledKeys = styled
        let constants = Set(properties.filter { $0.isReadOnly }.map { $0.name })
        let written = all.map { $0.place[0] }.uniqued
        readKeys = all.filter { !constants.contains($0.name) }.flatMap { [$0.place] + $0.aliases }.map { $0[0] }.uniqued
        codedClass = type.codedClass.withKeys { $0 == nil ? nil : written }
    }

    /// Returns the names of the properties by their key paths and aliases.
    ///
    /// - Throws: `invalidKey` for the key of an object's version or class; `duplicateKey` if two properties share a key.
    private static func owners(of all: [Entry], in type: any KeyedType) throws(ModelError) -> [[String]: String] {
        for (key, use) in [(VersionKey.text, "version"), (ClassKey.text, "class")] {
            let entry = all.first { ([$0.place] + $0.aliases).contains { $0[0] == key } }
            guard let entry else { continue }
            throw ModelError(
                .invalidKey,
                "The property \(entry.name) of the \(type.title) has the key \(key), that of an object's \(use).")
        }
        var owners: [[String]: String] = [:]
        for (place, name) in all.map({ ($0.place, $0.name) }) + all.flatMap({ e in e.aliases.map { ($0, e.name) } }) {
            guard let other = owners.updateValue(name, forKey: place), other != name else { continue }
            throw ModelError(
                .duplicateKey,
                """
                The properties \(other) and \(name) of the \(type.title) share the key \
                \(ModelPath(place.map { .key($0) })).
                """)
        }
        return owners
    }

    /// The key under which a value of an object is encoded: the key of the property with this name, or the name
    /// itself if there is no such property.
    func key(for name: String) -> String { entries[name].map { key(for: $0.place) } ?? key(for: [name]) }

    /// The key under which a value at a key path is encoded: see `DocumentNesting.mark(of:)`.
    func key(for way: [String]) -> String {
        // If a key of the program looks like an encoded key path, it is encoded as a key path, too.
        way.count == 1 && !(hasKeyPaths && DocumentNesting.isMark(way[0])) ? way[0] : DocumentNesting.mark(of: way)
    }

    /// True if a key path refers to a dictionary that exists only to contain properties.
    func leads(along way: [String]) -> Bool { hasKeyPaths && dictionaries.contains(way.map { ExactText($0) }) }

    /// The key path and aliases of a property. Nil if the property's key is its name, or if there is no such
    /// property.
    func entry(named name: String) -> Entry? { entries[name] }

    /// The error with the property's key path in the file, in place of the property's name at the beginning of its
    /// path.
    func located(_ error: ModelError) -> ModelError {
        guard case .key(let name)? = error.path.components.first, let entry = entries[name] else { return error }
        var error = error
        error.path.components.replaceSubrange(0..<1, with: entry.place.map { .key($0) })
        return error
    }
}

extension [String] {
    fileprivate var uniqued: [String] {
        var seen: Set<String> = []
        return filter { seen.insert($0).inserted }
    }
}

extension KeyedProperty {
    /// The key path of the property in files of a format. Keys for that format alone come first, then keys for all
    /// formats, then the styles of the class and of the format.
    ///
    /// - Parameter keys: The keys that the class or a mapping declares for the property.
    fileprivate func entry(
        _ keys: [PropertyKey], for format: FileFormat, style: KeyStyle?, in type: any KeyedType
    ) throws(ModelError) -> PropertyKeys.Entry {
        let own = keys.filter { $0.formats.contains(format) }
        let general = keys.filter { $0.formats.isEmpty }
        let fitting = own + general
        let chosen = fitting.first { $0.place != nil && !$0.isStyle } ?? fitting.first(where: \.isStyle)
        var place: [String]?
        if let given = chosen?.place { place = try way(given, type) }
        // If a program sets a model with a value, the value may come from any format. Therefore the keys for all
        // formats are accepted.
        let others = format == .document ? keys.filter { !$0.formats.isEmpty } : []
        var aliases: [[String]] = []
        for alias in fitting.flatMap(\.aliases) + others.flatMap({ ($0.place.map { [$0] } ?? []) + $0.aliases }) {
            aliases.append(try way(alias, type))
        }
        let found = place ?? [style?.key(for: name) ?? name]
        return PropertyKeys.Entry(
            name: name, place: found, aliases: aliases, isStyled: place == nil && style != nil,
            isLoose: style != nil || keys.contains(where: \.isStyle))
    }

    private func way(_ place: PropertyKey.Place, _ type: any KeyedType) throws(ModelError) -> [String] {
        switch place {
        case .keys(let keys): return keys
        case .style(let style): return [style.key(for: name)]
        case .invalid(let path):
            throw ModelError(
                .invalidKey,
                """
                \(path.debugDescription), which the property \(name) of the \(type.title) is to stand at, \
                is no path of keys, such as user.address["postal.code"].
                """)
        }
    }
}

/// Keeps the keys of a class or a struct for each format and style.
final class PropertyKeysCache: ModelClassPart {
    /// The known keys in formats in which each property's key is its name.
    fileprivate let names = Once<KnownKeys>()

    private struct Use: Hashable {
        /// The format's identifier.
        let format: String
        /// The style's name.
        let style: String?
    }

    private let known = ConcurrentCache<Use, PropertyKeys>(lists: 1)

    func keys(
        of type: any KeyedType, format: FileFormat, style: KeyStyle?, mapped: MappedClass? = nil
    ) throws(ModelError) -> PropertyKeys {
        try known.value(for: Use(format: format.rawValue, style: style?.name)) { () throws(ModelError) in
            try PropertyKeys(type, format: format, style: style, mapped: mapped)
        }
    }
}

extension KeyedType {
    /// The keys of the properties in files of a format. Nil if each key is the property's name.
    ///
    /// - Throws: `duplicateKey` if two properties share a key; `invalidKey`.
    func keys(for format: FileFormat, style: KeyStyle?) throws(ModelError) -> PropertyKeys? {
        guard style != nil || hasKeys else { return nil }
        return try keysCache.keys(of: self, format: format, style: style)
    }

    /// The known keys of the type, if no property has a declared key: the names of its properties.
    var knownKeys: KnownKeys {
        keysCache.names.value { KnownKeys(names: keyedProperties.map(\.name)) }
    }
}

extension ModelClass {
    /// The keys of the class's properties in a file. A mapping of the class takes precedence.
    func keys(by conventions: FileConventions) throws(ModelError) -> PropertyKeys? {
        let (format, style) = (conventions.format, conventions.keyStyle)
        if let mapped = conventions.mapped(self) {
            return try mapped.keys(of: self, format: format, style: style)
        }
        return try keys(for: format, style: style)
    }
}

extension ModelClass {
    /// The key path of a property in files of a format.
    package func keyPath(ofPropertyNamed name: String, in format: FileFormat) throws(ModelError) -> [String] {
        try keys(for: format, style: nil)?.entry(named: name)?.place ?? [name]
    }
}

extension ModelProperty {
    /// The properties of a class or a struct, each with its key path in a file. Empty for any other type.
    package static func withKeyPaths(
        of type: Any.Type, by conventions: FileConventions
    ) throws -> [(property: ModelProperty, keyPath: [String])] {
        let (properties, keys): ([ModelProperty], PropertyKeys?)
        if let model = type as? BaseModel.Type {
            let modelClass = ModelClass.of(model)
            (properties, keys) = (modelClass.properties, try modelClass.keys(by: conventions))
        } else if let record = type as? any ModelRecord.Type {
            let described = try record.described()
            properties = Array(described.rows.properties)
            keys = try described.keys(for: conventions.format, style: conventions.keyStyle)
        } else {
            return []
        }
        return properties.map { ($0, keys?.entry(named: $0.name)?.place ?? [$0.name]) }
    }
}
