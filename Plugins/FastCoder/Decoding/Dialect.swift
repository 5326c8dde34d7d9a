/// How a file of version 3 is laid out, as far as files differ in it.
struct Dialect {
    /// False in files of version 3.0's first release.
    var isAligned = true
    /// False where the original wrote an affine transform, though its reader wants it so.
    var alignsTransforms = true
    /// Apple's decimals, or GNUstep's.
    var decimalSize = DecimalParts.size

    /// All that a file may be, the most likely first. An aligned file hardly ever reads to its end without: its zeros
    /// would be values.
    static func candidates(mayBeUnaligned: Bool) -> [Dialect] {
        var all: [Dialect] = []
        for isAligned in mayBeUnaligned ? [false, true] : [true] {
            for decimalSize in [DecimalParts.size, DecimalParts.gnustepSize] {
                for alignsTransforms in isAligned ? [true, false] : [false] {
                    all.append(
                        Dialect(isAligned: isAligned, alignsTransforms: alignsTransforms, decimalSize: decimalSize))
                }
            }
        }
        return all
    }

    /// True where the file may be laid out so: chunks that differ only here were met in it.
    func isPossible(_ met: Set<ChunkType>) -> Bool {
        (!isAligned || alignsTransforms || met.contains(.affineTransform))
            && (decimalSize == DecimalParts.size || met.contains(.decimal))
    }

    /// The next offset at which a value of that size may stand.
    @inline(__always)
    func aligned(_ offset: Int, to size: Int) -> Int {
        isAligned ? (offset &+ size &- 1) & (0 &- size) : offset
    }
}
