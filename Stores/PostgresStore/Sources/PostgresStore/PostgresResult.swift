import CLibpq
import Foundation

/// The answer to a statement.
@safe final class PostgresResult {
    // libpq's own memory, which lives as long as this instance.
    private let result: OpaquePointer

    /// - Parameter result: A result, which is freed with this instance.
    init(_ result: OpaquePointer) { unsafe self.result = result }

    deinit { unsafe PQclear(result) }

    var count: Int { Int(unsafe PQntuples(result)) }

    /// The failure that the answer reports. Nil if the statement has succeeded.
    var failure: PostgresFailure? {
        switch unsafe PQresultStatus(result) {
        case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY: nil
        default:
            PostgresFailure(
                state: field("C") ?? "XX000", message: field("M") ?? "The answer isn't one to the statement.")
        }
    }

    /// The name of the command that was carried out, such as `COMMIT`.
    var command: String { unsafe String(cString: PQcmdStatus(result)) }

    private func field(_ code: Unicode.Scalar) -> String? {
        guard let text = unsafe PQresultErrorField(result, Int32(code.value)) else { return nil }
        return unsafe String(cString: text)
    }

    /// Calls `body` with the bytes of a value, which are valid during the call. For NULL, there are no bytes.
    private func withBytes<Result>(_ row: Int, _ column: Int, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        let length = unsafe PQgetlength(result, Int32(row), Int32(column))
        let value = unsafe PQgetvalue(result, Int32(row), Int32(column))
        return unsafe body(UnsafeRawBufferPointer(start: value, count: Int(length)))
    }

    func text(_ row: Int, _ column: Int) -> String {
        unsafe withBytes(row, column) { unsafe String(decoding: $0, as: UTF8.self) }
    }

    func data(_ row: Int, _ column: Int) -> Data { unsafe withBytes(row, column) { unsafe Data($0) } }

    func number(_ row: Int, _ column: Int) -> Int64 { Int64(text(row, column)) ?? 0 }

    func bool(_ row: Int, _ column: Int) -> Bool { text(row, column) == "t" }

    /// Returns a number for the content of the answer. Different answers have different numbers.
    ///
    /// - Parameter skipped: A column that is ignored.
    func digest(skipping skipped: Int?) -> Int {
        var hasher = Hasher()
        let columns = Int(unsafe PQnfields(result))
        for row in 0..<count {
            for column in 0..<columns where column != skipped {
                unsafe withBytes(row, column) { bytes in
                    hasher.combine(bytes.count)
                    unsafe hasher.combine(bytes: bytes)
                }
            }
        }
        hasher.combine(count)
        return hasher.finalize()
    }
}
