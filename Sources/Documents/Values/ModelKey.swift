import FormatSupport

/// The key of a value in an object: a property's name, for example. It needn't be the key in the file.
///
/// A key made from a literal costs nothing to pass and to compare. A key made from a `String` is for code that computes
/// its keys at run time.
@frozen
public struct ModelKey: ExpressibleByStringLiteral, Sendable {
    @usableFromInline
    package enum Storage: Sendable {
        case literal(StaticString)
        case text(String)
    }

    @usableFromInline
    package let storage: Storage

    @inlinable
    public init(stringLiteral value: StaticString) {
        storage = .literal(value)
    }

    /// Makes a key from text that is only known while the program runs.
    @inlinable
    public init(_ text: String) {
        storage = .text(text)
    }

    /// The key as text.
    public var stringValue: String {
        switch storage {
        case .literal(let literal): literal.description
        case .text(let text): text
        }
    }

    /// The literal that the key was made from; nil for a key made from a `String`. Keys whose literals have equal
    /// addresses and lengths are equal, which is the fastest comparison.
    @inlinable
    package var literal: StaticString? {
        if case .literal(let literal) = storage { literal } else { nil }
    }

    /// Calls `body` with the key's UTF-8 bytes, without a terminating zero.
    @safe
    package func withUTF8<Result>(_ body: (UnsafeBufferPointer<UInt8>) throws -> Result) rethrows -> Result {
        switch storage {
        case .literal(let literal):
            // A key is never a single `Unicode.Scalar` literal (the literal type is StaticString, made by
            // `init(stringLiteral:)`), so it always has a pointer.
            unsafe try body(literal.bytes)
        case .text(var text):
            try text.withUTF8(body)
        }
    }
}

extension ModelKey: CustomStringConvertible {
    public var description: String { stringValue }
}
