import Documents
import FormatSupport

/// Builds a document from JSON text. It is a loop, so that deep nesting takes no stack.
struct JSONReader {
    private var scanner: JSONScanner
    private let duplicates: JSONFormat.DuplicateKeys
    /// The offsets of the repeated keys that are ignored.
    private var ignored: Set<Int> = []

    init(_ content: Data, options: JSONFormat, allowsJSON5: Bool) throws {
        let (text, start) = try JSONTextEncoding.utf8(content)
        scanner = JSONScanner(ByteSource(text), allowsJSON5: allowsJSON5)
        duplicates = options.duplicateKeys
        scanner.position = start
    }

    /// Creates a reader that begins at a scanner's position, and refuses repeated keys.
    init(_ scanner: JSONScanner, allowsJSON5: Bool) {
        self.scanner = scanner
        self.scanner.allowsJSON5 = allowsJSON5
        duplicates = .error
    }

    /// The offset of the next byte.
    var position: Int { scanner.position }

    /// Reads only the value at the position.
    mutating func readPart(into builder: inout DocumentBuilder) throws {
        builder.setSource(scanner.source)
        builder.scalars = .text
        do {
            try scanner.skipSpace()
            try readValue(into: &builder)
        } catch let error as ModelError {
            throw error.at(scanner.location(builder.offset ?? scanner.position))
        }
    }

    /// Reads the whole text.
    mutating func read(into builder: inout DocumentBuilder) throws {
        builder.setSource(scanner.source)
        builder.scalars = .text
        try scanner.skipSpace()
        if duplicates != .error {
            let start = scanner.position
            ignored = try JSONDuplicates.ignored(&scanner, keepsLast: duplicates == .last, limits: builder.limits)
            scanner.position = start
        }
        do {
            try readValue(into: &builder)
            try scanner.skipSpace()
            guard scanner.position >= scanner.count else { throw scanner.unexpected("the end of the file") }
        } catch let error as ModelError {
            throw error.at(scanner.location(builder.offset ?? scanner.position))
        }
    }

    /// Reads the value at the position, with all its contents.
    private mutating func readValue(into builder: inout DocumentBuilder) throws {
        /// For each open container: true if it is an object, false if it is an array. The innermost container is
        /// last.
        var open = Stack<Bool>()
        while true {
            builder.offset = scanner.position
            var isFirst = false
            switch scanner.byte {
            case UInt8(ascii: "{"):
                try builder.beginDictionary()
                open.append(true)
                scanner.position &+= 1
                isFirst = true
            case UInt8(ascii: "["):
                try builder.beginArray()
                open.append(false)
                scanner.position &+= 1
                isFirst = true
            case _ where scanner.isAtString:
                try scanner.readText { bytes, _ in try builder.append(utf8: bytes) }
            default: try scanner.appendScalar(to: &builder)
            }
            // Move to the next value, and end all containers that end before it.
            while true {
                guard let isObject = open.last else { return }
                if try moveToNext(in: &builder, isObject: isObject, isFirst: isFirst) { break }
                scanner.position &+= 1
                try builder.end()
                _ = open.popLast()
                isFirst = false
            }
        }
    }

    /// Moves to the next value of the innermost open array or object. Returns false at its closing bracket.
    @inline(__always)
    private mutating func moveToNext(
        in builder: inout DocumentBuilder, isObject: Bool, isFirst: Bool
    ) throws -> Bool {
        guard isObject else { return try scanner.moveToNext(isFirst: isFirst, closing: UInt8(ascii: "]")) }
        if !isFirst, try moveToRepeatedKey(in: &builder) { return true }
        var isFirst = isFirst
        while try scanner.moveToNext(isFirst: isFirst, closing: UInt8(ascii: "}")) {
            builder.offset = scanner.position
            if !ignored.isEmpty, ignored.contains(scanner.position) {
                try skipMember(limits: builder.limits)
                isFirst = false
                continue
            }
            if scanner.byte == UInt8(ascii: "\""),
                let length = builder.repeatKey(
                    in: scanner.source.bytes(from: scanner.position &+ 1), ending: "\"")
            {
                scanner.position &+= length &+ 2
            } else {
                guard scanner.isAtString || scanner.allowsJSON5 else { throw scanner.unexpectedKey() }
                try scanner.readText(isKey: true) { try builder.key(utf8: $0, isEscaped: $1) }
            }
            try scanner.skipColon()
            return true
        }
        return false
    }

    /// Moves to the next value if a comma, the expected key and a colon come next, in the layout that most programs
    /// write: without any space, or with each member on an indented line. Otherwise returns false, without moving.
    /// The expected key is the key that followed the same keys in the last object with them.
    @inline(__always)
    private mutating func moveToRepeatedKey(in builder: inout DocumentBuilder) throws -> Bool {
        let comma = scanner.position
        guard scanner[comma] == UInt8(ascii: ","), ignored.isEmpty else { return false }
        var quote = comma &+ 1
        if scanner[quote] == UInt8(ascii: "\n") { quote = scanner.endOfSpaces(from: quote &+ 1) }
        guard scanner[quote] == UInt8(ascii: "\""),
            let length = builder.repeatKey(in: scanner.source.bytes(from: quote &+ 1), ending: "\":")
        else { return false }
        scanner.position = quote &+ length &+ 3
        try scanner.skipSpaceBehindColon()
        return true
    }

    /// Skips a member, but checks its syntax.
    private mutating func skipMember(limits: DecodingLimits) throws {
        try scanner.readText(isKey: true) { _, _ in }
        try scanner.skipColon()
        var builder = DocumentBuilder(limits: limits)
        try readValue(into: &builder)
    }
}

/// Finds the keys that objects contain more than once, in one pass through the text.
enum JSONDuplicates {
    /// Returns the offsets of the keys that a reader ignores. If an object contains a key several times, the reader
    /// uses the last of these keys if `keepsLast` is true, and the first if it is false. If an object begins with the
    /// key `$class`, the reader uses that key. The time is linear in the text's length, without recursion.
    static func ignored(_ scanner: inout JSONScanner, keepsLast: Bool, limits: DecodingLimits) throws -> Set<Int> {
        var keys = RepeatedKeys(keepsLast: keepsLast)
        var checkpoints = LongWork.Checkpoints()
        while true {
            guard checkpoints.mayGoOn() else { throw CancellationError() }
            var isFirst = false
            switch scanner.byte {
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                guard keys.depth < limits.depth else {
                    throw limits.depthError
                }
                keys.begin(isObject: scanner.byte == UInt8(ascii: "{"))
                scanner.position &+= 1
                isFirst = true
            case _ where scanner.isAtString: try scanner.readText { _, _ in }
            default:
                var builder = DocumentBuilder(limits: limits)
                try scanner.appendScalar(to: &builder)
            }
            while true {
                guard let isObject = keys.isInObject else { return keys.places }
                if try scanner.moveToNext(isFirst: isFirst, closing: UInt8(ascii: isObject ? "}" : "]")) {
                    if isObject { try noteKey(&scanner, &keys) }
                    break
                }
                scanner.position &+= 1
                keys.end()
                isFirst = false
            }
        }
    }

    private static func noteKey(_ scanner: inout JSONScanner, _ keys: inout RepeatedKeys) throws {
        let place = scanner.position
        guard scanner.isAtString || scanner.allowsJSON5 else { throw scanner.unexpectedKey() }
        keys.note(try scanner.readText(isKey: true) { bytes, _ in bytes.text }, at: place)
        try scanner.skipColon()
    }
}
