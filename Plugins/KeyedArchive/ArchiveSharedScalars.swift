import Documents
import FormatSupport

/// The small values that are met all the time, each written once: numbers of the objects that refer to them, zero where
/// there is none yet. One of another type is another value, though it be equal.
struct ArchiveSharedScalars: ~Copyable {
    /// Nil: UID 0.
    var null: UInt32 = 0
    /// The object that stands for null in collections.
    var nullObject: UInt32 = 0
    var no: UInt32 = 0
    var yes: UInt32 = 0

    private static let lowest: Int64 = -16
    private var integers = Stack<UInt32>(repeating: 0, count: 2048)

    /// The integers that have a place here.
    @inline(__always)
    static func index(of value: Int64) -> Int? {
        let (index, overflow) = value.subtractingReportingOverflow(lowest)
        return !overflow && index >= 0 && index < 2048 ? Int(index) : nil
    }

    subscript(index: Int) -> UInt32 {
        @inline(__always) get { integers[index] }
        @inline(__always) set { integers[index] = newValue }
    }
}
