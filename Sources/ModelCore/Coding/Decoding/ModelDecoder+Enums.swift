import FormatSupport

// Enums, which are stored by the name of their case.

extension ModelDecoder {
    /// Decodes an enum: text for a case, or a dictionary with the case as its only key.
    ///
    /// - Parameters:
    ///   - type: The enum.
    ///   - body: Makes a value of the case with the given name. The decoder has the case's values under that name. If
    ///     the type doesn't know the case, the name is nil, and the whole value is at the decoder's position.
    /// - Throws: `typeMismatch` for a value in another form; the errors of `body`; `cycle`; `depthExceeded`.
    func decodeEnum<Value: ModelRecord>(
        _ type: Value.Type, _ body: (_ name: String?, ModelDecoder) throws -> Value
    ) throws -> Value {
        try answer(for: type)
        if let archive = try embeddedArchive() { return try archive.decodeEnum(type, body) }
        let decoded = try decodedRecord(type)
        state.place = .key
        let mark = cursor.mark
        switch decoded.type.caseForm {
        case .key: break
        case .tag(let key): return try decodeTagged(decoded, key, content: nil, body)
        case .tagAndContent(let key, let content): return try decodeTagged(decoded, key, content: content, body)
        case .untagged: return try decodeUntagged(decoded, body)
        }
        guard cursor.isAtContainer else {
            guard try peekKind() == .string else { throw mismatch(expected: "a case of the \(decoded.type.title)") }
            let place = location
            guard let name = decoded.caseName(for: try decodeString()) else {
                cursor.rewind(to: mark)
                return try body(nil, self)
            }
            guard decoded.type.casesWithValues.contains(name) else { return try body(name, self) }
            // All values of the case may have defaults.
            do {
                return try body(name, withoutValues())
            } catch {
                throw leaving(decoded, with: ModelError(wrapping: error).at(place))
            }
        }
        let level = try beginRecord(decoded)
        guard let name = try onlyCase(decoded) else {
            cursor.rewind(to: mark)
            return try body(nil, self)
        }
        let value: Value
        do {
            if !decoded.type.casesWithValues.contains(name) { try requireNoValues(of: ModelKey(name)) }
            value = try body(name, self)
        } catch {
            throw leaving(decoded, with: error)
        }
        try cursor.endStruct(level)
        return value
    }

    /// The error for the case at the position, which the type doesn't know.
    func unknownCase<Value: ModelRecord>(of type: Value.Type) -> ModelError {
        let keys = try? type.modelType?.keys(for: format, style: context.conventions.keyStyle)
        let cases = (type.modelType?.keyedProperties ?? []).map { keys?.entry(named: $0.name)?.key ?? $0.name }
        switch type.modelType?.caseForm {
        case .untagged?: return untaggedMismatch(type)
        case .tag(let key)?, .tagAndContent(let key, _)?: return tagMismatch(key, cases)
        default: break
        }
        let found = cursor.isAtContainer ? cursor.container?.root.properties.first?.key : try? cursor.peekText()
        return ModelError(
            .typeMismatch, expected: "one of the cases \(cases.joined(separator: ", "))",
            found: found ?? "something else"
        ).at(location)
    }

    /// Decodes an enum whose case is named under a key.
    ///
    /// - Parameter content: The key of the case's values. Nil: the values are beside the case's name.
    private func decodeTagged<Value>(
        _ decoded: DecodedStruct, _ tag: String, content: String?, _ body: (String?, ModelDecoder) throws -> Value
    ) throws -> Value {
        guard cursor.isAtContainer, !cursor.isAtArray else {
            throw mismatch(expected: "a case of the \(decoded.type.title)")
        }
        // The name is searched for without entering the dictionary, because the struct of the values is read from this
        // dictionary.
        if content == nil, let name = tagText(tag).flatMap({ decoded.caseName(for: $0) }),
            decoded.type.casesWithValues.contains(name)
        {
            let outer = cursor.passing
            cursor.passing = (outer.index == cursor.index ? outer.keys + [tag] : [tag], cursor.index)
            defer { cursor.passing = outer }
            state.place = .here
            do {
                return try body(name, self)
            } catch {
                throw leaving(decoded, with: error)
            }
        }
        let mark = cursor.mark
        let level = try beginRecord(decoded)
        guard let name = try caseText(tag).flatMap({ decoded.caseName(for: $0) }),
            case let hasValues = decoded.type.casesWithValues.contains(name), content != nil || !hasValues
        else {
            cursor.rewind(to: mark)
            return try body(nil, self)
        }
        let value: Value
        do {
            if hasValues, let content { state.place = .content(content) }
            value = try body(name, self)
            if decoded.type.refusesUnknown || cursor.isExact {
                let known: Set<String> = [tag, content ?? tag]
                if let other = try ownKeys().first(where: { !known.contains($0) }),
                    decoded.type.refusesUnknown || !cursor.allowsUnknown()
                {
                    throw failing(.key(other), error(.unknownKey, "The \(decoded.type.title) knows no such key."))
                }
            }
        } catch {
            throw leaving(decoded, with: error)
        }
        try cursor.endStruct(level)
        return value
    }

    /// The text that the dictionary at the position has under a key. Nil if there is no such text, and for any other
    /// value.
    private func tagText(_ tag: String) -> String? {
        if cursor.holdsInstances { _ = try? cursor.expandInstance(at: cursor.index) }
        let value = ModelDocument.Value(document: ModelDocument(cursor.content), index: cursor.index)[tag]
        return value?.kind == .string ? value?.stringValue : nil
    }

    /// The keys of the dictionary that was entered last, without the keys that name the cases of enums around this
    /// enum.
    private func ownKeys() throws -> [String] {
        let keys = try objectKeys()
        guard cursor.passing.index == cursor.frame.start else { return keys }
        return keys.filter { !cursor.passing.keys.contains($0) }
    }

    /// The text under the key that names a case, in the dictionary that was entered last. Nil if there is no such
    /// text.
    private func caseText(_ tag: String) throws -> String? {
        guard try cursor.moveToKey(ModelKey(tag)), try peekKind() == .string else { return nil }
        return try cursor.decodeString()
    }

    /// The error for a value with another name of a case, or without one.
    private func tagMismatch(_ key: String, _ cases: [String]) -> ModelError {
        let found = cursor.isAtContainer ? cursor.container?.root[key] : nil
        let expected = "one of the cases \(cases.joined(separator: ", "))"
        guard let found else {
            return ModelError(.missingValue, "Expected \(expected) under the key \(key).").at(location)
        }
        return ModelError.prefixing(
            .key(key),
            to: ModelError(.typeMismatch, expected: expected, found: found.stringValue ?? "\(found.kind)").at(location))
    }

    /// The case whose key is the only key of the dictionary that was entered last. Nil if the type doesn't know the
    /// case.
    private func onlyCase(_ decoded: DecodedStruct) throws -> String? {
        let shape = cursor.shapeOfFrame
        if let shape, let known = decoded.casesOfShapes[shape] { return known }
        let keys = try ownKeys()
        guard keys.count == 1 else {
            throw error(
                .typeMismatch,
                "Expected one case of the \(decoded.type.title), found a dictionary with \(keys.count) keys.")
        }
        let name = decoded.caseName(for: keys[0])
        // A key whose value is nil doesn't count, and in another dictionary of the same shape it may have a value.
        if let shape, cursor.frame.count == 1 { decoded.casesOfShapes[shape] = name }
        return name
    }

    /// Checks that a case without values has no values in its dictionary.
    private func requireNoValues(of name: ModelKey) throws {
        try atKey(name) { hasValue in
            guard hasValue else { return }
            guard cursor.isAtContainer, try beginObject() == nil, try objectKeys().isEmpty else {
                throw error(.typeMismatch, "The case has no values.")
            }
            try endObject()
        }
    }

    /// A decoder that has entered an empty dictionary.
    private func withoutValues() throws -> ModelDecoder {
        let decoder = inner(try Self.noValues)
        try decoder.beginObject()
        return decoder
    }

    static var noValues: ModelDocument {
        get throws(ModelError) { try ModelDocument(encoding: [String: Int]()) }
    }
}

extension DocumentCursor {
    /// True if an array, a dictionary, an object, or one of these from the program is at the position.
    var isAtContainer: Bool {
        let tag = content.word(at: index).tag
        return tag.isContainer || (tag == .instance && instanceKind(at: index).isContainer)
    }

    /// The shape of the dictionary that was entered last. Nil if the dictionary is read with a lookup.
    var shapeOfFrame: Int? { frame.hasLookup ? nil : content.low(at: frame.start) }

    mutating func peekText() throws -> String {
        let mark = mark
        defer { rewind(to: mark) }
        return try decodeString()
    }
}

extension ModelType {
    /// The names of cases by their keys in files.
    func cases(by keys: PropertyKeys?) -> [ExactText: String] {
        var cases: [ExactText: String] = [:]
        for property in keyedProperties {
            let entry = keys?.entry(named: property.name)
            // A format's style applies to keys, and not to names that are stored as text.
            let own = entry?.isStyled == true ? [[property.name]] : []
            for place in [entry?.place ?? [property.name]] + (entry?.aliases ?? []) + own {
                if let key = place.first { cases[ExactText(key)] = property.name }
            }
        }
        return cases
    }
}
