import Documents
import FormatSupport
import PropertyListCodec

/// Replaces entries of a binary property list whose root is a dictionary. The other entries are copied object by
/// object.
enum BinaryDefaults {
    /// Throws an error if the file isn't well formed or contains a cycle.
    static func check(_ file: Data, limits: DecodingLimits) throws {
        _ = try replacing([], in: file, with: [], limits: limits)
    }

    /// Returns a binary property list with the file's entries, without the entries of some keys. The entries of the
    /// dictionaries in `added`, which are XML property lists, follow.
    static func replacing(_ gone: Set<String>, in file: Data, with added: [Data], limits: DecodingLimits) throws -> Data
    {
        var writer = BinaryPropertyListWriter(capacity: file.count)
        var entries: [UInt32] = []
        try append(file, to: &entries, &writer, limits) { !gone.contains($0) }
        for other in added {
            try append(try XMLPropertyList.binary(from: ByteSource(other)), to: &entries, &writer, limits) { _ in true }
        }
        let root = writer.append(dictionary: entries)
        return try writer.finish(top: root)
    }

    private static func append(
        _ file: Data, to entries: inout [UInt32], _ writer: inout BinaryPropertyListWriter, _ limits: DecodingLimits,
        where isWanted: (String) -> Bool
    ) throws {
        let reader = try BinaryPropertyListReader(ByteSource(file))
        var copy = BinaryCopy(reader: reader, limits: limits)
        let (keys, values) = try reader.entries(of: try reader.object(reader.topObject))
        // For each key, by its offset: whether its entry is wanted. A file may contain a long key very often, so each
        // key is compared once.
        var wanted: [Int: Bool] = [:]
        for index in 0..<keys.count {
            let key = reader.number(index, in: keys)
            let object = try reader.object(key)
            if wanted[object.offset] == nil { wanted[object.offset] = isWanted(try copy.string(object)) }
            guard wanted[object.offset] == true else { continue }
            entries.append(try copy.number(of: key, in: &writer))
            entries.append(try copy.number(of: reader.number(index, in: values), in: &writer))
        }
    }
}
