#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A POSIX access control list, as Linux keeps it in the attribute `system.posix_acl_access` of a file.
///
/// In a file with such a list, the group's bits of the mode are the list's mask: the most that named users, named
/// groups and the owning group may do. Only the list contains the owning group's own rights.
struct AccessList {
    /// The attribute's name.
    package static let attribute = "system.posix_acl_access"

    private enum Tag {
        static let owner: UInt16 = 0x01
        static let user: UInt16 = 0x02
        static let owningGroup: UInt16 = 0x04
        static let group: UInt16 = 0x08
        static let mask: UInt16 = 0x10
        static let others: UInt16 = 0x20
    }

    private struct Entry {
        let tag: UInt16
        /// Three bits: read, write, execute.
        var rights: UInt16
        let id: UInt32
    }

    private var entries: [Entry] = []

    /// - Parameter bytes: The attribute's value: a version of four bytes, then eight bytes an entry, little-endian.
    /// - Returns: Nil if the version is unknown, or if the length is wrong.
    package init?(_ bytes: [UInt8]) {
        func number(_ place: Int, _ count: Int) -> UInt32 {
            (0..<count).reduce(0) { $0 | UInt32(bytes[place + $1]) << UInt32(8 * $1) }
        }
        guard bytes.count >= 4, bytes.count % 8 == 4, number(0, 4) == 2 else { return nil }
        for place in stride(from: 4, to: bytes.count, by: 8) {
            entries.append(
                Entry(
                    tag: UInt16(number(place, 2)), rights: UInt16(number(place + 2, 2)), id: number(place + 4, 4)))
        }
    }

    /// The attribute's value.
    package var bytes: [UInt8] {
        entries.reduce(into: [2, 0, 0, 0]) { bytes, entry in
            for half in [entry.tag, entry.rights] { bytes += [UInt8(half & 0xFF), UInt8(half >> 8)] }
            for shift in stride(from: 0, to: 32, by: 8) { bytes.append(UInt8(entry.id >> UInt32(shift) & 0xFF)) }
        }
    }

    private func rights(of tag: UInt16) -> mode_t? { entries.first { $0.tag == tag }.map { mode_t($0.rights) } }

    /// The rights of the owning group within the mask, as three bits.
    var owningGroup: mode_t { (rights(of: Tag.owningGroup) ?? 0) & (rights(of: Tag.mask) ?? 7) }

    /// The rights within the mask that all named users and all named groups have, as three bits.
    private var everyNamed: mode_t {
        let mask = rights(of: Tag.mask) ?? 7
        return entries.reduce(7) {
            [Tag.user, Tag.group].contains($1.tag) ? $0 & mode_t($1.rights) & mask : $0
        }
    }

    /// Returns the mode for a file that can't have the list. In such a file, named users and members of named groups
    /// count as members of the group or as others. They get no more rights than before.
    ///
    /// - Parameter mode: The mode of the file with the list.
    func closedMode(_ mode: mode_t) -> mode_t {
        mode & ~0o77 | (owningGroup & everyNamed) << 3 | mode & 7 & everyNamed
    }

    /// Changes the list for a file that another group owns. Members of either group get only the rights that both the
    /// old group and the others had.
    mutating func changeGroup() {
        let shared = UInt16(owningGroup) & (entries.first { $0.tag == Tag.others }?.rights ?? 0)
        for index in entries.indices where [Tag.owningGroup, Tag.others].contains(entries[index].tag) {
            entries[index].rights = shared
        }
    }
}
