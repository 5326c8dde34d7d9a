import FormatSupport

// The lowering of keys, scalars and references to the capabilities of a format.

extension DocumentWalker {
    /// The style in which files write dates, if the format can't store every date exactly. Nil: in a format without
    /// dates, ISO 8601 with all fractional digits. Set it before the first step.
    public var dateStyle: DateStyle? {
        get { conventions.dateStyle }
        set { conventions.dateStyle = newValue }
    }

    /// Counts the repetition of a long text or data at an index. Does nothing if the writer stores such a value only
    /// once.
    @inline(never)
    mutating func countRepeatedText(at place: Int) throws(ModelError) {
        switch content.word(at: place).tag {
        case .string where !sharesLongText, .data where !sharesLongData:
            try repetitions.countText(words: content.work(at: place), in: content)
        default: break
        }
    }

    /// Escapes the key that was read last, if readers could mistake it for the key that names a class. The first key
    /// of the container decides whether its keys are escaped.
    mutating func escapeKey() { escape(shapes.keys[keyNumber(frame)], before: slot) }

    /// - Parameter place: The index of the key's value.
    private mutating func escape(_ key: String, before place: Int) {
        if key == ClassKey.text, !frame.hasEscaped, isOwnKey || isNeverText(place) {
            // Readers take the key for one of the dictionary's own keys. Other libraries write it unescaped, too.
            frame.escapesKeys = false
        } else if ClassKey.isClassKey(key) {
            lower(to: .string(ClassKey.escaped(key)))
            frame.hasEscaped = true
        } else if !frame.hasEscaped {
            frame.escapesKeys = false
        }
    }

    /// True for a key of a `Codable` type. The type reads the key even if it looks like the key that names a class.
    /// False if the value is a text that is too long for the name of a class, because readers would reject that text.
    private var isOwnKey: Bool {
        guard content.word(at: frame.start).isMarked, content.codedClass(at: frame.start) == nil else { return false }
        let value = content.resolved(slot)
        switch content.word(at: value).tag {
        case .string: return words.byteCount(at: value + 1) <= CodedClass.longestName
        // Data may be converted to text, which is longer.
        case .data: return words.byteCount(at: value + 1) <= CodedClass.longestName / 2
        default: return true
        }
    }

    /// Returns true if it is certain that no format stores the value at an index as text, so that the value can't
    /// name a class.
    private func isNeverText(_ index: Int) -> Bool {
        let place = content.resolved(index)
        return switch content.word(at: place).tag {
        case .no, .yes, .int64, .uint64, .numeral, .uid: true
        case .double: Double(bitPattern: content.words[place + 1]).isFinite
        case let tag: tag.isContainer
        }
    }

    mutating func lower(to scalar: ModelScalar) {
        isLowered = true
        lowered = scalar
        loweredClass = nil
    }

    /// Makes the name of the object's class the current text. Keeps the current text if the object before had the
    /// same class. Most objects have the class of the object before.
    private mutating func lowerClass() {
        let codedClass = content.codedClass(at: frame.start)
        if codedClass !== loweredClass {
            lower(to: .string(codedClass?.name ?? ""))
            loweredClass = codedClass
        }
        isLowered = true
    }

    /// Copies the shapes before keys are added, so that the document doesn't change.
    mutating func ownShapes() {
        if shapes === content.shapes { shapes = shapes.copy() }
    }

    @usableFromInline
    @inline(never)
    mutating func nextLowered() throws(ModelError) -> Step? {
        switch frame.kind {
        case .root:
            guard frame.next < frame.end else { return nil }
            slot = frame.next
            frame.next = frame.end
            return try step()
        case .classKey:
            if classKey < 0 {
                ownShapes()
                classKey = Int(shapes.number(of: ClassKey.text))
            }
            frame.kind = .className
            return .key
        case .className:
            lowerClass()
            frame.kind = sortsKeys ? .sortedKey : .keys
            return .string
        case .textKeyValue:
            frame.kind = .textKey
            moveToNext()
            return try step()
        case .replacement:
            guard let place = replacements[replacements.count - 1].popLast() else {
                replacements.removeLast()
                return leave()
            }
            frame.count += 1
            slot = place
            return try step()
        case .sortedValue:
            frame.kind = .sortedKey
            return try step()
        case .sortedKey: return nextSortedKey()
        case .keyedValue:
            frame.kind = .valueKey
            moveToNext()
            return try step()
        case .valueKey:
            frame.kind = .keyedValue
            guard frame.next < frame.end else { return leave() }
            moveToNext()
            if case .string(let text)? = content.scalar(at: content.resolved(slot)), ClassKey.isClassKey(text) {
                lower(to: .string(ClassKey.escaped(text)))
                return .string
            }
            if frame.count == 1 { frame.kind = .elements }
            return try step()
        default: return try nextTurnedKey()
        }
    }

    private mutating func nextSortedKey() -> Step? {
        guard let member = sorted[sorted.count - 1].popLast() else {
            sorted.removeLast()
            return leave()
        }
        frame.kind = .sortedValue
        frame.count = member.count
        slot = member.place
        if member.number == nil { lower(to: .string(member.key)) }
        if frame.escapesKeys { escape(member.key, before: member.place) }
        return .key
    }

    /// Puts the members of the container that was just entered in the order in which they are visited. If
    /// ``sortsKeys`` is true, this is the order of their keys. A property's key `$class` comes before all other keys:
    /// only the first key is escaped.
    mutating func sortMembers() throws(ModelError) {
        let hasOwnClassKey = frame.escapesKeys && content.hasOwnLateClassKey(at: frame.start)
        guard sortsKeys || hasOwnClassKey else { return }
        var members: [Member] = []
        while frame.next < frame.end {
            moveToNext()
            if frame.count % LongWork.values == 0 { try LongWork.check() }
            if frame.kind == .textKey {
                let key = try nextTextKey()
                moveToNext()
                members.append(Member(key: key, number: nil, count: frame.count, place: slot))
            } else if !isLeftOut {
                let number = keyNumber(frame)
                members.append(
                    Member(key: shapes.keys[number], number: number, count: frame.count, place: slot))
            }
        }
        if frame.kind == .textKey {
            textKeys.removeLast()
            frame.escapesKeys = namesClasses
        }
        if sortsKeys {
            LongWork.sort(&members) { $1.key.utf8.lexicographicallyPrecedes($0.key.utf8) }
        } else {
            members.reverse()
        }
        if hasOwnClassKey, let own = members.firstIndex(where: { $0.key == ClassKey.text }) {
            members.append(members.remove(at: own))
        }
        sorted.append(members)
        frame.count = 0
        if frame.kind != .classKey { frame.kind = .sortedKey }
    }

    /// Moves to the next key of a dictionary whose keys are any values, and converts it to text.
    private mutating func nextTurnedKey() throws(ModelError) -> Step? {
        guard frame.next < frame.end else {
            textKeys.removeLast()
            return leave()
        }
        moveToNext()
        var text = try nextTextKey()
        if frame.count == 1 {
            frame.escapesKeys =
                namesClasses && ClassKey.isClassKey(text) && !(text == ClassKey.text && isNeverText(frame.next))
        }
        if frame.escapesKeys { text = ClassKey.escaped(text) }
        lower(to: .string(text))
        frame.kind = .textKeyValue
        return .key
    }

    /// Returns the text of the key at `slot`. Throws `unrepresentableValue` if no text represents the key, and
    /// `duplicateKey` if another key has the same text.
    private mutating func nextTextKey() throws(ModelError) -> String {
        if content.word(at: slot).tag == .moved { try countRepeatedText(at: content.resolved(slot)) }
        guard let key = content.scalar(at: content.resolved(slot)), let text = ScalarConversion.keyText(key) else {
            throw ModelError(.unrepresentableValue, "This format's keys are text, which this key has none for.")
        }
        guard textKeys[textKeys.count - 1].insert(ExactText(text)).inserted else {
            throw ModelError(.duplicateKey, "The dictionary has two keys with the text \(ErrorText.quoted(text)).")
        }
        return text
    }

    /// Lowers the scalar at `index` to the capabilities of the format, and returns its step.
    @inline(never)
    mutating func lowerScalar() throws(ModelError) -> Step {
        let isProperty =
            (frame.kind == .keys || frame.kind == .sortedKey) && content.codedClass(at: frame.start) != nil
        var scalar = try conventions.styled(content.scalar(at: index) ?? .null)
        if case .double(let value) = scalar, !value.isFinite, content.word(at: index).tag == .numeral {
            throw ModelError(.unrepresentableValue, "This format has no number beyond the largest double.")
        }
        scalar = try lowering(scalar, isProperty)
        lower(to: scalar)
        switch scalar {
        case .null: return .null
        case .bool(let value): return .bool(value)
        case .int64(let value): return .int64(value)
        case .uint64(let value): return .uint64(value)
        case .float(let value): return .float(value)
        case .double(let value): return .double(value)
        case .date(let value): return .date(value)
        case .string: return .string
        case .data: return .data
        case .decimal, .url, .uuid, .uid, .geometry: return .other
        }
    }
}
