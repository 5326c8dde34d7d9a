import Documents
import FormatSupport

/// Writes values as the text of a property list in the OpenStep style: with braces around the root's entries, and
/// quotes around the texts that need them.
///
/// The style has only text and data. The walker lowers most other values to text. This type converts numbers and
/// booleans to text.
struct OpenStepSerializer: ~Copyable {
    private var output = ByteBuffer()
    /// The text of one level of indentation. Nil if everything is on one line.
    private let unit: [UInt8]?
    /// For each open container: true if it is an array, false if it is a dictionary. The innermost container is last.
    private var open = Stack<Bool>()
    /// True if the next value is the first value in its container.
    private var isFirst = true
    /// True if the next value follows its key.
    private var hasKey = false

    /// The greatest number of levels by which lines are indented. Without this limit, the size of a text could grow
    /// with the square of its depth.
    private static let mostLevels = 64

    init(indentation: PlistFormat.Indentation, limits: DecodingLimits) {
        unit =
            switch indentation {
            case .tabs: [0x09]
            case .spaces(let width): [UInt8](repeating: 0x20, count: max(width, 0))
            case .none: nil
            }
        output.limit = limits.bytes
    }

    /// Writes all values of the walker. Returns the file.
    ///
    /// - Throws: The errors of the walker; `bytesExceeded`.
    consuming func file(_ walker: inout DocumentWalker) throws -> Data {
        while !output.isOverfull, let step = try walker.next() {
            switch step {
            case .key:
                beginEntry()
                append(text: walker.text)
                output.append(" = ")
                hasKey = true
            case .beginArray: begin(isArray: true)
            case .beginDictionary, .beginObject, .beginValueDictionary: begin(isArray: false)
            case .end: end()
            default:
                beginEntry()
                if let digits = walker.numeral { append(text: digits) } else { append(walker.scalar ?? .null) }
                endEntry()
            }
        }
        guard !output.isOverfull else {
            try LongWork.requireWhole()
            throw ModelError(.bytesExceeded, "More than \(output.limit) bytes.")
        }
        if unit != nil { output.append(0x0A) }
        return output.takeData()
    }

    // MARK: Containers

    private mutating func begin(isArray: Bool) {
        beginEntry()
        output.append(isArray ? UInt8(ascii: "(") : UInt8(ascii: "{"))
        open.append(isArray)
        isFirst = true
    }

    private mutating func end() {
        guard let isArray = open.popLast() else { return }
        if !isFirst { breakLine(orSpace: !isArray) }
        output.append(isArray ? UInt8(ascii: ")") : UInt8(ascii: "}"))
        endEntry()
    }

    /// Begins the line of an element, or of a key. A value after its key is on the key's line.
    private mutating func beginEntry() {
        defer { hasKey = false }
        guard !hasKey, let isArray = open.last else { return }
        if isArray, !isFirst { output.append(UInt8(ascii: ",")) }
        breakLine(orSpace: !isFirst || !isArray)
    }

    private mutating func endEntry() {
        isFirst = false
        if open.last == false { output.append(UInt8(ascii: ";")) }
    }

    private mutating func breakLine(orSpace isSpaced: Bool) {
        guard let unit else {
            if isSpaced { output.append(0x20) }
            return
        }
        output.append(0x0A)
        for _ in 0..<min(open.count, Self.mostLevels) { for byte in unit { output.append(byte) } }
    }

    // MARK: Values

    private mutating func append(_ scalar: ModelScalar) {
        switch scalar {
        case .bool(let value): output.append(value ? "YES" : "NO")
        case .data(let data): append(data)
        case .string(let text): append(text: text)
        default: append(text: ScalarConversion.keyText(scalar) ?? "nan")
        }
    }

    private mutating func append(text: String) {
        var text = text
        text.withUTF8 { bytes in
            guard OpenStepScanner.needsQuotes(bytes) else { return output.append(bytes) }
            output.append(UInt8(ascii: "\""))
            for index in bytes.indices { append(quoted: unsafe bytes[index]) }
            output.append(UInt8(ascii: "\""))
        }
    }

    private mutating func append(quoted byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""): output.append("\\\"")
        case UInt8(ascii: "\\"): output.append("\\\\")
        case 0x07: output.append("\\a")
        case 0x08: output.append("\\b")
        case 0x09: output.append("\\t")
        case 0x0A: output.append("\\n")
        case 0x0B: output.append("\\v")
        case 0x0C: output.append("\\f")
        case 0x0D: output.append("\\r")
        case 0..<0x20, 0x7F:
            output.append("\\U00")
            appendHex(byte)
        default: output.append(byte)
        }
    }

    private mutating func append(_ data: Data) {
        output.append(UInt8(ascii: "<"))
        for (index, byte) in data.enumerated() {
            if index > 0, index % 4 == 0 { output.append(0x20) }
            appendHex(byte)
        }
        output.append(UInt8(ascii: ">"))
    }

    private mutating func appendHex(_ byte: UInt8) {
        for digit in [byte >> 4, byte & 0xF] { output.append(digit < 10 ? 0x30 + digit : 0x57 + digit) }
    }
}
