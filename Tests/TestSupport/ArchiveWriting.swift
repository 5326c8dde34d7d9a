import PropertyListCodec

extension BinaryPropertyListWriter {
    /// Writes a class of an archive that has no superclasses, which objects' `$class` leads to.
    package mutating func appendArchivedClass(_ name: String) -> UInt32 {
        let name = append(name)
        let entries = [append("$classname"), name, append("$classes"), append(array: [name].span)]
        return append(dictionary: entries.span)
    }

    /// Writes what makes a keyed archive of objects, the first of which is `$null`: the root of the list.
    ///
    /// - Parameter root: The archive's value.
    package mutating func appendArchive(of objects: [UInt32], root: UInt32) -> UInt32 {
        let top = [append("root"), root]
        return appendArchive(of: objects, top: append(dictionary: top.span))
    }

    /// The same with a `$top` of its own.
    package mutating func appendArchive(of objects: [UInt32], top: UInt32) -> UInt32 {
        let entries = [
            append("$version"), append(100_000 as Int64), append("$archiver"), append("NSKeyedArchiver"),
            append("$top"), top, append("$objects"), append(array: objects.span),
        ]
        return append(dictionary: entries.span)
    }
}
