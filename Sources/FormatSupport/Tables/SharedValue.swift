import Synchronization

/// A value that many threads read and few threads change. Reading the value takes no lock. With a lock, threads that
/// process small objects would wait for each other longer than they work.
///
/// Readers get a copy of the value. The first reader after a change makes a new copy. Old copies are kept, because
/// other threads may be reading them. Therefore this type is for values that are seldom changed after the first
/// reading, such as the linked formats.
///
/// Changes before the first reading are delayed until that reading. Modules register their types while the program is
/// loaded. In a program that contains Swift's library, the library may choose the seed of its hashes later, and a
/// dictionary that was filled earlier would find nothing.
@safe package final class SharedValue<Value: Sendable>: Sendable {
    private final class Copy: Sendable {
        let value: Value

        init(_ value: Value) { self.value = value }
    }

    private struct State: Sendable {
        var value: Value
        var waiting: [@Sendable (inout Value) -> Bool] = []
        var copies: [Copy] = []
    }

    private let state: Mutex<State>
    /// The newest copy of the value. Nil if the value was changed after that copy was made.
    private let latest = unsafe Atomic<Unmanaged<Copy>?>(nil)

    package init(_ value: Value) { state = Mutex(State(value: value)) }

    package var value: Value {
        if let copy = unsafe latest.load(ordering: .acquiring) {
            // The copies are never removed.
            return unsafe copy._withUnsafeGuaranteedRef { $0.value }
        }
        return state.withLock { state in
            for change in state.waiting { _ = change(&state.value) }
            state.waiting = []
            let copy = Copy(state.value)
            state.copies.append(copy)
            unsafe latest.store(.passUnretained(copy), ordering: .releasing)
            return copy.value
        }
    }

    /// - Parameter body: Changes the value. Returns false if the value already had the wanted state.
    package func change(_ body: @escaping @Sendable (inout Value) -> Bool) {
        state.withLock { state in
            if state.copies.isEmpty {
                state.waiting.append(body)
            } else if body(&state.value) {
                unsafe latest.store(nil, ordering: .releasing)
            }
        }
    }
}
