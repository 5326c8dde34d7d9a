import Synchronization

/// A value that is worked out when somebody first asks for it.
///
/// It is made outside of the lock, because that may run the program's code, which may ask for what the lock guards.
/// Where several threads make it at a time, all of them get the first one.
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

/// The same for each of many keys. What can't be made isn't kept, and is tried again.
final class Memo<Key: Hashable & Sendable, Value: Sendable>: Sendable {
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
