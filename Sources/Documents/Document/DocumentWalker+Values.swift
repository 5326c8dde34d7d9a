import Foundation

// The value or the key that was met last.

extension DocumentWalker {
    /// The value that was met last, with all that is in it; the value of a key where that was met last isn't yet.
    public var value: ModelDocument.Value { ModelDocument.Value(document: document, index: index) }

    /// Which class and keys an object has, or which keys a dictionary with text keys: the same number if and only if
    /// they are the same, in the same order. Nil for anything else.
    public var shapeNumber: Int? { content.word(at: index).tag == .object ? content.low(at: index) : nil }

    @inlinable
    package var isAtKey: Bool {
        @inline(__always) get {
            switch frame.kind {
            case .value, .className, .turnedValue, .sortedValue: true
            default: false
            }
        }
    }

    /// Which key this is: the same number if and only if the key is. From 0 on, for writers that keep something for
    /// each; nil for what is no key, and for keys that were put in other terms.
    @inlinable
    public var keyNumber: Int? {
        @inline(__always) get {
            (frame.kind == .value || frame.kind == .sortedValue) && !isLowered
                ? keyNumber(frame) : frame.kind == .className ? classKey : nil
        }
    }

    /// Calls `body` with the UTF-8 bytes of a text or of a key, or with the bytes of data; with none for anything else.
    @safe
    @inlinable
    @inline(__always)
    public func withBytes(_ body: (UnsafeBufferPointer<UInt8>) throws -> Void) rethrows {
        guard !isLowered, !isAtKey, words[index].tag == .string else { return try withOtherBytes(body) }
        try words.withBytes(at: index &+ 1, body)
    }

    /// Calls `body` with the UTF-8 bytes of the key that was met last, alone or with its value.
    @safe
    @inline(never)
    public func withKeyBytes(_ body: (UnsafeBufferPointer<UInt8>) throws -> Void) rethrows {
        guard frame.kind == .keys else { return try withBytes(body) }
        try shapes.withKey(keyNumber(frame), body)
    }

    @safe
    @usableFromInline
    @inline(never)
    package func withOtherBytes(_ body: (UnsafeBufferPointer<UInt8>) throws -> Void) rethrows {
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

    /// Which long text or data this is, if the document has it in several places: the same number each time. Nil for
    /// anything else, and for short ones. For writers that store such a value once.
    public var repeatedNumber: Int? { isRepeated && content.isLong(index) ? index : nil }

    /// True for a long text, or for data, that stands in several places: ``text`` and ``data`` are then the same
    /// instance each time.
    package var isRepeated: Bool { isLowered && !isAtKey && content.word(at: index).isShared }

    /// The text or the key; empty for anything else.
    public var text: String {
        if let keyNumber { return shapes.keys[keyNumber] }
        if isLowered { if case .string(let text) = lowered { return text } else { return "" } }
        return content.word(at: index).tag == .string ? content.text(at: index + 1) : ""
    }

    /// The data; empty for anything else.
    public var data: Data {
        if isLowered, case .data(let data) = lowered { return data }
        return content.word(at: index).tag == .data
            ? content.withBytes(at: index + 1) { $0.data } : Data()
    }

    /// True of a null, met last, that means no more than that there is no value: see ``DocumentBuilder/appendNil()``.
    public var isNil: Bool { content.word(at: index).tag != .null || content.isNil(index) }

    /// True of a key, met where ``visitsAbsent`` is true, whose property is nil, and would be if the key were missing.
    public var isAbsent: Bool { isAtKey && !isLowered && content.isAbsent(slot) }

    /// True of the key that names an object's class.
    public var namesClass: Bool { frame.kind == .className }

    /// The scalar; nil for a container and for a key.
    public var scalar: ModelScalar? { isAtKey ? nil : isLowered ? lowered : content.scalar(at: index) }

    /// True for a scalar whose type nobody declared: a format may mark it where it would else be read as another's.
    public var isUndeclared: Bool { !content.word(at: index).tag.isContainer && content.word(at: index).isMarked }

    /// True for an object, or a reference to one, whose class a reader would choose without being told.
    package var isExpected: Bool {
        let word = content.word(at: slot)
        let own = word.tag == .reference || word.tag == .weakReference ? word : content.word(at: index)
        return own.isMarked
    }

    /// The class of the object that was begun last; nil for anything else.
    public var codedClass: CodedClass? {
        content.codedClass(at: index)
    }

    /// By which number references lead to the container that was begun last; nil where none does, and where shared ones
    /// are repeated.
    public var number: Int? {
        let word = content.word(at: index)
        return word.tag.isContainer && word.isShared && !repeatsShared ? content.number(at: index) : nil
    }

    /// Where the value began in the source; nil where there was none.
    public var offset: Int? { content.word(at: index).offset }

    /// The way from the root to the value that was met last.
    public var path: ModelPath {
        var components: [ModelPath.Component] = []
        for depth in 0...frames.depth where depth > 0 { append(frames[depth], to: &components) }
        return ModelPath(components)
    }

    /// An error as a `ModelError`, with the way to the value that was met last, where it has none.
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
        case .given: components.append(.index(frame.count - 1))
        case .sortedKey where content.word(at: frame.start).tag == .object,
            .sortedValue where content.word(at: frame.start).tag == .object:
            components.append(.key(shapes.keys[keyNumber(frame)]))
        case .elements where content.word(at: frame.start).tag != .dictionary:
            components.append(.index(frame.count - 1))
        case .elements, .turnedKey, .turnedValue, .valueKey, .keyedValue, .sortedKey, .sortedValue:
            var key = frame.start + 3
            for _ in 0..<(frame.count - 1) & ~1 { key += content.size(at: key) }
            let text = content.scalar(at: content.resolved(key)).flatMap { ScalarConversion.keyText($0) }
            components.append(.key(text ?? "?"))
        }
    }
}
