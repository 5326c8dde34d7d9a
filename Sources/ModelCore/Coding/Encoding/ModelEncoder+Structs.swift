// Structs and enums: dictionaries, or the names of cases.

extension ModelEncoder {
    /// Encodes a struct as a dictionary, or a case of an enum that has values.
    ///
    /// - Parameters:
    ///   - value: The struct, or the enum.
    ///   - type: The type's description. Evaluated once for each type.
    ///   - body: Encodes the properties by their names; for an enum, only the case.
    public func encodeStruct<Value>(_ value: Value, _ type: @autoclosure () -> ModelType, _ body: () throws -> Void)
        throws
    {
        guard StackGuard.hasRoomToCode else { throw noted(.tooDeep(limits, at: builder.depth)) }
        let encoded = try encodedStruct(Value.self, type)
        // A missing key leaves the declared default, whatever holds the value.
        let keptNil = state.keepsNil
        state.keepsNil = false
        do {
            let level = try builder.beginStruct(shape: encoded.shape, renaming: encoded.renaming)
            if let version = encoded.type.version {
                try builder.key(ModelVersions.key)
                try builder.append(Int64(version))
            }
            if let keys = encoded.keys, !keys.overlaps.isEmpty {
                let children = Mirror(reflecting: value).children
                noteKeyPaths(of: keys.overlaps) { name in children.first { $0.label == name }?.value }
            }
            try body()
            try builder.endModel(level)
        } catch {
            throw noted(state.caught.locate(error) { encoded.type.located($0, by: encoded.keys) })
        }
        state.keepsNil = keptNil
    }

    /// Encodes a case of an enum that has no values: its name in files.
    public func encodeCase<Value>(_ name: String, of value: Value, _ type: @autoclosure () -> ModelType) throws {
        try encode(try encodedStruct(Value.self, type).keys?.key(for: name) ?? name)
    }

    @inline(__always)
    private func encodedStruct<Value>(_ type: Value.Type, _ described: () -> ModelType) throws -> EncodedStruct {
        let id = ObjectIdentifier(type)
        if let found = state.classes.recent(id) { return found }
        return try state.classes.find(id, described, &builder)
    }
}

extension ModelType {
    /// The error with the property's key path in the file, in place of the name that its path begins with.
    func located(_ error: ModelError, by keys: PropertyKeys?) -> ModelError {
        if let keys { return keys.located(error) }
        guard isList, case .key(let name)? = error.path.components.first,
            let index = keyedProperties.firstIndex(where: { $0.name == name })
        else { return error }
        var error = error
        error.path.components[0] = .index(index)
        return error
    }
}
