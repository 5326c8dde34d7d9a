import FormatSupport

/// The key of a value in an object: a property's name, for example. It needn't be the key in the file.
///
/// A key made from a literal costs nothing to pass and to compare. A key made from a `String` is for code that computes
/// its keys at run time.
@frozen
public struct ModelKey: ExpressibleByStringLiteral, Sendable {
    @usableFromInline
    package enum Storage: Sendable {
        case literal(Literal)
        case text(String)
    }

    /// The bytes of a key at an address that is valid as long as the process runs.
    @frozen
    @safe
    @usableFromInline
    package struct Literal: @unchecked Sendable {
        @safe @usableFromInline let start: UnsafePointer<UInt8>
        @usableFromInline let count: Int

        @inlinable
        init(_ start: UnsafePointer<UInt8>, count: Int) {
            unsafe self.start = start
            self.count = count
        }

        @safe
        @inlinable
        package var bytes: UnsafeBufferPointer<UInt8> { unsafe UnsafeBufferPointer(start: start, count: count) }

        /// The address of the bytes. It identifies the literal.
        @inlinable
        package var address: UInt { UInt(bitPattern: start) }

        package var text: String { bytes.text }
    }

    @usableFromInline
    package let storage: Storage

    @inlinable
    public init(stringLiteral value: StaticString) {
        // A literal of this type always has a pointer: it can't be a single `Unicode.Scalar`.
        storage = .literal(unsafe Literal(value.utf8Start, count: value.utf8CodeUnitCount))
    }

    /// Makes a key from text that is only known while the program runs.
    @inlinable
    public init(_ text: String) {
        storage = .text(text)
    }

    /// Makes a key that is as fast as a literal. Its bytes are never freed. Therefore it is for keys of the program,
    /// and not for the keys of files.
    package init(interning text: String) {
        let bytes = Array(text.utf8)
        let start = UnsafeMutablePointer<UInt8>.allocate(capacity: max(bytes.count, 1))
        unsafe start.initialize(from: bytes, count: bytes.count)
        storage = .literal(unsafe Literal(UnsafePointer(start), count: bytes.count))
    }

    /// The key as text.
    public var stringValue: String {
        switch storage {
        case .literal(let literal): literal.text
        case .text(let text): text
        }
    }

    /// The literal that the key was made from. Nil for a key made from a `String`. Keys whose literals have equal
    /// addresses and lengths are equal. This comparison is the fastest.
    @inlinable
    package var literal: Literal? {
        if case .literal(let literal) = storage { literal } else { nil }
    }

    /// Calls `body` with the key's UTF-8 bytes, without a terminating zero.
    @safe
    package func withUTF8<Result>(_ body: (UnsafeBufferPointer<UInt8>) throws -> Result) rethrows -> Result {
        switch storage {
        case .literal(let literal): unsafe try body(literal.bytes)
        case .text(var text): try text.withUTF8(body)
        }
    }
}

extension ModelKey: CustomStringConvertible {
    public var description: String { stringValue }
}
