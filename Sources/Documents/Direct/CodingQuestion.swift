import Synchronization

/// Answers whether the library's own code writes the values of one type.
@usableFromInline
class CodingQuestion: @unchecked Sendable {
    // Subclasses have no state that changes, but for an atomic answer.
    fileprivate init() {}

    @usableFromInline func isCoded(at place: UnsafeRawPointer) -> Bool { true }
}

final class TypeQuestion<Value>: CodingQuestion, @unchecked Sendable {
    private let ask: @Sendable (Value) -> Bool
    private let answer = Atomic(Answer.unknown)

    private enum Answer: UInt8, AtomicRepresentable {
        case unknown, yes, no
    }

    init(_ ask: @escaping @Sendable (Value) -> Bool) {
        self.ask = ask
        super.init()
    }

    override func isCoded(at place: UnsafeRawPointer) -> Bool {
        var known = answer.load(ordering: .relaxed)
        if known == .unknown {
            known = ask(unsafe place.assumingMemoryBound(to: Value.self).pointee) ? .yes : .no
            answer.store(known, ordering: .relaxed)
        }
        return known == .yes
    }
}
