/// A statement of SQL, with the values of its parameters.
struct PostgresStatement {
    let sql: String
    var parameters: [PostgresParameter] = []
    /// True if the server keeps the parsed statement for later use.
    var isPrepared = false
    /// True if the statement locks records, which no other transaction may lock until this transaction has ended.
    var takesRecords = false
}

/// The value of a parameter.
struct PostgresParameter {
    /// The bytes of the value. Nil for NULL.
    let text: String?
    /// True if the server uses the bytes unchanged. Otherwise it parses them, as it parses literals.
    let isRaw: Bool

    static let null = PostgresParameter(text: nil, isRaw: false)

    /// Returns a parameter with a text. If the text contains a NUL, the server refuses it, and doesn't cut it off.
    static func text(_ text: String) -> PostgresParameter { PostgresParameter(text: text, isRaw: true) }

    static func number(_ number: Int64) -> PostgresParameter {
        PostgresParameter(text: String(number), isRaw: false)
    }

    static func number(_ number: Double) -> PostgresParameter {
        PostgresParameter(text: String(number), isRaw: false)
    }

    static func array(_ numbers: [Double]) -> PostgresParameter {
        PostgresParameter(text: "{" + numbers.map { String($0) }.joined(separator: ",") + "}", isRaw: false)
    }

    /// Returns an array of texts without NULs.
    static func array(_ texts: [String]) -> PostgresParameter {
        var array = String.UnicodeScalarView("{".unicodeScalars)
        for (number, text) in texts.enumerated() {
            array += (number == 0 ? "\"" : ",\"").unicodeScalars
            for scalar in text.unicodeScalars {
                if scalar == "\"" || scalar == "\\" { array.append("\\") }
                array.append(scalar)
            }
            array.append("\"")
        }
        array.append("}")
        return PostgresParameter(text: String(array), isRaw: false)
    }
}

extension Array<PostgresParameter> {
    /// Calls `body` with the parameters as libpq expects them. They are valid during the call.
    func withPointers<Result>(
        _ body: (
            _ values: UnsafePointer<UnsafePointer<CChar>?>?, _ lengths: UnsafePointer<Int32>?,
            _ formats: UnsafePointer<Int32>?
        ) -> Result
    ) -> Result {
        // All texts one after the other, each with a NUL at its end.
        var bytes: [CChar] = []
        var starts: [Int?] = []
        var lengths: [Int32] = []
        for parameter in self {
            guard let text = parameter.text else {
                starts.append(nil)
                lengths.append(0)
                continue
            }
            starts.append(bytes.count)
            lengths.append(Int32(clamping: text.utf8.count))
            bytes.append(contentsOf: text.utf8.lazy.map { CChar(bitPattern: $0) })
            bytes.append(0)
        }
        let formats = map { $0.isRaw ? Int32(1) : 0 }
        // The pointers point to the beginnings of the texts in the array of bytes, and are used only while the array
        // lives.
        return unsafe bytes.withUnsafeBufferPointer { bytes in
            let values = unsafe starts.map { start in
                unsafe start.flatMap { start in unsafe bytes.baseAddress.map { unsafe $0 + start } }
            }
            return unsafe body(values, lengths, formats)
        }
    }
}
