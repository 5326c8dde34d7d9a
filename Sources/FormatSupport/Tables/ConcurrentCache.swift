// Atomic references to generic classes would make the runtime search the program for conformances when the first one
// is made. So the lists consist of classes without parameters. Only the boxes with the values are generic.

/// A value of any type.
private class AnyBox: @unchecked Sendable {
    // The subclasses have constants only.
    fileprivate init() {}
}

private final class Box<Value: Sendable>: AnyBox, @unchecked Sendable {
    let value: Value

    init(_ value: Value) {
        self.value = value
        super.init()
    }
}

/// A value with its key. The key is stored separately, so that comparing the key copies nothing else.
private final class Entry<Key: Sendable, Value: Sendable>: AnyBox, @unchecked Sendable {
    let key: Key
    let value: Value

    init(_ key: Key, _ value: Value) {
        self.key = key
        self.value = value
        super.init()
    }
}

/// A value that is computed when it is first needed.
///
/// Neither reading nor computing the value takes a lock. The computation may run the program's code, which may need
/// the same value. If several threads compute it at the same time, all of them get the first result.
package final class Once<Value: Sendable>: Sendable {
    private let known = OnceReference<AnyBox>()

    package init() {}

    package func value(_ make: () -> Value) -> Value {
        let box = known.load() ?? known.storeIfNil(Box(LongWork.steadily(make)))
        return unsafe unsafeDowncast(box, to: Box<Value>.self).value
    }
}

/// Values by key, each of which is computed when it is first needed, and then kept. An error isn't kept: the next call
/// tries again.
///
/// Reading takes no lock. Each reading or writing of a file reads a few values. With a lock, threads that process
/// small objects would wait for each other longer than they work. The values are in lists. Values are added to the
/// lists, but never removed.
package final class ConcurrentCache<Key: Sendable, Value: Sendable>: Sendable {
    /// The lists. The last bits of a key's hash are the index of its list. The first node of each list has no value.
    private let lists: [Node]

    /// - Parameter lists: The number of lists, a power of two. One is enough for a few values.
    package init(lists: Int = 64) { self.lists = (0..<lists).map { _ in Node(nil) } }

    package func value<Failure: Error>(
        for key: Key, make: () throws(Failure) -> Value
    ) throws(Failure) -> Value where Key: Hashable {
        var node = lists[key.hashValue & (lists.count - 1)]
        var made: Node?
        while true {
            while let next = node.next.load() {
                if let entry = next.entry {
                    let known = unsafe unsafeDowncast(entry, to: Entry<Key, Value>.self)
                    if known.key == key { return known.value }
                }
                node = next
            }
            // Other threads may add values meanwhile, also the value of this key. So the search continues with the
            // added values, up to the new node.
            let new = if let made { made } else { Node(Entry(key, try LongWork.steadily(make))) }
            made = new
            _ = node.next.storeIfNil(new)
        }
    }
}

/// One value of a list, and the node that was added after it.
private final class Node: Sendable {
    let entry: AnyBox?
    let next = OnceReference<Node>()

    init(_ entry: AnyBox?) { self.entry = entry }
}
