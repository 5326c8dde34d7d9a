/// Where an object can be found that was written, or is being written.
enum WrittenPlace {
    /// The index in the object cache.
    case index(Int)
    /// The offset of its chunk, while its index isn't known yet.
    case offset(Int)

    /// As one number: twice the index; or twice the offset, and one.
    @inline(__always)
    var number: Int {
        switch self {
        case .index(let index): index << 1
        case .offset(let offset): offset << 1 | 1
        }
    }

    @inline(__always)
    init(number: Int) {
        self = number & 1 == 0 ? .index(number >> 1) : .offset(number >> 1)
    }
}
