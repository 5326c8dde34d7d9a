import FormatSupport

// The rows of a table.

extension PropertyTable {
    /// A row of a table. It describes one property: its key, its offset in the memory of an instance or a struct, and
    /// the form of its value.
    @safe
    public struct Row: BitwiseCopyable {
        // The bytes of the key, and zeros up to the next multiple of eight. They are freed with the table.
        @usableFromInline let start: UnsafePointer<UInt8>
        /// The index of the row in its table.
        public let index: Int
        /// The number of bytes of the key.
        public let keyCount: Int
        /// The first sixteen bytes of the key, as two words of 8 bytes.
        @usableFromInline let words: (UInt64, UInt64)
        /// The masks of the bytes in ``words`` that belong to the key.
        @usableFromInline let masks: (UInt64, UInt64)
        /// The offset of the value in an instance, in bytes.
        @usableFromInline let offset: Int
        @usableFromInline let kind: ValueForm.Kind
        /// True if a nil needn't be written.
        @usableFromInline let omitsNil: Bool
        // The table keeps the form.
        @usableFromInline let form: Unmanaged<ValueForm>

        init(_ index: Int, _ property: Property, _ form: ValueForm) {
            self.index = index
            let key = property.key
            let bytes = Array(key.utf8)
            let room = UnsafeMutablePointer<UInt8>.allocate(capacity: max((bytes.count + 7) & ~7, 16))
            unsafe room.initialize(repeating: 0, count: max((bytes.count + 7) & ~7, 16))
            unsafe room.update(from: bytes, count: bytes.count)
            unsafe start = UnsafePointer(room)
            keyCount = bytes.count
            func mask(_ count: Int) -> UInt64 { count <= 0 ? 0 : count >= 8 ? .max : 1 << UInt64(count * 8) - 1 }
            let raw = UnsafeRawPointer(room)
            words = unsafe (
                UInt64(littleEndian: raw.load(as: UInt64.self)),
                UInt64(littleEndian: raw.load(fromByteOffset: 8, as: UInt64.self))
            )
            masks = (mask(bytes.count), mask(bytes.count - 8))
            offset = property.offset
            kind = form.kind
            omitsNil = property.omitsNil
            unsafe self.form = Unmanaged.passUnretained(form)
        }

        /// The access to an optional that becomes nil if a file has no value for it. Nil for any other property.
        @usableFromInline
        var missing: ContainerAccess? {
            kind == .optional && omitsNil ? unsafe form._withUnsafeGuaranteedRef { $0.container } : nil
        }

        /// The bytes of the key.
        @safe
        @inlinable
        public var key: UnsafeBufferPointer<UInt8> { unsafe UnsafeBufferPointer(start: start, count: keyCount) }

        /// Returns true if the bytes at an address begin with the key. At least sixteen bytes must be readable at the
        /// address.
        @unsafe
        @inlinable
        @inline(__always)
        public func begins(_ place: UnsafePointer<UInt8>) -> Bool {
            let raw = unsafe UnsafeRawPointer(place)
            let first = unsafe UInt64(littleEndian: raw.loadUnaligned(as: UInt64.self))
            guard (first ^ words.0) & masks.0 == 0 else { return false }
            guard masks.1 != 0 else { return true }
            let second = unsafe UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
            guard (second ^ words.1) & masks.1 == 0 else { return false }
            if keyCount <= 16 { return true }
            return unsafe memcmp(place, start, keyCount) == 0
        }

        /// Appends the key to a buffer.
        @inlinable
        @inline(__always)
        public func appendKey(to buffer: inout ByteBuffer) {
            guard keyCount <= 16 else { return buffer.append(key) }
            buffer.append(room: 16) { room in
                guard let start = UnsafeMutableRawPointer(room.baseAddress) else { return 0 }
                unsafe start.storeBytes(of: words.0.littleEndian, as: UInt64.self)
                unsafe start.storeBytes(of: words.1.littleEndian, toByteOffset: 8, as: UInt64.self)
                return keyCount
            }
        }
    }

    /// A row that is being made: a property whose form isn't known yet.
    package struct Property: Sendable {
        let key: String
        let offset: Int
        let omitsNil: Bool
        let code: (any OwnCode)?
        let aliases: [String]
        let refusesNull: Bool
        let order: Int
        let hasAccessors: Bool

        /// - Parameters:
        ///   - key: The key in files.
        ///   - offset: The offset of the value in an instance, in bytes.
        ///   - omitsNil: True if a nil needn't be written.
        ///   - code: Encodes and decodes the property through a document, for values that don't match their form.
        ///   - aliases: Its keys in older files.
        ///   - refusesNull: True if a null is an error.
        ///   - order: The position of the property among those of the class.
        ///   - group: The table of the dictionary, if the row is a dictionary that contains properties.
        package init(
            key: String, offset: Int, omitsNil: Bool, code: (any OwnCode)? = nil, aliases: [String] = [],
            refusesNull: Bool = false, order: Int = 0, group: PropertyTable? = nil
        ) {
            hasAccessors = code?.isAccessor ?? group?.hasAccessors ?? false
            self.order = order
            self.refusesNull = refusesNull
            self.aliases = aliases
            self.key = key
            self.offset = offset
            self.omitsNil = omitsNil
            self.code = code
        }
    }
}
