/// What a format is measured against, and how far ahead of it we want to be.
public struct Rival: Sendable {
    /// Something that does the same.
    public enum Peer: Sendable {
        case keyedArchiver, jsonEncoder, xmlPropertyListEncoder, binaryPropertyListEncoder
        /// Our own keyed archive.
        case keyedArchive
        /// Copying the same bytes and, for decoding, allocating the same objects, strings and arrays: what no format can go below.
        case copying
        /// Writing JSON by code for these classes alone, and copying and allocating as above.
        case handWritten
    }

    public let peer: Peer
    /// How many times as fast as the peer encoding has to be.
    public var encodeTarget: Double?
    /// How many times as fast as the peer decoding has to be.
    public var decodeTarget: Double?
    /// Which share of the peer's bytes ours may be at the most.
    public var byteTarget: Double?

    init(_ peer: Peer, encode: Double? = nil, decode: Double? = nil, bytes: Double? = nil) {
        self.peer = peer
        encodeTarget = encode
        decodeTarget = decode
        byteTarget = bytes
    }
}
