import FormatSupport
import ModelCore

/// Where a decoder stood when it left for a value elsewhere.
struct XMLDetour {
    var position: Int
    var tag: XMLPropertyListTag
    var valueStart: Int
}

extension XMLPropertyListDecoder: SeekingDecoder {
    public var valuePosition: Int { valueStart }

    public var isAtContainer: Bool { tag.element == .dict || tag.element == .array }

    public func peekClass() throws -> CodedClass? {
        guard hasClass else { return nil }
        let start = scanner.position
        defer { scanner.position = start }
        return try codedClass()
    }

    public func beginDetour(to position: Int) throws {
        guard outer.count < context.limits.depth else {
            throw error(.depthExceeded, "Nested more than \(context.limits.depth) levels deep.")
        }
        guard position >= 0, position < scanner.source.count else {
            throw error(.corruptData, "There is no value at \(position).")
        }
        detours.append(XMLDetour(position: scanner.position, tag: tag, valueStart: valueStart))
        enter(XMLContainer(kind: .root, firstEntry: entries.count))
        scanner.position = position
        try readTag()
    }

    public func endDetour() throws {
        guard let detour = detours.popLast() else { throw error(.corruptData, "No detour was begun.") }
        leave()
        scanner.position = detour.position
        tag = detour.tag
        valueStart = detour.valueStart
    }
}
