import Documents
import FormatSupport

// Coded objects: objects that contain their own keys, each after its value.

extension FastParser {
    /// An entry of a coded object.
    struct CodedEntry: BitwiseCopyable {
        /// The offset of the key.
        let key: UInt32
        /// The offset of the key's text: if the key is an alias, the offset of its target.
        let text: UInt32
        /// The offset of the value.
        var value: UInt32
    }

    /// The keys of the last coded object of a class. Most objects have the keys of the object before, and comparing
    /// the offsets of the texts is faster than reading them.
    struct CodedKeys {
        let codedClass: CodedClass
        /// The offset of each key's text.
        let texts: ContiguousArray<UInt32>
        let keys: DocumentBuilder.ObjectKeys
    }

    /// Adds the entries of the coded object at an offset to `codedEntries`. Returns the builder's keys for them.
    ///
    /// If the object represents a UUID or a UID, appends this scalar to the document instead, and returns nil.
    mutating func keys(
        ofCodedObjectAt offset: Int, _ builder: inout DocumentBuilder
    ) throws -> DocumentBuilder.ObjectKeys? {
        guard let nameOffset = try layout.textOffset(at: offset + 1, tables) else {
            throw layout.error("The name of an object's class isn't text.", at: offset)
        }
        let start = codedEntries.count
        if let known = codedKeys[nameOffset] {
            try addEntries(ofCodedObjectAt: offset)
            if hasEntries(known.texts, from: start) { return known.keys }
            return try makeKeys(from: start, of: known.codedClass, at: nameOffset, &builder)
        }
        let name = try keyText(ofStringAt: nameOffset, isAlias: nameOffset != offset + 1)
        if FoundationClass.scalars.contains(name) {
            if let value = try knownScalars[offset]?.get() ?? codedScalar(named: name, at: offset) {
                try builder.append(value)
                return nil
            }
            // If it isn't written as Foundation writes it, it is an ordinary object.
            guard allowsClasses else { throw layout.classRefused(at: offset) }
        }
        let codedClass = codedClasses[ExactText(name)] ?? CodedClass(name: name)
        codedClasses[ExactText(name)] = codedClass
        try addEntries(ofCodedObjectAt: offset)
        return try makeKeys(from: start, of: codedClass, at: nameOffset, &builder)
    }

    private mutating func addEntries(ofCodedObjectAt offset: Int) throws {
        var value = try end(of: offset + 1)
        while try layout.type(at: value) != .unset {
            let key = try end(of: value)
            guard let text = try layout.textOffset(at: key, tables) else {
                throw layout.error("An object's key isn't text.", at: key)
            }
            codedEntries.append(
                CodedEntry(
                    key: UInt32(truncatingIfNeeded: key), text: UInt32(truncatingIfNeeded: text),
                    value: UInt32(truncatingIfNeeded: value)))
            value = try end(of: key)
        }
    }

    /// Returns true if the entries from an index on have keys with these texts.
    private func hasEntries(_ texts: ContiguousArray<UInt32>, from start: Int) -> Bool {
        guard codedEntries.count - start == texts.count else { return false }
        for index in texts.indices where codedEntries[start + index].text != texts[index] { return false }
        return true
    }

    /// Returns the builder's keys for the entries from an index on, and keeps them for the next object of the class. If
    /// a key occurs more than once, its last value is used, as in the original.
    private mutating func makeKeys(
        from start: Int, of codedClass: CodedClass, at nameOffset: Int, _ builder: inout DocumentBuilder
    ) throws -> DocumentBuilder.ObjectKeys {
        var names: [String] = []
        names.reserveCapacity(codedEntries.count - start)
        for index in start..<codedEntries.count { names.append(try keyText(of: codedEntries[index])) }
        let keys: DocumentBuilder.ObjectKeys
        do {
            keys = try builder.objectKeys(names, of: codedClass)
        } catch {
            guard error.code == .duplicateKey else { throw error }
            return try builder.objectKeys(uniqueNames(names, from: start), of: codedClass)
        }
        // An object of the class "NSUUID" is looked at as a whole, because another one may be a UUID.
        if !FoundationClass.scalars.contains(codedClass.name) {
            var texts: ContiguousArray<UInt32> = []
            texts.reserveCapacity(names.count)
            for index in start..<codedEntries.count { texts.append(codedEntries[index].text) }
            codedKeys[nameOffset] = CodedKeys(codedClass: codedClass, texts: texts, keys: keys)
        }
        return keys
    }

    private mutating func keyText(of entry: CodedEntry) throws -> String {
        try keyText(ofStringAt: Int(entry.text), isAlias: entry.text != entry.key)
    }

    /// Removes all entries but the last one of each key, and returns the keys. The entries from an index on have the
    /// given keys.
    private mutating func uniqueNames(_ names: [String], from start: Int) -> [String] {
        var positions: [ExactText: Int] = [:]
        var found: [String] = []
        for (index, name) in names.enumerated() {
            let entry = codedEntries[start + index]
            if let known = positions[ExactText(name)] {
                codedEntries[start + known].value = entry.value
            } else {
                positions[ExactText(name)] = found.count
                codedEntries[start + found.count] = entry
                found.append(name)
            }
        }
        codedEntries.truncate(to: start + found.count)
        return found
    }

    /// Returns the UUID or the UID that the coded object at an offset represents. Returns nil if the object has no
    /// sixteen bytes for a UUID, or no number for a UID.
    private mutating func codedScalar(named name: String, at offset: Int) throws -> ModelScalar? {
        let isUID = name == FoundationClass.uid
        let key = isUID ? FoundationClass.uidKey : FoundationClass.uuidKey
        let start = codedEntries.count
        try addEntries(ofCodedObjectAt: offset)
        defer { codedEntries.truncate(to: start) }
        // The last value of a key is used.
        var place: Int?
        for index in start..<codedEntries.count where try keyText(of: codedEntries[index]) == key {
            place = Int(codedEntries[index].value)
        }
        guard let place else { return nil }
        let type = try layout.type(at: place)
        var value: ModelScalar?
        if isUID {
            value = try integer(type, at: place).flatMap { UInt64(exactly: $0) }.map { .uid($0) }
        } else if [.data, .mutableData, .keyedArchive].contains(type) {
            // These types of chunks are data in a document.
            value = (try? ScalarConversion.uuid(scalar(type, at: place), fromText: false)).map { .uuid($0) }
        }
        // Very many aliases may refer to an object with very many entries.
        if let value, codedEntries.count - start > 4 { knownScalars[offset] = .success(value) }
        return value
    }
}
