import Synchronization

/// A value that many threads read, and few change. Reading it takes no lock: threads that code small objects would wait
/// for each other longer than they work.
///
/// Readers get a copy, made by the first who reads after a change. The copies are kept, because others may be reading
/// them: so it is for values that are seldom changed after they were read, such as what a program has linked.
///
/// Changes before the first reading wait for it. Modules register what they have while the program is loaded. In a program
/// that contains Swift's library, the library may choose the seed of its hashes after that, and a dictionary that was
/// filled before would find nothing.
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
    /// The last of the copies; nil if the value has changed since.
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

    /// - Parameter body: Changes the value, and returns false if it was so already.
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
