internal import CBaseModel

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The access rights of a file, and the attributes that programs have set. A new file takes over all of them, and the
/// name, from the file that it replaces.
///
/// These are the owner and the group, the mode, and on Linux the access control list and the attributes whose names
/// begin with `user.`. If the system refuses one of them, the new file gives nobody more rights than the old file.
struct FileAccess {
    private let owner: uid_t
    private let group: gid_t
    private let mode: mode_t
    /// Nil: the mode alone counts.
    private let list: AccessList?
    private let attributes: [(name: String, value: [UInt8])]

    /// - Parameters:
    ///   - status: The status of the file.
    ///   - isConfidential: True for a new file that only the owner may read and write.
    /// - Returns: Nil, with `errno` set, if the attributes can't be read.
    init?(of path: String, _ status: stat, _ isConfidential: Bool) {
        owner = status.st_uid
        group = status.st_gid
        guard let names = Self.attributeNames(path), let bytes = Self.attribute(AccessList.attribute, of: path) else {
            return nil
        }
        let found = bytes.isEmpty ? nil : AccessList(bytes)
        list = isConfidential ? nil : found
        // A list of an unknown version may allow less than the mode shows.
        let shown: mode_t = bytes.isEmpty || found != nil ? 0o7777 : 0o7700
        mode = isConfidential ? FileStore.confidentialMode : status.st_mode & shown
        var attributes: [(name: String, value: [UInt8])] = []
        for name in names where name.hasPrefix("user.") {
            guard let value = Self.attribute(name, of: path) else { return nil }
            attributes.append((name, value))
        }
        self.attributes = attributes
    }

    /// Applies the rights and the attributes to a new file. Until this call, only the owner may read or write the
    /// file.
    ///
    /// - Returns: False, with `errno` set, on failure. It is no failure if the system doesn't have one of these rights
    ///   or attributes, or doesn't let the process set it.
    package func apply(to descriptor: Int32) -> Bool {
        // The attributes come first, while the process still owns the file.
        for (name, value) in attributes where !Self.set(name, value, descriptor) {
            guard Self.isRefusal(errno) else { return false }
        }
        // Only root may change the owner. The owner may change the group to one that they belong to.
        if fchown(descriptor, owner, group) != 0 { _ = fchown(descriptor, .max, group) }
        var new = stat()
        guard file_fstat(descriptor, &new) == 0 else { return false }
        var mode = mode
        var list = list
        // A program that runs as its owner or its group must not run as another user or group.
        if new.st_uid != owner { mode &= ~0o4000 }
        if new.st_gid != group {
            // Members of either group may do only what both the old group and the others could do.
            list?.changeGroup()
            let both = (list?.owningGroup ?? mode >> 3) & mode & 7
            mode = mode & ~0o2007 | both
            if list == nil { mode = mode & ~0o70 | both << 3 }
        }
        if let list {
            if !Self.set(AccessList.attribute, list.bytes, descriptor) {
                guard Self.isRefusal(errno) else { return false }
                mode = list.closedMode(mode)
            }
        } else if file_remove_attribute(descriptor, AccessList.attribute) != 0 {
            // The new file may have inherited a list from its folder. Setting the mode would put that list into force.
            guard errno == ENODATA || Self.isRefusal(errno) else { return false }
        }
        // The mode comes after the owner: a change of the owner clears the bits that let programs run as their owner.
        return fchmod(descriptor, mode) == 0
    }

    // MARK: The system's attributes

    /// Returns true if the call will never succeed: the file system doesn't support it, or the process isn't allowed
    /// to make it.
    private static func isRefusal(_ code: Int32) -> Bool {
        [ENOTSUP, EOPNOTSUPP, ENOSYS, EPERM, EACCES, EINVAL].contains(code)
    }

    package static func set(_ name: String, _ value: [UInt8], _ descriptor: Int32) -> Bool {
        unsafe value.withUnsafeBytes { unsafe file_set_attribute(descriptor, name, $0.baseAddress, $0.count) == 0 }
    }

    /// Returns the value of a file's attribute. Returns an empty array if the file has no attribute of that name.
    /// Returns nil on failure, and sets `errno`.
    package static func attribute(_ name: String, of path: String) -> [UInt8]? {
        unsafe bytes { unsafe file_attribute(path, name, $0, $1) }
    }

    private static func attributeNames(_ path: String) -> [String]? {
        unsafe bytes { unsafe file_attribute_names(path, $0, $1) }?.split(separator: 0).map {
            String(decoding: $0, as: UTF8.self)
        }
    }

    /// Returns the bytes that a system call copies. With a size of 0, the call returns the number of bytes. Returns
    /// nil on failure, and sets `errno`.
    private static func bytes(_ call: (UnsafeMutableRawPointer?, Int) -> Int) -> [UInt8]? {
        // Another program may lengthen the value between the two calls.
        for _ in 0..<100 {
            let size = call(nil, 0)
            if size == 0 { return [] }
            if size < 0 { return [ENODATA, ENOTSUP, EOPNOTSUPP, ENOSYS].contains(errno) ? [] : nil }
            var bytes = [UInt8](repeating: 0, count: size)
            let got = unsafe bytes.withUnsafeMutableBytes { unsafe call($0.baseAddress, $0.count) }
            if got >= 0 { return Array(bytes.prefix(got)) }
            guard errno == ERANGE else { return errno == ENODATA ? [] : nil }
        }
        return nil
    }
}
