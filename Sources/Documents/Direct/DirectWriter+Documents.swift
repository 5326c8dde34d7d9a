import FormatSupport

// The loop from a document to a writer.

extension DirectWriter where Self: ~Copyable {
    /// Writes the values that a walker goes through.
    ///
    /// - Throws: The errors of ``DocumentWalker/next()``; `unrepresentableValue` for a value that the writer refuses;
    ///   `bytesExceeded` if the writer is ``isOverfull``.
    @inlinable
    public mutating func write(_ walker: inout DocumentWalker) throws(ModelError) {
        _ = try write(&walker, from: WrittenLevel(.root)) { _, _ in false }
    }

    /// - Parameters:
    ///   - first: The level to begin with. If it isn't the root, only the members of the document's object are
    ///     written.
    ///   - writeInstance: Writes an instance of a class that the document refers to but doesn't contain. It gets the
    ///     instance's number in the document, and returns false on failure.
    /// - Returns: The level at the end.
    @inlinable
    mutating func write(
        _ walker: inout DocumentWalker, from first: WrittenLevel, _ writeInstance: (Int, inout Self) -> Bool
    ) throws(ModelError) -> WrittenLevel {
        let repeatsValues = walker.sharesLongText
        if first.kind != .root { _ = try walker.next() }
        var level = first
        var outer = Stack<WrittenLevel>()
        /// True if the next text follows the key that names a class.
        var namesClass = false
        while true {
            if let value = walker.nextMember() {
                try writeKey(walker.memberNumber, &level, walker)
                switch value {
                case .string:
                    if repeatsValues, let number = walker.longNumber {
                        try writeLong(number, value, walker)
                    } else {
                        try writeText(walker)
                    }
                case .int64(let number): append(number)
                case .double(let number): if !append(number) { try writeRare(value, walker) }
                case .bool(let value): append(value)
                default: throw unwritten(value)
                }
                continue
            }
            if isOverfull { throw ModelError.tooLarge(walker.limits.bytes) }
            guard let step = try walker.next() else { return level }
            switch step {
            case .key:
                if walker.visitsAbsent, walker.isAbsent {
                    walker.withKeyBytes { unsafe skip(key: $0) }
                    walker.skipMember()
                    continue
                }
                try writeKey(walker.keyNumber, &level, walker)
                namesClass = walker.namesClass
                continue
            case .end:
                guard let next = outer.popLast() else { return level }
                end(level)
                level = next
                continue
            default: break
            }
            if level.kind == .array {
                element(isFirst: level.isEmpty)
                level.isEmpty = false
            }
            switch step {
            case .string:
                if repeatsValues, let number = walker.longNumber {
                    try writeLong(number, step, walker)
                } else {
                    try writeText(walker, namesClass: namesClass)
                }
                namesClass = false
            case .int64(let number): append(number)
            case .bool(let value): append(value)
            case .double(let number): if !append(number) { try writeRare(step, walker) }
            case .beginArray, .beginDictionary, .beginValueDictionary, .beginObject:
                outer.append(level)
                level = try begin(step, &walker)
            case .reference(let number):
                guard number < 0 ? writeInstance(~number, &self) : refer(to: number) else { throw unwritten(step) }
            case .data where repeatsValues:
                if let number = walker.longNumber {
                    try writeLong(number, step, walker)
                } else {
                    try writeRare(step, walker)
                }
            case .null where level.kind == .array || level.kind == .entries:
                guard appendNull() else { throw unwritten(step) }
            default: try writeRare(step, walker)
            }
        }
    }

    @inlinable
    @inline(__always)
    mutating func begin(
        _ step: DocumentWalker.Step, _ walker: inout DocumentWalker
    ) throws(ModelError) -> WrittenLevel {
        if !walker.repeatsShared, let number = walker.number { self.number(number) }
        switch step {
        case .beginArray(let kind, let count):
            guard beginArray(kind, count: count) else { throw unwritten(step) }
            return WrittenLevel(.array)
        case .beginDictionary:
            guard beginDictionary(count: walker.countsMembers ? walker.memberCount : 0) else { throw unwritten(step) }
            return WrittenLevel(.dictionary)
        default:
            guard try beginRare(step, &walker) else { throw unwritten(step) }
            return WrittenLevel(walker.codedClass == nil ? .entries : .object)
        }
    }

    @inlinable
    @inline(never)
    mutating func beginRare(_ step: DocumentWalker.Step, _ walker: inout DocumentWalker) throws(ModelError) -> Bool {
        switch step {
        case .beginValueDictionary(let count):
            guard let order = beginValueDictionary(count: count) else { return false }
            if order == .valuesFirst { walker.visit(walker.value.entries.flatMap { [$0.value, $0.key] }) }
            return true
        case .beginObject:
            guard let codedClass = walker.codedClass, let shape = walker.shapeNumber else { return false }
            let value = walker.value
            let count = walker.countsMembers ? walker.memberCount : 0
            return beginObject(codedClass, shape: shape, count: count) { value.shapeKeys }
        default: return false
        }
    }

    @inlinable
    @inline(__always)
    mutating func end(_ level: WrittenLevel) {
        switch level.kind {
        case .array: endArray(isEmpty: level.isEmpty)
        case .object: endObject(isEmpty: level.isEmpty)
        case .dictionary, .entries, .root: endDictionary(isEmpty: level.isEmpty)
        }
    }

    @inlinable
    @inline(__always)
    mutating func writeKey(
        _ number: Int?, _ level: inout WrittenLevel, _ walker: borrowing DocumentWalker
    ) throws(ModelError) {
        if let number, repeatKey(number, isFirst: level.isEmpty) {
            level.isEmpty = false
        } else {
            try writeNewKey(number, &level, walker)
        }
    }

    @inlinable
    @inline(never)
    mutating func writeNewKey(
        _ number: Int?, _ level: inout WrittenLevel, _ walker: borrowing DocumentWalker
    ) throws(ModelError) {
        var isWritten = false
        walker.withKeyBytes { isWritten = unsafe key($0, number: number, isFirst: level.isEmpty) }
        guard isWritten else { throw unwritten(.key) }
        level.isEmpty = false
    }

    @inlinable
    @inline(__always)
    mutating func writeText(
        _ walker: borrowing DocumentWalker, namesClass: Bool = false
    ) throws(ModelError) {
        var isWritten = false
        walker.withBytes { isWritten = unsafe append(utf8: $0) }
        if !isWritten { try writeOther(walker, namesClass: namesClass) }
    }

    /// Writes a text that ``append(utf8:)`` has refused. Throws if the text is the name of a class.
    @inlinable
    @inline(never)
    mutating func writeOther(_ walker: borrowing DocumentWalker, namesClass: Bool) throws(ModelError) {
        if namesClass { throw ModelError.unwritten(className: walker.text) }
        guard append(ModelScalar.string(walker.text)) else { throw unwritten(.string) }
    }

    /// Writes a long text or data that the document may contain more than once.
    @inlinable
    @inline(never)
    mutating func writeLong(
        _ number: Int, _ step: DocumentWalker.Step, _ walker: borrowing DocumentWalker
    ) throws(ModelError) {
        if repeatValue(number) { return }
        if case .string = step { try writeText(walker) } else { try writeRare(step, walker) }
        noteValue(number)
    }

    @inlinable
    @inline(never)
    mutating func writeRare(_ step: DocumentWalker.Step, _ walker: borrowing DocumentWalker) throws(ModelError) {
        let isWritten =
            switch step {
            case .null: walker.isNil ? appendNil() : appendNull()
            case .uint64(let number): append(.uint64(number))
            case .float(let number): append(number) || append(.float(number))
            // It was refused as a double.
            case .double(let number): append(.double(number))
            case .date(let date): append(date) || append(.date(date))
            case .data: append(walker.data)
            case .other:
                if let digits = walker.numeral { append(numeral: digits) } else { append(walker.scalar ?? .null) }
            default: false
            }
        guard isWritten else { throw unwritten(step) }
    }

    @usableFromInline
    @inline(never)
    func unwritten(_ step: DocumentWalker.Step) -> ModelError {
        refusal ?? ModelError(.unrepresentableValue, "The format has no form for \(step).")
    }
}

extension ModelError {
    @usableFromInline
    @inline(never)
    static func unwritten(className: String) -> ModelError {
        ModelError(
            .unrepresentableValue,
            "The format can't hold the characters of the class name \(ErrorText.quoted(className)).")
    }
}

/// An open container that the loop writes.
@usableFromInline
struct WrittenLevel: BitwiseCopyable {
    @usableFromInline
    enum Kind: UInt8, BitwiseCopyable {
        case root, array, dictionary, object
        /// A dictionary whose keys are any values.
        case entries
    }
    @usableFromInline let kind: Kind
    @usableFromInline var isEmpty: Bool

    @inlinable
    init(_ kind: Kind, isEmpty: Bool = true) {
        self.kind = kind
        self.isEmpty = isEmpty
    }
}
