import Documents
import FormatSupport

/// The references to frequent small values, so that each value is written once. A reference is the number of the
/// property list's object with the UID. It is zero if the value wasn't written yet. Equal values of different types
/// have separate references.
struct ArchiveSharedScalars: ~Copyable {
    /// The reference to nil: UID 0.
    var null: UInt32 = 0
    /// The reference to the `NSNull` object, which represents null in collections.
    var nullObject: UInt32 = 0
    var no: UInt32 = 0
    var yes: UInt32 = 0

    private static let lowest: Int64 = -16
    /// The references to integers, up to the greatest integer that was written: a small archive needs a small table.
    private var integers = Stack<UInt32>()

    /// Returns the index of an integer in the table, which contains the integers -16 to 2031. Returns nil for any
    /// other integer.
    @inline(__always)
    static func index(of value: Int64) -> Int? {
        let (index, overflow) = value.subtractingReportingOverflow(lowest)
        return !overflow && index >= 0 && index < 2048 ? Int(index) : nil
    }

    subscript(index: Int) -> UInt32 {
        @inline(__always) get { index < integers.count ? integers[index] : 0 }
        set {
            while index >= integers.count { integers.append(0) }
            integers[index] = newValue
        }
    }
}
