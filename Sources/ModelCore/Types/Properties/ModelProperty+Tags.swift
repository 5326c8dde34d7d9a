// The properties of tags: constants of the class, unless the class declares the property itself.

extension ClassTag {
    /// Returns the properties of a class, with its tag as the first property. If a property already has the tag's key,
    /// that property represents the tag.
    func adding(to properties: [ModelProperty]) -> [ModelProperty] {
        guard let index = properties.firstIndex(where: { $0.isUnder(key) }) else {
            // A property may have that name and another key.
            let isTaken = properties.contains { $0.name == key }
            let name = isTaken ? "$" + key : key
            // An object of the class may have no tag.
            let property =
                isUntagged
                ? ModelProperty(
                    name, \BaseModel[classTagIfAny: key], [], PropertyCode<String?>.own(isNilDefault: true))
                : ModelProperty(name, \BaseModel[classTag: key], [], PropertyCode<String>.own(isNilDefault: true))
            return [property.tagged(by: key)] + properties
        }
        var properties = properties
        return [properties.remove(at: index).tagged(by: key)] + properties
    }
}

extension ModelProperty {
    /// True if files store the property under the given key.
    fileprivate func isUnder(_ key: String) -> Bool {
        let declared = keys.compactMap(\.place).contains { if case .keys(let way) = $0 { way == [key] } else { false } }
        return declared || name == key && keys.allSatisfy { $0.place == nil || $0.isStyle }
    }
}

extension ModelClass {
    /// The class's tag with a key; nil if the class has no tag with this key.
    func tag(forKey key: String) -> ClassTag? { tags.first { $0.key == key } }

    /// Throws `duplicateClass` if another class in the hierarchy has the class's tag. Objects of the two classes
    /// couldn't be distinguished when they are read.
    func checkTags() throws(ModelError) {
        for tag in tags { try ClassRegistry.current.taggedClasses.check(tag) }
        guard Set(tags.map(\.key)).count < tags.count else { return }
        throw ModelError(.duplicateKey, "Two hierarchies around the class \(name) have one key for their tags.")
    }
}

extension ModelEncoder {
    /// Encodes the tag of an object, after the tag's key.
    func encodeTag(of object: BaseModel, _ key: String) throws {
        if let text = object[classTagIfAny: key] { return try encodeValue(text) }
        if case .null? = object.extras?.origin?.tags[key] { return try encodeNull() }
        try encodeNothing()
    }
}
