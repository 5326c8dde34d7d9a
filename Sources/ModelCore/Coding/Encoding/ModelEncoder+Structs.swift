// Structs: dictionaries, lists or single values.

extension ModelEncoder {
    /// Encodes a struct in its form: as a dictionary, a list or a value. An enum is encoded by its cases.
    func encodeStruct<Value: ModelRecord>(_ value: Value) throws {
        try answer(for: Value.self)
        let encoded = try encodedRecord(Value.self)
        if encoded.type.isEnum { return try encodeEnum(value, encoded.type) }
        // The memory belongs to the parameter, which doesn't change.
        try unsafe withUnsafePointer(to: value) { pointer in
            let owner = unsafe PropertyOwner(UnsafeMutableRawPointer(mutating: pointer))
            if encoded.type.form == .value {
                let rows = encoded.encodedRows.rows
                return try rows.codes[0].encode(owner, rows.offset(0), self)
            }
            try encodeRecord(encoded) {
                if let keys = encoded.keys, !keys.overlaps.isEmpty {
                    noteKeyPaths(of: keys.overlaps) { name in
                        encoded.encodedRows.rows.properties.first { $0.name == name }?.read(owner)
                    }
                }
                try encodeProperties(of: owner, encoded.encodedRows)
            }
        }
    }

    /// Encodes a dictionary or a list whose contents `body` encodes.
    func encodeRecord(_ encoded: EncodedStruct, _ body: () throws -> Void) throws {
        let tags = state.tags
        state.tags = []
        guard StackGuard.hasRoomToCode else { throw noted(.tooDeep(limits, at: builder.depth)) }
        // For a struct, a missing key always means the declared default, even inside an object that writes every nil.
        let keptNil = state.keepsNil
        state.keepsNil = false
        do {
            let level = try builder.beginStruct(shape: encoded.shape, renaming: encoded.renaming)
            if let version = encoded.type.version {
                try builder.key(VersionKey.key)
                try builder.append(Int64(version))
            }
            for tag in tags {
                try builder.key(tag.key)
                try builder.append(tag.name)
            }
            try body()
            try builder.endModel(level)
        } catch {
            let (type, conventions) = (encoded.type, state.classes.conventions)
            let styled = conventions.keyStyle.map { try? type.keys(for: conventions.format, style: $0) }
            throw noted(state.caught.locate(error) { type.located($0, by: styled ?? encoded.keys) })
        }
        state.keepsNil = keptNil
    }

    @inline(__always)
    func encodedRecord<Value: ModelRecord>(_ type: Value.Type) throws -> EncodedStruct {
        let id = ObjectIdentifier(type)
        if let found = state.classes.recent(id) { return found }
        return try state.classes.find(id, type, &builder)
    }
}

extension ModelType {
    /// The error with the property's key path in the file, in place of the property's name at the beginning of its
    /// path.
    func located(_ error: ModelError, by keys: PropertyKeys?) -> ModelError {
        if let keys { return keys.located(error) }
        guard form == .list, case .key(let name)? = error.path.components.first,
            let index = keyedProperties.firstIndex(where: { $0.name == name })
        else { return error }
        var error = error
        error.path.components[0] = .index(index)
        return error
    }
}
