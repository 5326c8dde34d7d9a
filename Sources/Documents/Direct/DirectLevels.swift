internal import CBaseModel

/// The number of levels that direct reading or writing may still enter. The limits and the free space on the thread's
/// stack determine it. A value at a deeper level goes through a document.
@usableFromInline
struct DirectLevels: BitwiseCopyable {
    /// The number of levels that the limits still allow.
    @usableFromInline var left: Int
    /// The address above which the stack may be used.
    @usableFromInline let limit: UInt

    /// The number of bytes of the stack that must stay free: for the calls between two levels, for a value's
    /// conversion, and for the `init()` of a class.
    private static let reserve = 32 * 1024

    @usableFromInline
    init(_ limits: DecodingLimits) {
        left = max(limits.depth, 0)
        limit = thread_stack_limit(Self.reserve)
    }

    /// The number of bytes of the stack that must be free before a value's own code is called, because that code
    /// recurses.
    private static let codeReserve = 192 * 1024

    /// True if the stack has room for a value's own code. Without room, the value goes through a document: there,
    /// models can wait until the stack has room.
    var haveRoomForCode: Bool {
        var here: UInt8 = 0
        let address = unsafe withUnsafeMutablePointer(to: &here) { UInt(bitPattern: $0) }
        return address > thread_stack_limit(Self.codeReserve)
    }

    /// True if one more level may be entered. Compares the address of the caller's frame, without a call.
    @inlinable
    @inline(__always)
    var hasOne: Bool {
        guard left > 0 else { return false }
        var here: UInt8 = 0
        let address = unsafe withUnsafeMutablePointer(to: &here) { UInt(bitPattern: $0) }
        return address > limit
    }
}
