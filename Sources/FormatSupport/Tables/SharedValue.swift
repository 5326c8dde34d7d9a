import Synchronization

/// A value that many threads read, and few change. Reading it takes no lock: threads that code small objects would wait
/// for each other longer than they work.
///
/// Readers get a copy, made by the first who reads after a change. The copies are kept, because others may be reading
/// them: so it is for values that are seldom changed after they were read, such as what a program has linked.
@safe package final class SharedValue<Value: Sendable>: Sendable {
    private final class Copy: Sendable {
        let value: Value

        init(_ value: Value) { self.value = value }
    }

    private let state: Mutex<(value: Value, copies: [Copy])>
    /// The last of the copies; nil if the value has changed since.
    private let latest = unsafe Atomic<Unmanaged<Copy>?>(nil)

    package init(_ value: Value) { state = Mutex((value, [])) }

    package var value: Value {
        if let copy = unsafe latest.load(ordering: .acquiring) {
            // The copies are never removed.
            return unsafe copy._withUnsafeGuaranteedRef { $0.value }
        }
        return state.withLock { state in
            let copy = Copy(state.value)
            state.copies.append(copy)
            unsafe latest.store(.passUnretained(copy), ordering: .releasing)
            return copy.value
        }
    }

    /// - Parameter body: Changes the value, and returns false if it was so already.
    package func change(_ body: (inout Value) -> Bool) {
        state.withLock { state in
            if body(&state.value) { unsafe latest.store(nil, ordering: .releasing) }
        }
    }
}
