import FormatSupport

// Keys and elements that Swift takes for equal, although the file has both: one of them would be lost.

extension CodableDecoder {
    var isAtArray: Bool { word.tag.isArray }

    /// The error for a key of the dictionary that is equal to another key in Swift.
    func duplicate(_ key: any CodingKey) -> ModelError {
        var error = ModelError.duplicateKey(key.stringValue)
        error.path = ModelPath(coding: codingPath + [key])
        return error
    }

    /// Throws `duplicateKey` if a dictionary has fewer entries than the file.
    ///
    /// - Parameters:
    ///   - count: The number of entries of the dictionary that was made.
    ///   - areNumbers: True if the keys are integers, which several texts may represent.
    func requireKeys(_ count: Int, areNumbers: Bool) throws {
        let isObject = word.tag == .object
        guard count < (isObject ? content.shapes.count(of: content.low(at: index)) : content.low(at: index)) else {
            return
        }
        if isAtArray {
            guard count < content.low(at: index) / 2 else { return }
            var error = ModelError(.duplicateKey, "The dictionary has a key twice.")
            error.path = ModelPath(coding: codingPath)
            throw error
        }
        let keys = members.map(\.key)
        guard count < keys.count else { return }
        var known: Set<String> = []
        let repeated = keys.first { key in
            !known.insert(areNumbers ? Int(key).map { "\($0)" } ?? key : key).inserted
        }
        throw duplicate(CodableKey(repeated ?? keys.last ?? ""))
    }

    /// Throws `duplicateKey` if a set has fewer elements than the file, because two texts in the file are equal in
    /// Swift.
    func requireTexts(_ count: Int) throws {
        guard isAtArray, count < content.low(at: index) else { return }
        var known: Set<String> = []
        for (position, place) in value.children.enumerated() {
            let place = content.resolved(place)
            guard content.word(at: place).tag == .string,
                case .string(let text)? = source.context.scalar(of: .init(document: source.document, index: place))
            else { continue }
            try source.context.countCompared(at: place, of: content)
            var error = EqualTexts.error(text, known.insert(text).memberAfterInsert)
            error?.path = ModelPath(coding: codingPath + [CodableKey(position)])
            if let error { throw error }
        }
    }

    /// Finds the values of an object's keys by the bytes of the keys, because Swift takes two of the keys for equal.
    ///
    /// - Throws: `duplicateKey` if the standard library makes a dictionary of all keys.
    func findEqualKeys<Key: CodingKey>(for type: Key.Type) throws {
        let members = members
        setPlaces(CodablePlaces(members))
        guard "\(type)" == "_DictionaryCodingKey" else { return }
        var known: Set<String> = []
        guard let repeated = members.first(where: { !known.insert($0.key).inserted }) else { return }
        throw duplicate(CodableKey(repeated.key))
    }
}
