import Synchronization

/// A value that is computed when it is first needed.
///
/// Reading it takes no lock, and computing it neither: that may run the program's code, which may need the same value.
/// If several threads compute it at the same time, all of them get the first result.
package final class Once<Value: Sendable>: Sendable {
    private final class Box: Sendable {
        let value: Value

        init(_ value: Value) { self.value = value }
    }

    private let known = AtomicLazyReference<Box>()

    package init() {}

    package func value(_ make: () -> Value) -> Value { (known.load() ?? known.storeIfNil(Box(make()))).value }
}

/// Values by key, each of which is computed when it is first needed, and then kept. An error isn't kept: the next call
/// tries again.
///
/// Reading takes no lock. Each coding reads a few values, and threads that code small objects would wait for each other
/// longer than they work. The values are in lists, to which more are only ever added.
package final class ConcurrentCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    /// One value, or the beginning of a list, and what was added behind it.
    private final class Node: Sendable {
        let entry: (key: Key, value: Value)?
        let next = AtomicLazyReference<Node>()

        init(_ entry: (key: Key, value: Value)?) { self.entry = entry }
    }

    /// The lists, by the last bits of the hashes of their keys.
    private let lists = (0..<64).map { _ in Node(nil) }

    package init() {}

    package func value<Failure: Error>(for key: Key, make: () throws(Failure) -> Value) throws(Failure) -> Value {
        var node = lists[key.hashValue & (lists.count - 1)]
        var made: Node?
        while true {
            while let next = node.next.load() {
                if let entry = next.entry, entry.key == key { return entry.value }
                node = next
            }
            // Others may add values meanwhile, this one among them. So the search goes on behind them.
            let new = if let made { made } else { Node((key, try make())) }
            made = new
            if node.next.storeIfNil(new) === new, let entry = new.entry { return entry.value }
        }
    }
}
