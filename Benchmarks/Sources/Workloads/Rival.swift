/// What a format is measured against, and how far ahead of it we want to be.
public struct Rival: Sendable {
    /// Something that does the same.
    public enum Peer: Sendable {
        case keyedArchiver, jsonEncoder, xmlPropertyListEncoder, binaryPropertyListEncoder
    }

    public let peer: Peer
    /// How many times as fast as the peer encoding has to be; nil where no figure is set.
    public var encodeTarget: Double?
    /// How many times as fast as the peer decoding has to be; nil where no figure is set.
    public var decodeTarget: Double?

    init(_ peer: Peer, encode: Double? = nil, decode: Double? = nil) {
        self.peer = peer
        encodeTarget = encode
        decodeTarget = decode
    }
}
