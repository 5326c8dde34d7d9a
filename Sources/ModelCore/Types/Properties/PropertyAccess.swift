import FormatSupport

/// The owner of properties: a model, or a struct in memory.
@safe
struct PropertyOwner {
    /// The address of the instance, or of the struct.
    @safe let memory: UnsafeMutableRawPointer
    /// The model that has the properties; nil for a struct.
    let model: BaseModel?

    @inline(__always)
    init(_ model: BaseModel) {
        memory = unsafe StoredFields.memory(of: model)
        self.model = model
    }

    /// The struct at an address. Only properties of the struct's type may be used with this owner.
    @unsafe
    init(_ memory: UnsafeMutableRawPointer) {
        unsafe self.memory = memory
        model = nil
    }
}

/// Reads and writes a property by its key path, or in the memory of its owner.
///
/// A key path that is both writable and `Sendable` can't be expressed by a cast, hence `@unchecked`.
///
/// It is a class because generic code would otherwise have to make the generic struct's type for each access.
class PropertyAccess<Root, Value>: @unchecked Sendable {
    final let path: KeyPath<Root, Value>
    private final let writable: WritableKeyPath<Root, Value>?
    /// The class whose instances have the property; nil for a struct.
    private final let rootClass: AnyClass?

    init(_ path: KeyPath<Root, Value>) {
        self.path = path
        writable = path as? WritableKeyPath<Root, Value>
        rootClass = Root.self as? AnyClass
    }

    final var isWritable: Bool { writable != nil }

    /// Runs code with the value of a model.
    func get(_ model: BaseModel, _ body: (Value) throws -> Void) rethrows {
        try body(unsafe unsafeBitCast(model, to: Root.self)[keyPath: path])
    }

    /// Sets the value of a model. Called only for a writable property.
    func set(_ value: Value, in model: BaseModel) {
        guard let writable else { return }
        var root = unsafe unsafeBitCast(model, to: Root.self)
        root[keyPath: writable] = value
    }

    /// Runs code with the value, unless the owner has no such property.
    @inline(__always)
    final func read(_ owner: PropertyOwner, at offset: Int?, _ body: (Value) throws -> Void) rethrows {
        guard let offset else { return try read(owner, body) }
        // `StoredFields`, or the struct's layout, has a value of this type there.
        unsafe try body((owner.memory + offset).assumingMemoryBound(to: Value.self).pointee)
    }

    /// Sets the value. Returns false if the owner has no such property.
    @inline(__always)
    final func set(_ value: Value, in owner: PropertyOwner, at offset: Int?) -> Bool {
        guard let offset else { return set(value, in: owner) }
        unsafe (owner.memory + offset).assumingMemoryBound(to: Value.self).pointee = value
        return true
    }

    // Not inlined, so that the types of their optionals are only made where they are needed.

    @inline(never)
    @_specialize(kind: partial, where Value == String)
    @_specialize(kind: partial, where Value == Int)
    @_specialize(kind: partial, where Value == Double)
    @_specialize(kind: partial, where Value == Bool)
    private final func read(_ owner: PropertyOwner, _ body: (Value) throws -> Void) rethrows {
        guard let model = owner.model else {
            return unsafe try body(owner.memory.assumingMemoryBound(to: Root.self).pointee[keyPath: path])
        }
        guard isRoot(model) else { return }
        try get(model, body)
    }

    @inline(never)
    @_specialize(kind: partial, where Value == String)
    @_specialize(kind: partial, where Value == Int)
    @_specialize(kind: partial, where Value == Double)
    @_specialize(kind: partial, where Value == Bool)
    private final func set(_ value: Value, in owner: PropertyOwner) -> Bool {
        guard let writable else { return false }
        guard let model = owner.model else {
            unsafe owner.memory.assumingMemoryBound(to: Root.self).pointee[keyPath: writable] = value
            return true
        }
        guard isRoot(model) else { return false }
        set(value, in: model)
        return true
    }

    /// True if a model has the property, because the model is a `Root`.
    @inline(__always)
    private final func isRoot(_ model: BaseModel) -> Bool {
        guard let rootClass else { return false }
        return type(of: model) == rootClass || isBelow(rootClass, model)
    }

    @inline(never)
    private final func isBelow(_ rootClass: AnyClass, _ model: BaseModel) -> Bool {
        var type: AnyClass? = type(of: model)
        while let next = type, next != rootClass { type = _getSuperclass(next) }
        return type != nil
    }

    /// Calls `body` with the address of the value. Returns false if the owner has no such property.
    @_specialize(kind: partial, where Value == String)
    @_specialize(kind: partial, where Value == Int)
    @_specialize(kind: partial, where Value == Double)
    @_specialize(kind: partial, where Value == Bool)
    final func withValue(of owner: PropertyOwner, _ body: (UnsafeRawPointer) -> Bool) -> Bool {
        var isDone = false
        read(owner) { value in
            unsafe withUnsafePointer(to: value) { isDone = unsafe body(UnsafeRawPointer($0)) }
        }
        return isDone
    }

    /// Moves the value at an address into the property. Returns false if the owner has no such property.
    @_specialize(kind: partial, where Value == String)
    @_specialize(kind: partial, where Value == Int)
    @_specialize(kind: partial, where Value == Double)
    @_specialize(kind: partial, where Value == Bool)
    final func take(_ place: UnsafeMutableRawPointer, for owner: PropertyOwner) -> Bool {
        set(unsafe place.assumingMemoryBound(to: Value.self).move(), in: owner)
    }

    final func value(of owner: PropertyOwner, at offset: Int?) -> Any? {
        var value: Any?
        read(owner, at: offset) { value = $0 }
        return value
    }

    /// Sets the property to the value that a nil or a null in a file represents.
    @inline(never)
    final func setNil(
        in owner: PropertyOwner, at offset: Int?, _ code: PropertyCode<Value>, _ key: ModelKey, _ decoder: ModelDecoder
    ) throws {
        let value = try code.decodeNil(decoder, key) { self.value(of: owner, at: offset) }
        if let value { _ = set(value, in: owner, at: offset) }
    }
}

/// Reads and writes a property of a class by functions.
final class PropertyFunctions<Root: BaseModel, Value>: PropertyAccess<Root, Value>, @unchecked Sendable {
    private let getter: @Sendable (Root) -> Value
    private let setter: (@Sendable (Root, Value) -> Void)?

    init(
        _ path: KeyPath<Root, Value>, _ get: @escaping @Sendable (Root) -> Value,
        _ set: (@Sendable (Root, Value) -> Void)?
    ) {
        getter = get
        setter = set
        super.init(path)
    }

    override func get(_ model: BaseModel, _ body: (Value) throws -> Void) rethrows {
        try body(getter(unsafe unsafeDowncast(model, to: Root.self)))
    }

    override func set(_ value: Value, in model: BaseModel) {
        guard let setter else { return super.set(value, in: model) }
        setter(unsafe unsafeDowncast(model, to: Root.self), value)
    }
}
