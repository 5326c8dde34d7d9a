/// A decoder that can go to any value of its file and come back: what a layer needs that follows references by their place.
///
/// Positions are numbers of the decoder's own choice. Each array, dictionary and object has one of its own, and it is the same each time
/// that the decoder stands there.
public protocol SeekingDecoder: ModelDecoder {
    /// The position of the value that the decoder stands at. Only to be asked for before the value is consumed.
    var valuePosition: Int { get }

    /// True where the value at the position is an array, a dictionary or an object: what a look at its first byte tells.
    var isAtContainer: Bool { get }

    /// The class that ``ModelDecoder/beginObject()`` would return for the value at the position; nil where it would return nil, or
    /// throw. Consumes nothing.
    func peekClass() throws -> CodedClass?

    /// Remembers where the decoder stands, and goes to the value at a position that was told before.
    ///
    /// All that is read until the matching ``endDetour()`` belongs to that value, which is read once at most. Detours nest.
    ///
    /// - Throws: `depthExceeded` where the decoder bounds how deep it stands; `corruptData` for a position that there isn't.
    func beginDetour(to position: Int) throws

    /// Goes back to where the matching ``beginDetour(to:)`` was called. All that was entered on the way was left again.
    func endDetour() throws
}

extension SeekingDecoder {
    public func peekClass() throws -> CodedClass? { nil }
}
