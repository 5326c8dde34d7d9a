import Synchronization

/// A reference that is stored once, by any thread, and then kept.
///
/// The standard library's `AtomicLazyReference` has the same functions. But its code isn't specialized: each load asks
/// the runtime for the metadata of a type, which takes 600 instructions.
@safe
package struct OnceReference<Instance: AnyObject & Sendable>: ~Copyable, Sendable {
    /// The address of the object, to which this reference counts. 0 before an object is stored.
    private let address = Atomic<UInt>(0)

    package init() {}

    deinit { if let stored = unsafe Self.stored(address.load(ordering: .acquiring)) { unsafe stored.release() } }

    /// The stored object. Nil before an object is stored.
    @inline(__always)
    package func load() -> Instance? {
        unsafe Self.stored(address.load(ordering: .acquiring))?.takeUnretainedValue()
    }

    /// Stores an object unless one is stored already. Returns the stored object.
    package func storeIfNil(_ instance: Instance) -> Instance {
        let new = unsafe Unmanaged.passRetained(instance)
        let (isStored, known) = unsafe address.compareExchange(
            expected: 0, desired: UInt(bitPattern: new.toOpaque()), ordering: .acquiringAndReleasing)
        if isStored { return instance }
        unsafe new.release()
        return unsafe Self.stored(known)?.takeUnretainedValue() ?? instance
    }

    @inline(__always)
    private static func stored(_ address: UInt) -> Unmanaged<Instance>? {
        unsafe UnsafeRawPointer(bitPattern: address).map { unsafe .fromOpaque($0) }
    }
}
