import Synchronization

/// The memory layout of a class's instances. With it, instances are encoded and decoded in place, without a call for
/// each property.
///
/// A class has one if all of its properties are described by `ModelProperty(stored:_:)`. Reading and writing in place
/// runs no other code: so no property may have observers, a wrapper, or an override. The macro makes sure of that.
final class StoredLayout: Sendable {
    /// The kind and the place of a property's value.
    struct Step: BitwiseCopyable {
        let kind: StoredValue.Kind
        /// The offset of the value from the instance's address, in bytes.
        let offset: Int
    }

    let steps: ContiguousArray<Step>
    /// The coding of each property, for values that aren't of a plain kind.
    let values: ContiguousArray<StoredValue>
    let names: ContiguousArray<String>
    fileprivate init(_ properties: [(name: String, value: StoredValue)], offsets: [Int]) {
        steps = ContiguousArray(zip(properties, offsets).map { Step(kind: $0.value.kind, offset: $1) })
        values = ContiguousArray(properties.map(\.value))
        names = ContiguousArray(properties.map(\.name))
    }

    /// The layout of an object's class.
    ///
    /// - Returns: The layout. Nil with `isOpen` false: the class has no layout. Nil with `isOpen` true: it isn't known
    ///   yet whether the class has one.
    static func find(of object: BaseModel, _ modelClass: ModelClass) -> (layout: StoredLayout?, isOpen: Bool) {
        switch modelClass.cache.part(StoredLayoutCache.self).layout(of: object, modelClass) {
        case .known(let layout): (layout, false)
        case .none: (nil, false)
        case .seen, .unseen: (nil, true)
        }
    }

    /// The address of an instance.
    @inline(__always)
    static func memory(of object: BaseModel) -> UnsafeMutableRawPointer {
        unsafe Unmanaged.passUnretained(object).toOpaque()
    }
}

/// Finds, encodes and decodes the value of a stored property.
@usableFromInline
@safe
struct StoredValue: Sendable {
    @usableFromInline typealias Encode = @Sendable (UnsafeRawPointer, ModelEncoder) throws -> Void
    @usableFromInline typealias Decode = @Sendable (UnsafeMutableRawPointer, ModelDecoder) throws -> Void

    /// The kinds of values that are read and written without their type's code, and `other` for the rest.
    enum Kind: BitwiseCopyable {
        case text, integer, double, bool, texts, other
    }

    let kind: Kind
    let encode: Encode
    let decode: Decode
    /// The address of the value in an instance; nil for an instance of another class.
    fileprivate let locate: @Sendable (BaseModel) -> UnsafeMutableRawPointer?

    @usableFromInline
    init<Root: BaseModel, Value: SendableMetatype>(
        _ keyPath: ReferenceWritableKeyPath<Root, Value> & Sendable, encode: @escaping Encode, decode: @escaping Decode
    ) {
        kind =
            switch Value.self {
            case is String.Type: .text
            case is Int64.Type: .integer
            case is Int.Type where MemoryLayout<Int>.size == 8: .integer
            case is Double.Type: .double
            case is Bool.Type: .bool
            case is [String].Type: .texts
            default: .other
            }
        unsafe self.encode = encode
        unsafe self.decode = decode
        // The key path leads to the stored property itself: `StoredLayoutCache` makes sure of that.
        unsafe locate = { model in
            guard let root = model as? Root else { return nil }
            return unsafe withUnsafeMutablePointer(to: &root[keyPath: keyPath]) { UnsafeMutableRawPointer($0) }
        }
    }
}

/// Finds and keeps the layout of a class.
final class StoredLayoutCache: ModelClassPart {
    enum Layout {
        case known(StoredLayout)
        /// There is no layout: some property isn't a plain stored one.
        case none
        /// One instance was examined, at this address.
        case seen(address: UInt, offsets: [Int])
        case unseen
    }

    private let layout = Mutex(Layout.unseen)

    /// The layout of a class, as far as another instance can show it.
    ///
    /// Two instances are needed: a value with the same offset in both is part of the instances. A temporary copy, which
    /// is in memory only while it is examined, isn't.
    func layout(of object: BaseModel, _ modelClass: ModelClass) -> Layout {
        let known = layout.withLock(\.self)
        switch known {
        case .known, .none: return known
        case .seen(let address, _) where address == Self.address(of: object): return known
        case .seen, .unseen: break
        }
        // Outside of the lock, because the list of properties is the program's code.
        let found = Self.look(at: object, modelClass, known)
        return layout.withLock { layout in
            // Another thread may have been faster.
            if case .known = layout { return layout }
            layout = found
            return found
        }
    }

    private static func address(of object: BaseModel) -> UInt {
        unsafe UInt(bitPattern: StoredLayout.memory(of: object))
    }

    private static func look(at object: BaseModel, _ modelClass: ModelClass, _ known: Layout) -> Layout {
        let memory = address(of: object)
        guard modelClass.isStored, modelClass.listedProperties.isEmpty else { return .none }
        var properties: [(name: String, value: StoredValue)] = []
        var offsets: [Int] = []
        for property in modelClass.properties {
            guard let value = property.stored, let address = unsafe value.locate(object) else { return .none }
            properties.append((property.name, value))
            offsets.append(Int(bitPattern: UInt(bitPattern: address) &- memory))
        }
        guard case .seen(_, let others) = known else { return .seen(address: memory, offsets: offsets) }
        return others == offsets ? .known(StoredLayout(properties, offsets: offsets)) : .none
    }
}
