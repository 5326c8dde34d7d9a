import FormatSupport

/// A byte buffer that a copyable value may hold.
final class ByteBufferBox {
    var buffer = ByteBuffer(capacity: 256)
}
