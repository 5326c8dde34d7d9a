import Synchronization

/// Where the properties of a class's instances stand in memory, so that a document is made of them, and they are
/// filled, without a call for each.
///
/// That is so for a class whose every property is one that `ModelProperty(stored:_:)` describes. Reading and writing
/// them in place tells nobody: so no property may have observers, a wrapper, or an override, which the macro sees to.
final class StoredLayout: Sendable {
    /// A property's value.
    struct Step: BitwiseCopyable {
        let kind: StoredValue.Kind
        /// How many bytes behind the instance's address it stands.
        let offset: Int
    }

    let steps: ContiguousArray<Step>
    /// How each is coded that isn't among the plain kinds.
    let values: ContiguousArray<StoredValue>
    let names: ContiguousArray<String>
    fileprivate init(_ properties: [(name: String, value: StoredValue)], offsets: [Int]) {
        steps = ContiguousArray(zip(properties, offsets).map { Step(kind: $0.value.kind, offset: $1) })
        values = ContiguousArray(properties.map(\.value))
        names = ContiguousArray(properties.map(\.name))
    }

    /// The layout of an object's class.
    ///
    /// - Returns: Nil where it has none, or where that isn't known yet: then it is open.
    static func find(of object: BaseModel, _ modelClass: ModelClass) -> (layout: StoredLayout?, isOpen: Bool) {
        switch modelClass.cache.part(StoredLayoutCache.self).layout(of: object, modelClass) {
        case .known(let layout): (layout, false)
        case .none: (nil, false)
        case .seen, .unseen: (nil, true)
        }
    }

    /// Where an instance's memory begins.
    @inline(__always)
    static func memory(of object: BaseModel) -> UnsafeMutableRawPointer {
        unsafe Unmanaged.passUnretained(object).toOpaque()
    }
}

/// How a stored property's value is found and coded.
@usableFromInline
@safe
struct StoredValue: Sendable {
    @usableFromInline typealias Encode = @Sendable (UnsafeRawPointer, ModelEncoder) throws -> Void
    @usableFromInline typealias Decode = @Sendable (UnsafeMutableRawPointer, ModelDecoder) throws -> Void

    /// What can be read and written without its type's code.
    enum Kind: BitwiseCopyable {
        case text, integer, double, bool, texts, other
    }

    let kind: Kind
    let encode: Encode
    let decode: Decode
    /// Where the value of an instance stands; nil for an instance of another class.
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
        // A key path leads to a stored property itself: `StoredLayoutCache` makes sure of that.
        unsafe locate = { model in
            guard let root = model as? Root else { return nil }
            return unsafe withUnsafeMutablePointer(to: &root[keyPath: keyPath]) { UnsafeMutableRawPointer($0) }
        }
    }
}

/// What is known of the layout of a class.
final class StoredLayoutCache: ModelClassPart {
    enum Layout {
        case known(StoredLayout)
        /// Some property isn't stored, or not as a plain one.
        case none
        /// One instance was looked at, at this address.
        case seen(address: UInt, offsets: [Int])
        case unseen
    }

    private let layout = Mutex(Layout.unseen)

    /// The layout of a class, as far as it can be told by another instance.
    ///
    /// Two are needed: what stands equally far behind the addresses of both is in them. A value that only stood in
    /// memory while it was looked at isn't.
    func layout(of object: BaseModel, _ modelClass: ModelClass) -> Layout {
        let known = layout.withLock(\.self)
        switch known {
        case .known, .none: return known
        case .seen(let address, _) where address == Self.address(of: object): return known
        case .seen, .unseen: break
        }
        // Outside of the lock: the list of properties is the program's code.
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
