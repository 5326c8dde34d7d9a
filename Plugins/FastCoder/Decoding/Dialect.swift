/// The properties of a file's layout that differ between files of version 3.
struct Dialect {
    /// False for files of the first release of version 3.0, which align nothing.
    var isAligned = true
    /// False if the file has affine transforms without alignment, as the original writes them. (The original's reader
    /// expects them to be aligned.)
    var alignsTransforms = true
    /// The number of bytes of a decimal: the size of the structure of Apple or of GNUstep.
    var decimalSize = DecimalParts.size

    /// Returns all layouts that a file may have, beginning with the most likely layout. An aligned file can hardly be
    /// read to its end without alignment: its zeros would be read as values.
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

    /// Returns true if the file may have this layout, given the types of chunks found in it. A layout that differs
    /// only in transforms or decimals is possible only if the file contains transforms or decimals.
    func isPossible(_ met: Set<ChunkType>) -> Bool {
        (!isAligned || alignsTransforms || met.contains(.affineTransform))
            && (decimalSize == DecimalParts.size || met.contains(.decimal))
    }

    /// Returns the first offset, from this one on, at which a value of the given size may begin.
    @inline(__always)
    func aligned(_ offset: Int, to size: Int) -> Int {
        isAligned ? (offset &+ size &- 1) & (0 &- size) : offset
    }
}
