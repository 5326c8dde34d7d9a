import FormatSupport

/// A value for each long text that a direct writer has written, such as its offset: for formats that store a long
/// text once.
///
/// A text is recognized by its address in memory, as in a document: comparing its bytes each time would take too
/// long.
public struct LongTexts<Value> {
    private var values: [UInt: Value] = [:]

    public init() {}

    /// Returns true for a text that is long enough to be stored once. Shorter texts are written again each time.
    @safe
    @inline(__always)
    public static func holds(_ text: UnsafeBufferPointer<UInt8>) -> Bool { text.count > DecodingLimits.shortText }

    /// The value for a text whose bytes keep their address. Nil if the text has no value yet.
    @safe
    public subscript(text: UnsafeBufferPointer<UInt8>) -> Value? {
        get { values[UInt(bitPattern: text.baseAddress)] }
        set { values[UInt(bitPattern: text.baseAddress)] = newValue }
    }
}
