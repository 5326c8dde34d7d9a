import Documents
import FormatSupport
import PropertyListCodec

/// Parses a property list in the OpenStep style: `{ key = value; }`, `( a, b )`, `"text"`, `<0fbd77>`; GNUstep's typed
/// values; and the older style of `.strings` files, which omits the outer braces.
///
/// It doesn't recurse: the open containers are in a list.
struct OpenStepParser {
    private var scanner: OpenStepScanner
    private(set) var nodes: [OpenStepNode] = []
    private var open: [Int] = []
    private var checkpoints = LongWork.Checkpoints()

    /// Returns the keys and values of a text, in its order.
    static func nodes(in source: ByteSource) throws(PropertyListError) -> [OpenStepNode] {
        var parser = OpenStepParser(scanner: OpenStepScanner(source))
        try parser.parse()
        return parser.nodes
    }

    private init(scanner: OpenStepScanner) { self.scanner = scanner }

    private mutating func parse() throws(PropertyListError) {
        let beginning = scanner.offset
        try scanner.skipSpace()
        let start = scanner.offset
        if scanner.isAtEnd, scanner.hasComments {
            // The text is a `.strings` file without strings.
            begin(.dictionary, at: beginning)
            return end()
        }
        let first = try scanner.isAtEnd ? nil : startsContainer() ? nil : scanner.scalar()
        if let first {
            try scanner.skipSpace()
            guard case .string = first, scanner.byte == UInt8(ascii: "=") || scanner.byte == UInt8(ascii: ";") else {
                nodes.append(OpenStepNode(kind: .scalar(first), offset: start, end: 1))
                return try finish()
            }
            // The text begins with a key: the outer braces are omitted.
            scanner.offset = start
            begin(.dictionary, at: beginning)
            while !scanner.isAtEnd {
                try parseEntry()
                try closeContainers(downTo: 1)
                try scanner.skipSpace()
            }
            end()
            return try finish()
        }
        try parseValue()
        try closeContainers(downTo: 0)
        try finish()
    }

    private mutating func finish() throws(PropertyListError) {
        try scanner.skipSpace()
        guard scanner.isAtEnd else { throw scanner.error("Something follows the root value.") }
    }

    private func startsContainer() -> Bool { scanner.byte == UInt8(ascii: "{") || scanner.byte == UInt8(ascii: "(") }

    // MARK: Values

    /// Parses a whole scalar, or the beginning of a container.
    private mutating func parseValue() throws(PropertyListError) {
        guard checkpoints.mayGoOn() else { throw .cancelled(at: scanner.offset) }
        try scanner.skipSpace()
        let start = scanner.offset
        switch scanner.byte {
        case UInt8(ascii: "{"):
            begin(.dictionary, at: start)
            scanner.offset += 1
        case UInt8(ascii: "("):
            begin(.array, at: start)
            scanner.offset += 1
        default:
            let scalar = try scanner.scalar()
            nodes.append(OpenStepNode(kind: .scalar(scalar), offset: start, end: nodes.count + 1))
        }
    }

    private mutating func begin(_ kind: OpenStepNode.Kind, at offset: Int) {
        open.append(nodes.count)
        nodes.append(OpenStepNode(kind: kind, offset: offset, end: 0))
    }

    private mutating func end() {
        if let index = open.popLast() { nodes[index].end = nodes.count }
    }

    /// Reads on until only `depth` containers are open.
    private mutating func closeContainers(downTo depth: Int) throws(PropertyListError) {
        while open.count > depth, let index = open.last {
            try scanner.skipSpace()
            if case .array = nodes[index].kind {
                try parseElement()
            } else if scanner.byte == UInt8(ascii: "}") {
                scanner.offset += 1
                end()
                try endValue()
            } else {
                try parseEntry()
            }
        }
    }

    private mutating func parseElement() throws(PropertyListError) {
        if scanner.byte == UInt8(ascii: ")") {
            scanner.offset += 1
            end()
            return try endValue()
        }
        let before = open.count
        try parseValue()
        if open.count == before { try endValue() }
    }

    private mutating func parseEntry() throws(PropertyListError) {
        try scanner.skipSpace()
        let start = scanner.offset
        guard !scanner.isAtEnd, !startsContainer(), case .string(let key) = try scanner.scalar() else {
            throw PropertyListError("Expected a key or }.", at: start)
        }
        let node = OpenStepNode(kind: .scalar(.string(key)), offset: start, end: nodes.count + 1)
        nodes.append(node)
        let keyEnd = scanner.offset
        try scanner.skipSpace()
        if scanner.byte == UInt8(ascii: "=") {
            scanner.offset += 1
            let before = open.count
            try parseValue()
            if open.count == before { try endValue() }
        } else if scanner.byte == UInt8(ascii: ";") {
            // In `.strings` files, a key without a value is its own value.
            nodes.append(OpenStepNode(kind: node.kind, offset: keyEnd, end: nodes.count + 1))
            try endValue()
        } else {
            throw scanner.error("Expected = or ;.")
        }
    }

    /// Parses the separator after a value. It may be missing at the end of a container.
    private mutating func endValue() throws(PropertyListError) {
        guard let index = open.last else { return }
        try scanner.skipSpace()
        if case .array = nodes[index].kind {
            if scanner.byte == UInt8(ascii: ",") {
                scanner.offset += 1
            } else if scanner.byte != UInt8(ascii: ")") {
                throw scanner.error("Expected , or ).")
            }
        } else if scanner.byte == UInt8(ascii: ";") {
            scanner.offset += 1
        } else if scanner.byte != UInt8(ascii: "}") {
            throw scanner.error("Expected ; or }.")
        }
    }
}
