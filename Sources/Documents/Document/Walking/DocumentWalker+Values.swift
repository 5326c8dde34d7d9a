import FormatSupport

// The value or the key that was read last.

extension DocumentWalker {
    /// The value that was read last, with everything in it. After a key was read, it isn't the key's value yet.
    public var value: ModelDocument.Value { ModelDocument.Value(document: document, index: index) }

    /// A number that identifies the class and the list of keys of the last object or dictionary with text keys. Two
    /// containers have the same number if and only if they have the same class and the same keys in the same order.
    /// Nil for any other kind of value.
    public var shapeNumber: Int? { content.word(at: index).tag == .object ? content.low(at: index) : nil }

    @inlinable
    package var isAtKey: Bool {
        @inline(__always) get {
            switch frame.kind {
            case .value, .className, .textKeyValue, .sortedValue: true
            default: false
            }
        }
    }

    /// A number that identifies the key that was read last, counted from 0. Two keys have the same number if and only
    /// if they are equal. It is for writers that store something for each key. Nil if no key was read last, and for a
    /// key that was lowered.
    @inlinable
    public var keyNumber: Int? {
        @inline(__always) get {
            (frame.kind == .value || frame.kind == .sortedValue) && !isLowered
                ? keyNumber(frame) : frame.kind == .className ? classKey : nil
        }
    }

    /// Calls `body` with the UTF-8 bytes of a text or of a key, or with the bytes of data. For any other value, there
    /// are no bytes.
    @safe
    @inlinable
    @inline(__always)
    public func withBytes(_ body: (UnsafeBufferPointer<UInt8>) throws -> Void) rethrows {
        guard !isLowered, !isAtKey, words[index].tag == .string else { return try withOtherBytes(body) }
        try words.withBytes(at: index &+ 1, body)
    }

    /// Calls `body` with the UTF-8 bytes of the key that was read last, with ``next()`` or with ``nextMember()``.
    @safe
    @inline(never)
    public func withKeyBytes(_ body: (UnsafeBufferPointer<UInt8>) throws -> Void) rethrows {
        guard frame.kind == .keys else { return try withBytes(body) }
        try shapes.withKey(keyNumber(frame), body)
    }

    @safe
    @usableFromInline
    @inline(never)
    func withOtherBytes(_ body: (UnsafeBufferPointer<UInt8>) throws -> Void) rethrows {
        if isLowered { return try withLoweredBytes(body) }
        if let keyNumber { return try shapes.withKey(keyNumber, body) }
        let tag = content.word(at: index).tag
        guard tag == .string || tag == .data else {
            return try unsafe body(UnsafeBufferPointer(start: nil, count: 0))
        }
        try content.withBytes(at: index + 1, body)
    }

    @safe
    private func withLoweredBytes(_ body: (UnsafeBufferPointer<UInt8>) throws -> Void) rethrows {
        switch lowered {
        case .string(var text): try text.withUTF8(body)
        case .data(let data): try data.withBytes(body)
        default: try unsafe body(UnsafeBufferPointer(start: nil, count: 0))
        }
    }

    /// A number that identifies a long text or data, if the document contains it more than once. The number is the
    /// same at each occurrence. It is for writers that store such a value once. Nil for short text and data, and for
    /// any other value.
    public var repeatedNumber: Int? { isRepeated && content.isLong(index) ? index : nil }

    /// A number that identifies a long text or data, if the walker may read it again. Nil for any other value.
    @usableFromInline var longNumber: Int? {
        !isAtKey && (!isLowered || content.word(at: index).isShared) && content.isLong(index) ? index : nil
    }

    /// True for a long text, or for data, that the document contains more than once. Then ``text`` and ``data`` are
    /// the same instance each time.
    package var isRepeated: Bool { isLowered && !isAtKey && content.word(at: index).isShared }

    /// The text or the key. Empty for any other value.
    public var text: String {
        if let keyNumber { return shapes.keys[keyNumber] }
        if isLowered { if case .string(let text) = lowered { return text } else { return "" } }
        return content.word(at: index).tag == .string ? content.text(at: index + 1) : ""
    }

    /// The data. Empty for any other value.
    public var data: Data {
        if isLowered, case .data(let data) = lowered { return data }
        return content.word(at: index).tag == .data
            ? content.withBytes(at: index + 1) { $0.data } : Data()
    }

    /// True if the null that was read last only means that there is no value: see ``DocumentBuilder/appendNil()``.
    /// For any other value, the property is true and has no meaning.
    public var isNil: Bool { content.word(at: index).tag != .null || content.isNil(index) }

    /// True for a key whose property is nil, and would also be nil if the key were missing. The walker visits such
    /// keys only if ``visitsAbsent`` is true.
    public var isAbsent: Bool { isAtKey && !isLowered && content.isMissing(at: slot) }

    /// True for the key that names an object's class.
    @usableFromInline var namesClass: Bool { frame.kind == .className }

    /// The scalar. Nil for a container and for a key.
    public var scalar: ModelScalar? { isAtKey ? nil : isLowered ? lowered : content.scalar(at: index) }

    /// The digits of a number with more digits than a double has. Nil for any other value, and in a format without
    /// ``FormatCapabilities/longNumbers``. A decimal has digits here only if the format lacks decimals and the type
    /// isn't declared: a decimal that was written as text would be read as text.
    public var numeral: String? {
        guard capabilities.contains(.longNumbers), !isLowered, !isAtKey else { return nil }
        let word = content.word(at: index)
        switch word.tag {
        case .numeral: return content.digits(at: index)
        case .decimal where word.isMarked && !capabilities.contains(.decimals):
            guard case .decimal(let value)? = content.scalar(at: index), value.isFinite else { return nil }
            let digits = "\(value)"
            guard DecimalText.isLong(digits), let double = Double(digits) else { return nil }
            guard DecimalText.isShortest(digits, of: double) else { return digits }
            // It is read as the double, and written as that the next time.
            var text = ByteBuffer(capacity: 64)
            text.appendText(double)
            return text.withBytes { $0.text }
        default: return nil
        }
    }

    /// True for a scalar without a declared type: a format may mark the scalar if it would otherwise be read as
    /// another type.
    public var isUndeclared: Bool { !content.word(at: index).tag.isContainer && content.word(at: index).isMarked }

    /// True for an object, or a reference to an object, whose class readers know without reading it from the file.
    package var isExpected: Bool {
        let word = content.word(at: slot)
        let own = word.tag == .reference || word.tag == .weakReference ? word : content.word(at: index)
        return own.isMarked
    }

    /// The class of the object that was begun last. Nil for any other value.
    public var codedClass: CodedClass? {
        content.codedClass(at: index)
    }

    /// The number by which references identify the container that was begun last. Nil if no reference refers to the
    /// container, or if shared containers are repeated.
    public var number: Int? {
        let word = content.word(at: index)
        return word.tag.isContainer && word.isShared && !repeatsShared ? content.number(at: index) : nil
    }

    /// The offset in the source at which the value begins, in bytes. Nil if there is no source.
    public var offset: Int? { content.word(at: index).offset }

    /// The path from the root to the value that was read last.
    public var path: ModelPath {
        var components: [ModelPath.Component] = []
        for depth in 0...frames.depth where depth > 0 { append(frames[depth], to: &components) }
        return ModelPath(components)
    }

    /// Returns an error as a `ModelError`. An error without a path gets the path of the value that was read last.
    public func locating(_ error: any Error) -> ModelError {
        var error = ModelError(wrapping: error)
        if error.path.components.isEmpty { error.path = path }
        return error
    }

    private func append(_ frame: borrowing Frame, to components: inout [ModelPath.Component]) {
        guard frame.count > 0 else { return }
        switch frame.kind {
        case .keys, .value, .classKey, .className:
            components.append(.key(shapes.keys[keyNumber(frame)]))
        case .root: break
        case .replacement: components.append(.index(frame.count - 1))
        case .sortedKey where content.word(at: frame.start).tag == .object,
            .sortedValue where content.word(at: frame.start).tag == .object:
            components.append(.key(shapes.keys[keyNumber(frame)]))
        case .elements where content.word(at: frame.start).tag != .dictionary:
            components.append(.index(frame.count - 1))
        case .elements, .textKey, .textKeyValue, .valueKey, .keyedValue, .sortedKey, .sortedValue:
            var key = frame.start + 3
            for _ in 0..<(frame.count - 1) & ~1 { key += content.size(at: key) }
            let text = content.scalar(at: content.resolved(key)).flatMap { ScalarConversion.keyText($0) }
            components.append(.key(text ?? "?"))
        }
    }
}
