import Documents

/// The type of a chunk in files of version 3: its first byte.
///
/// An alias refers to another chunk by an index in one of two lists, which a reader fills as it reads. The string
/// cache contains the strings and URLs. The object cache contains the objects, collections, mutable strings, data,
/// dates, index sets and keyed archives. Each such chunk takes the next index of its cache.
///
/// The types from `objectAtOffset` on are this library's own. The original knows no types above 48, and refuses a file
/// that contains one.
enum ChunkType: UInt8 {
    case unset = 0
    case null
    case objectAlias8, objectAlias16, objectAlias32
    case stringAlias8, stringAlias16, stringAlias32
    case string
    case dictionary, array, set, orderedSet
    case `true`, `false`
    case int8, int16, int32, int64
    case float32, float64
    case data
    case legacyDate
    case mutableString
    case mutableDictionary, mutableArray, mutableSet, mutableOrderedSet, mutableData
    case classDefinition
    case object8, object16, object32
    case url
    case point, size, rect, range, vector, affineTransform, transform3D
    case mutableIndexSet, indexSet
    case codedObject
    case decimal
    case one, zero
    case keyedArchive
    case date

    /// A reference to an object elsewhere in the file: align 4, u32 offset of its chunk. For objects whose index in the
    /// object cache isn't known yet.
    case objectAtOffset = 0xF0
    /// Text that contains a NUL: align 4, u32 length, bytes. Takes the next index of the string cache.
    case countedString
    /// An integer above `Int64.max`: align 8, u64.
    case uint64
    /// A range beyond 32 bits: align 8, two i64: location and length.
    case wideRange
    /// A set of indexes beyond 32 bits: align 8, u64 count, for each range two i64: location and length. The chunk
    /// takes the next index of the object cache.
    case wideIndexSet
}

extension ChunkType {
    /// Creates the type of a byte. It is faster than `init(rawValue:)`, which searches through the cases.
    @inline(__always)
    init?(byte: UInt8) {
        if byte <= ChunkType.date.rawValue {
            // The first 49 cases have the numbers from 0 on in the order of their declaration, and the same numbers in
            // memory.
            self = unsafe unsafeBitCast(byte, to: ChunkType.self)
        } else {
            self.init(rawValue: byte)
        }
    }

    /// True for chunks that are containers in a document, to which references may refer: objects, arrays, sets and
    /// dictionaries.
    var isContainer: Bool {
        switch self {
        case .dictionary, .array, .set, .orderedSet, .mutableDictionary, .mutableArray, .mutableSet, .mutableOrderedSet,
            .object8, .object16, .object32, .codedObject, .transform3D:
            true
        default: false
        }
    }

    /// True for the structures of numbers. The original gives them an index in the object cache when it writes, but not
    /// when it reads.
    var isStructure: Bool {
        switch self {
        case .point, .size, .rect, .range, .vector, .affineTransform, .transform3D: true
        default: false
        }
    }
}

/// The names of classes in files that aren't classes of the program: Foundation's value classes, and Core Animation's
/// transform.
enum FoundationClass {
    static let uuid = "NSUUID"
    static let uuidKey = "NS.uuidbytes"
    static let uid = "CFKeyedArchiverUID"
    static let uidKey = "CF$UID"
    /// The classes of those coded objects that are scalars in a document.
    static let scalars: Set<String> = [uuid, uid]
    /// A 3D transform of Core Animation. A file has a separate type of chunk for it. In a document it is an object of
    /// sixteen numbers.
    static let transform3D = "CATransform3D"
    static let transform3DClass = CodedClass(name: transform3D, propertyNames: transform3DKeys)
    static let transform3DKeys = (1...4).flatMap { row in (1...4).map { "m\(row)\($0)" } }
}
