import FormatSupport

// How closely a case of an untagged enum fits a file's value.

/// The agreement between a file's value and a case of an untagged enum. The first case is the closest agreement.
enum CaseFit: Comparable {
    /// All types know all keys of the file's dictionaries. Writing the scalars gives the file's scalars again.
    case exact
    /// All types know all keys of the file's dictionaries.
    case known
    /// The structs that are the case's values, or elements of its values, know all keys. Writing the scalars gives
    /// the file's scalars again.
    case ownExactly
    /// The structs that are the case's values, or elements of its values, know all keys.
    case own

    /// True if the file's scalars are compared with the scalars that would be written.
    var comparesScalars: Bool { self == .exact || self == .ownExactly }
    /// The closest agreement that doesn't compare scalars.
    var withoutComparing: CaseFit { self < .ownExactly ? .known : .own }
    /// True if a class may keep unknown keys, and if a struct inside another struct may ignore unknown keys.
    var allowsUnknown: Bool { self >= .ownExactly }
}

extension DocumentCursor {
    /// True while a case of an untagged enum is tried. A number is then not read as a text, and a text isn't read as a
    /// number, except in formats that store all single values as text.
    var isExact: Bool { fit != nil }

    /// Notes that the tried case may fit with this agreement, although it doesn't fit with the required agreement.
    mutating func noteNeeded(_ fit: CaseFit) { neededFit = min(neededFit ?? fit, fit) }

    /// True if the dictionary that was entered last is inside a struct or an object that is a value of the tried
    /// case.
    var isInsideCase: Bool {
        (caseLevel + 1..<max(level, caseLevel + 1)).contains { frames[$0].isModel && !frames[$0].tag.isArray }
    }

    /// True if the dictionary that was entered last may have unknown keys. If it may not, notes whether a lesser
    /// agreement would allow them.
    ///
    /// - Parameter isKept: True if the type keeps unknown keys.
    mutating func allowsUnknown(isKept: Bool = false) -> Bool {
        guard let fit else { return true }
        guard isKept || isInsideCase else { return false }
        if fit.allowsUnknown { return true }
        noteNeeded(.ownExactly)
        return false
    }
}

extension ModelDecoder {
    /// Decodes a value of the tried case. Throws if the value is a scalar that would be written as another scalar.
    @inline(never)
    func decodeFitting<Value: ModelValue>(_ type: Value.Type, _ fit: CaseFit) throws -> Value {
        guard cursor.slot != ModelDocument.Content.noIndex, !cursor.isAtContainer else { return try decodeOwn(type) }
        let index = cursor.index
        let value = try decodeOwn(type)
        if try isWritten(value, as: index) { return value }
        cursor.noteNeeded(fit.withoutComparing)
        throw ModelError(.typeMismatch, "The value would be written as another one.")
    }

    /// True if writing the decoded value gives the scalar at an index again.
    private func isWritten<Value: ModelValue>(_ value: Value, as index: Int) throws -> Bool {
        let content = cursor.content
        switch content.word(at: index).tag {
        case .string where Value.self == String.self || Value.self == String?.self: return true
        case .int64 where Value.self == Int.self || Value.self == Int?.self: return true
        case .double where Value.self == Double.self || Value.self == Double?.self: return true
        case .yes where Value.self == Bool.self || Value.self == Bool?.self: return true
        case .no where Value.self == Bool.self || Value.self == Bool?.self: return true
        // An archive may have been made in another way.
        case .null, .absent, .unreadable: return true
        case .data where content.mayHoldArchive(at: index): return true
        case .numeral:
            // A number with more digits than any number type has.
            if (try? content.exactNumber(at: index)) == nil { return Value.self == ModelDocument.self }
        default: break
        }
        let own = (Value.self as? any OptionalValue.Type)?.wrappedType ?? Value.self
        // An enum compares the values of its cases, and its declaration says which names they have.
        if let record = own as? any ModelRecord.Type, record.modelType?.isEnum == true { return true }
        if content.isLong(index) { try context.count(bytes: content.words.view.byteCount(at: index + 1)) }
        let exact = try content.exactNumber(at: index) ?? content.keptScalar(at: index)
        guard let read = exact ?? content.scalar(at: index) else { return true }
        return writtenScalars(of: value).contains { read.isWritten(as: $0, in: content.conventions) }
    }

    /// The scalars that files may contain for a value. Empty for a container, and for a value that can't be written.
    private func writtenScalars<Value: ModelValue>(of value: Value) -> [ModelScalar] {
        let conventions = cursor.content.conventions.read(as: context.conventions.reading)
        guard let scalar = AnyValue.scalar(of: value) ?? encodedScalar(of: value, conventions) else { return [] }
        func lowered(to capabilities: FormatCapabilities) -> ModelScalar? {
            try? conventions.styled(scalar).plain(for: capabilities, limits: limits)
        }
        let own = lowered(to: cursor.capabilities)
        // A document, and a dictionary of the program, may have been made of a file whose format isn't known any more.
        guard cursor.capabilities == .all, cursor.scalars != .typed, cursor.scalars != .booleans else {
            return own.map { [$0] } ?? []
        }
        return [own, lowered(to: cursor.scalars.plainest), scalar].compactMap(\.self)
    }

    /// The scalar that the type's encode function writes for a value. Nil if it writes no scalar.
    private func encodedScalar<Value: ModelValue>(of value: Value, _ conventions: FileConventions) -> ModelScalar? {
        let encoder = ModelEncoder(conventions, capabilities: cursor.capabilities, limits: limits)
        guard (try? encoder.encodeValue(value)) != nil else { return nil }
        return (try? encoder.finish())?.root.scalar
    }
}

extension FileConventions.Scalars {
    /// The capabilities of a format whose files have scalars of this kind.
    fileprivate var plainest: FormatCapabilities {
        let plain: FormatCapabilities = [.null, .decimals, .numerals, .archives]
        return self == .numerals ? plain.union([.data, .exactDates]) : plain
    }
}

extension ModelScalar {
    /// True if a file with `other` instead of this scalar has the same value.
    fileprivate func isWritten(as other: ModelScalar, in conventions: FileConventions) -> Bool {
        if self == other { return true }
        // In these files, all scalars are text.
        if conventions.scalars == .strings, case .string(let text) = self {
            return (try? ScalarConversion.string(other, fromText: true)) == text
        }
        guard isNumber, other.isNumber else { return false }
        if let own = real, let other = other.real, !conventions.hasNumerals || !own.isFinite {
            return own == other || own.isNaN && other.isNaN
        }
        guard let own = try? ScalarConversion.decimal(self, fromText: false),
            let other = try? ScalarConversion.decimal(other, fromText: false)
        else { return false }
        return own == other
    }

    private var isNumber: Bool { [.integer, .real, .decimal].contains(kind) }

    /// The number as a double, if it is a float or a double.
    private var real: Double? {
        switch self {
        case .float(let value): Double(value)
        case .double(let value): value
        default: nil
        }
    }
}
