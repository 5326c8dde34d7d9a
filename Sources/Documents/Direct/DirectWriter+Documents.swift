import FormatSupport
import Foundation

// The loop from a document to a writer.

extension DirectWriter where Self: ~Copyable {
    /// Writes the values that a walker goes through. For plain formats: those that have neither classes nor references,
    /// and text keys alone.
    ///
    /// - Throws: The errors of ``DocumentWalker/next()``; `unrepresentableValue` for a value that the format has nothing
    ///   for.
    @inlinable
    public mutating func write(_ walker: inout DocumentWalker) throws(ModelError) {
        // The root is neither in an array nor in a dictionary.
        var level = WrittenLevel(isArray: false)
        var outer = Stack<WrittenLevel>()
        while true {
            if let value = walker.nextMember() {
                try writeKey(walker.memberNumber, &level, walker)
                switch value {
                case .string: try writeText(walker)
                case .int64(let number): append(number)
                case .double(let number): guard append(number) else { throw unwritten(value) }
                case .bool(let value): append(value)
                default: throw unwritten(value)
                }
                continue
            }
            guard let step = try walker.next() else { return }
            switch step {
            case .key:
                try writeKey(walker.keyNumber, &level, walker)
                continue
            case .end:
                if level.isArray { endArray(isEmpty: level.isEmpty) } else { endDictionary(isEmpty: level.isEmpty) }
                level = outer.popLast() ?? WrittenLevel(isArray: false)
                continue
            default: break
            }
            if level.isArray {
                element(isFirst: level.isEmpty)
                level.isEmpty = false
            }
            switch step {
            case .string: try writeText(walker)
            case .int64(let number): append(number)
            case .bool(let value): append(value)
            case .double(let number): guard append(number) else { throw unwritten(step) }
            case .beginArray(_, let count):
                guard beginArray(count: count) else { throw unwritten(step) }
                outer.append(level)
                level = WrittenLevel(isArray: true)
            case .beginDictionary:
                guard beginDictionary(count: Self.countsMembers ? walker.memberCount : 0) else { throw unwritten(step) }
                outer.append(level)
                level = WrittenLevel(isArray: false)
            default: try writeRare(step, walker)
            }
        }
    }

    @inlinable
    @inline(__always)
    mutating func writeKey(
        _ number: Int?, _ level: inout WrittenLevel, _ walker: borrowing DocumentWalker
    ) throws(ModelError) {
        if let number, repeatKey(number, isFirst: level.isEmpty) {
            level.isEmpty = false
        } else {
            try writeNewKey(number, &level, walker)
        }
    }

    @inlinable
    @inline(never)
    mutating func writeNewKey(
        _ number: Int?, _ level: inout WrittenLevel, _ walker: borrowing DocumentWalker
    ) throws(ModelError) {
        var isWritten = false
        walker.withKeyBytes { isWritten = unsafe key($0, number: number, isFirst: level.isEmpty) }
        guard isWritten else { throw unwritten(.key) }
        level.isEmpty = false
    }

    @inlinable
    @inline(__always)
    mutating func writeText(_ walker: borrowing DocumentWalker) throws(ModelError) {
        var isWritten = false
        walker.withBytes { isWritten = unsafe append(utf8: $0) }
        guard isWritten else { throw unwritten(.string) }
    }

    @inlinable
    @inline(never)
    mutating func writeRare(_ step: DocumentWalker.Step, _ walker: borrowing DocumentWalker) throws(ModelError) {
        let isWritten =
            switch step {
            case .null: walker.isNil ? appendNil() : appendNull()
            case .uint64(let number): append(.uint64(number))
            case .float(let number): append(number)
            case .date(let date): append(date)
            case .data, .other: append(walker.scalar ?? .null)
            default: false
            }
        guard isWritten else { throw unwritten(step) }
    }

    @usableFromInline
    @inline(never)
    func unwritten(_ step: DocumentWalker.Step) -> ModelError {
        ModelError(.unrepresentableValue, "The format has no form for \(step).")
    }
}

/// An open array or dictionary that the loop writes.
@usableFromInline
struct WrittenLevel: BitwiseCopyable {
    @usableFromInline let isArray: Bool
    @usableFromInline var isEmpty = true

    @inlinable init(isArray: Bool) { self.isArray = isArray }
}
