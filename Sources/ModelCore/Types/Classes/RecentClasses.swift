import Synchronization

/// The descriptions of the classes that were requested last. A class without `@Model` can't store its description,
/// which is requested for each instance.
@safe
final class RecentClasses: Sendable {
    // Memory for `count` addresses of descriptions, which are never released: a table of them lives as long as the
    // program.
    @safe private nonisolated(unsafe) let slots: UnsafeMutablePointer<Atomic<UInt>>
    private static let count = 64

    init() {
        slots = UnsafeMutablePointer.allocate(capacity: Self.count)
        for index in 0..<Self.count { unsafe (slots + index).initialize(to: Atomic(0)) }
    }

    /// The description of a class. Nil if it isn't among the last requested descriptions. Constant time.
    subscript(type: BaseModel.Type) -> ModelClass? {
        get {
            let address = slots[Self.index(of: type)].load(ordering: .acquiring)
            guard let pointer = unsafe UnsafeRawPointer(bitPattern: address) else { return nil }
            let found = unsafe Unmanaged<ModelClass>.fromOpaque(pointer).takeUnretainedValue()
            return found.type == type ? found : nil
        }
        set {
            guard let newValue else { return }
            let address = unsafe UInt(bitPattern: Unmanaged.passUnretained(newValue).toOpaque())
            slots[Self.index(of: type)].store(address, ordering: .releasing)
        }
    }

    private static func index(of type: BaseModel.Type) -> Int {
        let address = UInt(bitPattern: ObjectIdentifier(type))
        return Int(truncatingIfNeeded: (address >> 4) ^ (address >> 10)) & (count - 1)
    }

    deinit { unsafe slots.deallocate() }
}
