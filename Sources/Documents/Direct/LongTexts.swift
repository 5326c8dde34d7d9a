import FormatSupport

/// The places where a direct writer has put each long text, for formats that store a long text once.
///
/// A text is recognized by its place in memory, as in a document: comparing its bytes each time would take too long.
public struct LongTexts<Value> {
    private var values: [UInt: Value] = [:]

    public init() {}

    /// True for a text that is kept here. Shorter ones are copied.
    @safe
    @inline(__always)
    public static func holds(_ text: UnsafeBufferPointer<UInt8>) -> Bool { text.count > DecodingLimits.shortText }

    /// The value for a text whose bytes stay where they are; nil if there is none yet.
    @safe
    public subscript(text: UnsafeBufferPointer<UInt8>) -> Value? {
        get { values[UInt(bitPattern: text.baseAddress)] }
        set { values[UInt(bitPattern: text.baseAddress)] = newValue }
    }
}
