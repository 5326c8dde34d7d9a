import FormatSupport

// Values that hold no others.

extension DocumentCursor {
    mutating func decodeScalar() throws -> ModelScalar {
        let index = index
        guard let scalar = try archivedScalar(at: index) ?? scalar(at: index) else {
            throw mismatch(expected: "a single value")
        }
        if case .double(let value) = scalar, !value.isFinite { try content.requireDouble(at: index) }
        try countText(at: index)
        consumed()
        return scalar
    }

    /// Counts the bytes of a long text or data, if it is processed.
    @inline(__always)
    private func countText(at index: Int) throws {
        switch textUse {
        case .kept: break
        case .read:
            if content.isLong(index) { try context.count(bytes: content.words.view.byteCount(at: index + 1)) }
        case .compared: try context.countCompared(at: index, of: content)
        }
    }

    /// The error of the value at the position. Nil if the value can be read.
    mutating func unreadable() -> ModelError? {
        let index = index
        guard content.word(at: index).tag == .unreadable else { return nil }
        let place = location
        return content.error(at: index)?.at(place)
    }

    mutating func mismatch(expected: String) -> ModelError {
        if let unreadable = unreadable() { return unreadable }
        if slot == ModelDocument.Content.noIndex { return Self.noValue }
        let found = (try? peekKind())?.rawValue ?? "nothing readable"
        return ModelError(.typeMismatch, expected: expected, found: found).at(location)
    }

    /// Converts the scalar at the position. A long scalar to which several references point is converted once for
    /// each type. The location is only determined for an error.
    private mutating func convert<Value>(_ conversion: (ModelScalar, _ fromText: Bool) throws -> Value) throws -> Value
    {
        let index = index
        guard isReadOften(index), content.isLong(index) else { return try convertAnew(conversion) }
        if let known: Result<Value, any Error> = context.madeValues.known(for: index, of: content) {
            let value = try known.get()
            try countText(at: index)
            consumed()
            return value
        }
        let value = Result { try convertAnew(conversion) }
        context.madeValues.keep(value, for: index, of: content)
        return try value.get()
    }

    private mutating func convertAnew<Value>(
        _ conversion: (ModelScalar, _ fromText: Bool) throws -> Value
    ) throws -> Value {
        let index = index
        do {
            let scalar = try decodeScalar()
            try countConversion(of: scalar, to: Value.self)
            return try conversion(scalar, convertsText)
        } catch let error as ModelError {
            throw error.at(location(of: index))
        }
    }

    /// Counts a text or data with which a model is set. Each model is set from a separate document. So a scalar that
    /// the file stores once is converted again for each model.
    private func countConversion(of scalar: ModelScalar, to type: Any.Type) throws {
        guard let allowance = context.conventions.allowance, convertsAllText, let bytes = scalar.memory?.count
        else { return }
        switch scalar {
        case .string where type == String.self, .data where type == Data.self: break
        default: try allowance.count(bytes: bytes)
        }
    }

    private mutating func convertNumber<Value>(_ conversion: (ModelScalar, _ fromText: Bool) throws -> Value) throws
        -> Value
    {
        let roundsNumerals = roundsNumerals
        return try convert { try conversion($0, $1 || (roundsNumerals && $0.kind != .string)) }
    }

    /// The single value in the keyed archive that is stored as data at an index. Nil if the data is no such archive,
    /// or if the format has no archives.
    mutating func archivedScalar(at index: Int) throws -> ModelScalar? {
        hasArchives ? try context.archivedScalar(at: index, of: content) : nil
    }

    /// The scalar at an index. A scalar that is read often is made once.
    private mutating func scalar(at index: Int) -> ModelScalar? {
        guard isReadOften(index) else { return content.keptScalar(at: index) ?? content.scalar(at: index) }
        return context.scalar(at: index, of: content)
    }

    /// True for a scalar that may be read often. Either references point to the scalar, or the scalar is costly and
    /// inside a shared collection.
    @inline(__always)
    func isReadOften(_ index: Int) -> Bool {
        content.word(at: index).isShared || (!openShared.isEmpty && content.isCostly(index))
    }

    mutating func decodeNull() throws -> Bool {
        guard try peekKind() == .null else { return false }
        consumed()
        return true
    }

    /// Consumes the text that Foundation's `PropertyListEncoder` writes for nil, and returns true.
    mutating func decodeNullText() -> Bool {
        guard isNullText else { return false }
        consumed()
        return true
    }

    /// True if the text that Foundation's `PropertyListEncoder` writes for nil is at the position.
    var isNullText: Bool {
        slot != ModelDocument.Content.noIndex && content.isNullText(at: index) && (convertsAllText || scalars != .text)
    }

    /// Returns to a value that couldn't be read. If the value is the text that `PropertyListEncoder` writes for nil,
    /// makes it a null. Returns false for any other value.
    mutating func moveToNullText(at slot: Int) -> Bool {
        let position = self.slot
        self.slot = slot
        guard isNullText else {
            self.slot = position
            return false
        }
        foundNil = true
        return true
    }

    mutating func decodeString() throws -> String {
        let index = index
        guard content.word(at: index).tag == .string else {
            if refusesOthers, try peekKind() != .string { throw mismatch(expected: "string") }
            let isStrict = scalars == .strings
            return try convert { try ScalarConversion.string($0, fromText: $1 && !isStrict) }
        }
        try countText(at: index)
        if isReadOften(index), case .string(let text)? = scalar(at: index) {
            consumed()
            return text
        }
        consumed()
        return content.text(at: index + 1)
    }

    mutating func decodeInt64() throws -> Int64 {
        let index = index
        guard content.word(at: index).tag == .int64 else { return try decodeInteger() }
        consumed()
        return Int64(bitPattern: content.words[index + 1])
    }

    mutating func decodeDouble() throws -> Double {
        let index = index
        guard content.word(at: index).tag == .double else {
            return try convertNumber(ScalarConversion.double)
        }
        consumed()
        return Double(bitPattern: content.words[index + 1])
    }

    mutating func decodeBool() throws -> Bool {
        switch content.word(at: index).tag {
        case .yes:
            consumed()
            return true
        case .no:
            consumed()
            return false
        default:
            if refusesOthers { throw mismatch(expected: "boolean") }
            return try convert(ScalarConversion.bool)
        }
    }

    mutating func decodeUInt64() throws -> UInt64 { try decodeInteger() }

    /// An integer of any width.
    mutating func decodeInteger<Integer: FixedWidthInteger>() throws -> Integer {
        let (content, index) = (content, index)
        if refusesOthers, [.double, .float].contains(content.word(at: index).tag) {
            throw mismatch(expected: "integer")
        }
        return try convert { scalar, fromText in
            // A numeral of many digits may not be an integer, although the nearest double is one.
            var scalar = try content.exactNumber(at: index) ?? scalar
            // A boolean is accepted for an integer.
            if content.conventions.scalars == .booleans, case .bool(let value) = scalar {
                scalar = .int64(value ? 1 : 0)
            }
            return try ScalarConversion.integer(scalar, fromText: fromText)
        }
    }

    /// The number at the position, if a decimal represents the number exactly and a double doesn't. Nil for any other
    /// value.
    var longDecimal: Decimal? {
        guard slot != ModelDocument.Content.noIndex, let digits = content.digits(at: index),
            DecimalText.isLong(digits)
        else { return nil }
        return DecimalText.decimal(digits)
    }

    mutating func decodeFloat() throws -> Float {
        let (content, index) = (content, index)
        return try convertNumber {
            if let digits = content.digits(at: index), let value = Float(digits), value.isFinite { return value }
            return try ScalarConversion.float($0, fromText: $1)
        }
    }

    mutating func decodeDecimal() throws -> Decimal {
        let (content, index) = (content, index)
        return try convert {
            guard let digits = content.digits(at: index) else { return try ScalarConversion.decimal($0, fromText: $1) }
            guard let value = DecimalText.decimal(digits) else {
                throw ModelError(.outOfRange, expected: "decimal", found: "a number with more digits than it has")
            }
            return value
        }
    }

    mutating func decodeDate() throws -> Date {
        // The date style also applies in formats with dates: the file may have been converted from a format without
        // dates.
        guard let dateStyle = content.conventions.dateStyle else {
            return try convert { scalar, _ in try ScalarConversion.date(scalar, fromText: true) }
        }
        return try convert { [isText = hasNumbersAsText] scalar, _ in
            try dateStyle.date(of: scalar, fromText: isText)
        }
    }

    mutating func decodeData() throws -> Data {
        let index = index
        guard content.word(at: index).tag == .data, case .data(let data)? = scalar(at: index) else {
            return try convert { scalar, _ in try ScalarConversion.data(scalar, fromText: true) }
        }
        try countText(at: index)
        consumed()
        return hasArchives ? try context.unwrapped(data, at: index, of: content) : data
    }

    mutating func decodeURL() throws -> URL { try convert(ScalarConversion.url) }

    mutating func embeddedArchive() throws -> ModelDecoder? {
        guard content.mayHoldArchive(at: index), let scalar = scalar(at: index),
            let decoder = try context.archive(in: scalar)
        else { return nil }
        if try decoder.peekKind().isContainer {
            // In a format with data, text can only be the archive of a single value, from a file of a format without
            // data.
            if content.word(at: index).tag == .string, !convertsText { return nil }
            guard content.conventions.trustsArchives else {
                throw ModelError(.untrustedArchive, "The data holds an archive of objects, and needn't be trusted.")
            }
        }
        consumed()
        return decoder
    }

    /// Consumes data that is an archive of an object whose class is registered, and returns a decoder for the object.
    /// Returns nil for any other value.
    mutating func archivedObject() throws -> ModelDecoder? {
        guard content.archives.contains(index), content.conventions.trustsArchives, let scalar = scalar(at: index),
            let decoder = try? context.archive(in: scalar), let name = decoder.peekClass?.name,
            try context.classes.registry.type(named: name) != nil
        else { return nil }
        consumed()
        return decoder
    }
}
