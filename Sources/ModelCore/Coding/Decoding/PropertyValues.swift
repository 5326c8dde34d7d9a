/// The values of a struct's properties in a file, from which a value of the struct is made.
///
/// They are requested by the names of the properties. Requests in the order of the struct's description are the
/// fastest.
public struct PropertyValues {
    private let decoder: ModelDecoder
    private let rows: PropertyRows
    /// True if the only property, which has no key, has a value in the file. Nil if each property has a key.
    private let hasOnlyValue: Bool?
    /// The index of the property that is expected to be requested next.
    private var next = 0

    init(_ decoder: ModelDecoder, _ rows: PropertyRows, hasOnlyValue: Bool? = nil) {
        self.decoder = decoder
        self.rows = rows
        self.hasOnlyValue = hasOnlyValue
    }

    /// The value of a property that has no default. If the file lacks the value, an optional property is nil.
    ///
    /// - Throws: `missingValue` if the file lacks the value of a property that isn't optional; the errors of decoding
    ///   the value.
    public mutating func value<Value>(_ name: ModelKey) throws -> Value {
        try decode(row(name)) { [decoder] in try decoder.missing() }
    }

    /// The value of a property, or its default if the file lacks the value.
    ///
    /// - Throws: The errors of decoding it.
    public mutating func value<Value>(_ name: ModelKey, or standard: Value) throws -> Value {
        try decode(row(name)) { standard }
    }

    /// Sets a property after the struct was made, for example a computed property. If the file lacks the value, the
    /// property keeps its value.
    ///
    /// - Throws: The errors of decoding it.
    public mutating func set<Root>(_ name: ModelKey, in root: inout Root) throws {
        let row = try row(name)
        let code = rows.codes[row]
        guard rows.properties[row].rootType == Root.self else {
            throw ModelError.misuse("The property \(name) isn't one of a \(Root.self).")
        }
        guard let decode = code.decode else { return }
        try decoder.atKey(code.key) { hasValue in
            try unsafe withUnsafeMutablePointer(to: &root) {
                try unsafe decode(PropertyOwner(UnsafeMutableRawPointer($0)), nil, decoder, hasValue)
            }
        }
    }

    private func decode<Value>(_ row: Int, or standard: () throws -> Value) throws -> Value {
        let code = rows.codes[row]
        guard rows.properties[row].valueType == Value.self else {
            throw ModelError.misuse("The property \(code.key) isn't a \(Value.self).")
        }
        let typed = unsafe unsafeDowncast(code.code, to: PropertyCode<Value>.self)
        func value(_ hasValue: Bool) throws -> Value {
            if hasValue {
                let slot = decoder.cursor.slot
                do {
                    return try typed.decode(decoder)
                } catch {
                    if hasOnlyValue != nil { throw error }
                    try decoder.pass(error, at: slot)
                }
            }
            return decoder.foundNil ? try decodeNil(typed, row, standard) : try standard()
        }
        if let hasOnlyValue { return try value(hasOnlyValue) }
        let (level, depth) = (decoder.cursor.level, decoder.context.depth)
        var slot = ModelDocument.Content.noIndex
        do {
            return try decoder.atKey(code.key) { hasValue in
                slot = decoder.cursor.slot
                return try value(hasValue)
            }
        } catch {
            throw decoder.first(
                error, at: slot == ModelDocument.Content.noIndex ? nil : slot, level, depth: depth, in: rows, after: row
            )
        }
    }

    @inline(never)
    private func decodeNil<Value>(
        _ code: PropertyCode<Value>, _ row: Int, _ standard: () throws -> Value
    ) throws -> Value {
        let hasDefault = try rows.properties[row].hasNull(at: decoder)
        let value = hasDefault ? nil : try code.decodeNil(decoder, rows.codes[row].key) { nil }
        decoder.cursor.consumeNil()
        return try value ?? standard()
    }

    /// Returns the index of a property in the struct's list of properties.
    @inline(__always)
    private mutating func row(_ name: ModelKey) throws -> Int {
        let count = rows.codes.count
        for step in 0..<count {
            let row = next &+ step < count ? next &+ step : next &+ step &- count
            guard rows.codes[row].key.isEqual(to: name) else { continue }
            next = row &+ 1
            return row
        }
        throw ModelError.misuse("There is no property \(name).")
    }
}

extension ModelKey {
    /// True if the keys have the same bytes.
    fileprivate func isEqual(to other: ModelKey) -> Bool {
        withUTF8 { own in other.withUTF8 { unsafe own.count == $0.count && own.elementsEqual($0) } }
    }
}
