import Synchronization

/// A value that is computed when it is first needed.
///
/// It is computed outside of the lock: that may run the program's code, which may need the same value. If several
/// threads compute it at the same time, all of them get the first result.
final class Once<Value: Sendable>: ModelClassPart {
    private let known = Mutex<Value?>(nil)

    func value(_ make: () -> Value) -> Value {
        if let found = known.withLock({ $0 }) { return found }
        let made = make()
        return known.withLock { known in
            if let known { return known }
            known = made
            return made
        }
    }
}

/// Values by key, each of which is computed when it is first needed. An error isn't kept: the next call tries again.
final class ConcurrentCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private let known = Mutex<[Key: Value]>([:])

    func value<Failure: Error>(for key: Key, make: () throws(Failure) -> Value) throws(Failure) -> Value {
        if let found = known.withLock({ $0[key] }) { return found }
        let made = try make()
        return known.withLock { known in
            if let found = known[key] { return found }
            known[key] = made
            return made
        }
    }
}
