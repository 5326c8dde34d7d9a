import FormatSupport

extension BinaryPropertyListWriter {
    /// Ends the list with its offset table, and returns the bytes. The writer must not be used after this call.
    ///
    /// If the list has few objects, the references are first narrowed to fewer bytes.
    ///
    /// - Parameter top: The number of the root object.
    /// - Throws: `PropertyListError` if there are more than four billion objects.
    package mutating func finish(top: UInt32) throws(PropertyListError) -> Data {
        try end(top: top)
        return buffer.takeData()
    }

    /// Ends the list like `finish(top:)`, but returns the buffer itself. Use it for bytes that are still a secret.
    package consuming func finishBuffer(top: UInt32) throws(PropertyListError) -> ByteBuffer {
        try end(top: top)
        return buffer
    }

    private mutating func end(top: UInt32) throws(PropertyListError) {
        // A text that was written in part is shorter than its object says.
        guard !LongWork.isStopped else { throw .cancelled(at: byteCount) }
        guard objectCount <= 0xFFFF_FFFF, Int(top) < objectCount else {
            throw PropertyListError("A property list can't hold \(objectCount) objects.", at: byteCount)
        }
        let referenceSize = objectCount <= 0x100 ? 1 : objectCount <= 0x1_0000 ? 2 : 4
        if referenceSize < 4 { Self.narrowReferences(to: referenceSize, in: &buffer, &ends) }
        let end = byteCount
        let offsetSize = Self.width(of: end)
        buffer.reserve(objectCount &* offsetSize &+ 32)
        let areEndsWhole = end <= UInt32.max
        var offset = 8
        for number in 0..<objectCount {
            let bytes = (UInt64(offset) &<< UInt64(64 &- 8 &* offsetSize)).bigEndian
            // Eight bytes are written each time. Only the first `offsetSize` of them count: the next call overwrites
            // the rest.
            buffer.append(room: 8) { room in
                guard let start = UnsafeMutableRawPointer(room.baseAddress) else { return 0 }
                unsafe start.storeBytes(of: bytes, as: UInt64.self)
                return offsetSize
            }
            if areEndsWhole {
                offset = Int(ends[number])
            } else {
                offset &+= buffer.withBytes { Self.extent(of: $0, at: offset, referenceSize: referenceSize).size }
            }
        }
        buffer.append(repeating: 0, count: 6)
        buffer.append(UInt8(offsetSize))
        buffer.append(UInt8(referenceSize))
        buffer.appendBigEndian(UInt64(objectCount))
        buffer.appendBigEndian(UInt64(top))
        buffer.appendBigEndian(UInt64(end))
    }

    /// Returns the smallest number of bytes that can contain a value.
    private static func width(of value: Int) -> Int {
        max(1, (Int.bitWidth - value.leadingZeroBitCount + 7) / 8)
    }

    /// Rewrites all containers in place, with references of `size` bytes. No byte moves away from the start.
    private static func narrowReferences(to size: Int, in buffer: inout ByteBuffer, _ ends: inout Stack<UInt32>) {
        let end = buffer.withMutableBytes { bytes in
            guard let base = bytes.baseAddress else { return 0 }
            // This writer wrote the bytes, so the size in an object's first bytes is right.
            var source = 8
            var target = 8
            for number in ends.indices {
                let extent = Self.extent(of: UnsafeBufferPointer(bytes), at: source, referenceSize: 4)
                let plain = extent.size &- extent.references &* 4
                if source != target { unsafe memmove(base + target, base + source, plain) }
                var from = source &+ plain
                target &+= plain
                if size == 2 {
                    for _ in 0..<extent.references {
                        let low = unsafe UnsafeRawPointer(base + from + 2).loadUnaligned(as: UInt16.self)
                        unsafe UnsafeMutableRawPointer(base + target).storeBytes(of: low, as: UInt16.self)
                        target &+= 2
                        from &+= 4
                    }
                } else {
                    for _ in 0..<extent.references {
                        unsafe base[target] = base[from &+ 3]
                        target &+= 1
                        from &+= 4
                    }
                }
                source &+= extent.size
                ends[number] = UInt32(truncatingIfNeeded: target)
            }
            return target
        }
        buffer.truncate(to: end)
    }

    /// Returns the size in bytes of an object that this writer wrote, and the number of references at its end.
    @safe
    @inline(__always)
    private static func extent(
        of bytes: UnsafeBufferPointer<UInt8>, at offset: Int, referenceSize: Int
    ) -> (size: Int, references: Int) {
        let marker = unsafe bytes[offset]
        let low = Int(marker & 0x0F)
        switch marker >> 4 {
        case 0x0: return (1, 0)
        case 0x1, 0x2, 0x3: return (1 &+ 1 << low, 0)
        case 0x8: return (2 &+ low, 0)
        default: break
        }
        var count = low
        var head = 1
        if low == 0x0F {
            let width = unsafe 1 << Int(bytes[offset &+ 1] & 0x0F)
            count = 0
            for index in 0..<width { count = unsafe count << 8 | Int(bytes[offset &+ 2 &+ index]) }
            head = 2 &+ width
        }
        switch marker >> 4 {
        case 0x6: return (head &+ count &* 2, 0)
        case 0xA, 0xC: return (head &+ count &* referenceSize, count)
        case 0xD: return (head &+ count &* 2 &* referenceSize, count &* 2)
        default: return (head &+ count, 0)
        }
    }
}
