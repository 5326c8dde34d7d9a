/// How a file of version 3 is laid out, as far as files differ in it.
struct Dialect {
    /// False in files of version 3.0's first release.
    var isAligned = true
    /// False where the original wrote an affine transform, though its reader wants it so.
    var alignsTransforms = true
    /// Apple's decimals, or GNUstep's.
    var decimalSize = DecimalParts.size
    /// True where aliases count points, sizes and the like, as the original's writer did and its reader doesn't.
    var countsStructures = false

    /// All that a file may be, the most likely first.
    static func candidates(mayBeUnaligned: Bool) -> [Dialect] {
        var all: [Dialect] = []
        for isAligned in mayBeUnaligned ? [true, false] : [true] {
            for decimalSize in [DecimalParts.size, DecimalParts.gnustepSize] {
                for countsStructures in [false, true] {
                    for alignsTransforms in isAligned ? [true, false] : [false] {
                        all.append(
                            Dialect(
                                isAligned: isAligned, alignsTransforms: alignsTransforms, decimalSize: decimalSize,
                                countsStructures: countsStructures))
                    }
                }
            }
        }
        return all
    }

    /// The next offset at which a value of that size may stand.
    @inline(__always)
    func aligned(_ offset: Int, to size: Int) -> Int {
        isAligned ? (offset &+ size &- 1) & (0 &- size) : offset
    }
}
