#if os(Linux)
import CFaults
import Foundation
import Glibc
import TestSupport
import Testing

@testable import Documents
@testable import ModelCore

@Suite("A new file lets nobody do more than the one that it replaces")
struct FileAccessTests {
    let folder: TemporaryFolder
    let file: String

    init() throws {
        folder = try TemporaryFolder()
        file = folder.file("a")
        try FileStore.write(Data("old".utf8), to: file, atomically: true)
    }

    /// An access control list: tag, rights and identifier of each entry.
    private static func list(_ entries: [(UInt8, UInt8, UInt8?)]) -> [UInt8] {
        entries.reduce([2, 0, 0, 0]) { bytes, entry in
            bytes + [entry.0, 0, entry.1, 0] + (entry.2.map { [$0, 0, 0, 0] } ?? [255, 255, 255, 255])
        }
    }

    /// The owner and the user 7 may read and write, the group nothing.
    private static let userList = list([(1, 6, nil), (2, 6, 7), (4, 0, nil), (0x10, 6, nil), (0x20, 0, nil)])

    private func mode(_ path: String) throws -> Int {
        try #require(FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
    }

    /// Gives a file or a folder an attribute. False where its file system has no such thing.
    private func set(_ name: String, _ value: [UInt8], _ path: String) -> Bool {
        let descriptor = unsafe open(path, O_RDONLY)
        defer { close(descriptor) }
        return FileAccess.set(name, value, descriptor)
    }

    @Test("The mode stays, whatever one opening a file gives", arguments: [0o664, 0o666, 0o600, 0o4751], [true, false])
    func modes(mode: Int, atomically: Bool) throws {
        unsafe chmod(file, mode_t(mode))
        try FileStore.write(Data("new".utf8), to: file, atomically: atomically)
        // The system itself takes such a bit away where a file is written in place, but not for root.
        #expect(try self.mode(file) & 0o777 == mode & 0o777 && (!atomically || self.mode(file) == mode))
    }

    @Test("A new file that has a name is its owner's alone until it has the old one's mode", arguments: [0o600, 0o644, 0o666])
    func named(mode: Int) async throws {
        unsafe chmod(file, mode_t(mode))
        await #expect(processExitsWith: .signal(SIGKILL)) { [folder = folder.path as String] in
            umask(0)
            faults_refuse(1, 0)
            unsafe faults_arm(folder, 0, FAULT_ERROR, EIO)
            try FileStore.write(Data("new".utf8), to: folder + "/a")
            _ = faults_disarm()
            let calls = unsafe String(cString: faults_log()).split(separator: "\n")
            // The call behind the one that makes the file is the last.
            let made = try #require(calls.firstIndex { $0.hasPrefix("open .BaseModel.") })
            unsafe faults_arm(folder, made + 2, FAULT_KILL, 0)
            try FileStore.write(Data("newer".utf8), to: folder + "/a")
        }
        let left = try #require(FileManager.default.contentsOfDirectory(atPath: folder.path).first { $0.hasPrefix(".BaseModel.") })
        #expect(try self.mode(folder.file(left)) == 0o600 && self.mode(file) == mode)
    }

    @Test("An access control list stays, and its mask doesn't become the group's permissions", arguments: [true, false])
    func lists(atomically: Bool) throws {
        guard set(AccessList.attribute, Self.userList, file) else { return print("No access control lists here.") }
        #expect(try mode(file) == 0o660)
        try FileStore.write(Data("new".utf8), to: file, atomically: atomically)
        #expect(FileAccess.attribute(AccessList.attribute, of: file) == Self.userList)
        #expect(try mode(file) == 0o660)
    }

    @Test("A file for its owner alone has none")
    func confidential() throws {
        guard set(AccessList.attribute, Self.userList, file) else { return print("No access control lists here.") }
        try FileStore.write(Data("new".utf8), to: file, atomically: true, isConfidential: true)
        #expect(FileAccess.attribute(AccessList.attribute, of: file) == [])
        #expect(try mode(file) == 0o600)
    }

    @Test("A confidential file is its owner's alone, whatever its mode was and however it is written", arguments: [true, false])
    func confidentialModes(atomically: Bool) throws {
        for old in [0o644, 0o666, 0o640, 0o777, 0o400 | 0o200] as [mode_t] {
            #expect(unsafe chmod(file, old) == 0)
            try FileStore.write(Data("new".utf8), to: file, atomically: atomically, isConfidential: true)
            #expect(try mode(file) == 0o600, "\(String(old, radix: 8))")
        }
        // A list that lets another user read lets nobody any more.
        if set(AccessList.attribute, Self.userList, file) {
            try FileStore.write(Data("newer".utf8), to: file, atomically: atomically, isConfidential: true)
            #expect(try mode(file) == 0o600)
        }
        let link = folder.file("link")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file)
        #expect(unsafe chmod(file, 0o644) == 0)
        try FileStore.write(Data("by the link".utf8), to: link, atomically: atomically, isConfidential: true)
        #expect(try mode(file) == 0o600)
    }

    @Test("What the folder gives new files isn't given to one that replaces another")
    func inherited() throws {
        unsafe chmod(file, 0o660)
        guard set("system.posix_acl_default", Self.userList, folder.path) else {
            return print("No access control lists here.")
        }
        try FileStore.write(Data("new".utf8), to: file, atomically: true)
        #expect(FileAccess.attribute(AccessList.attribute, of: file) == [])
        #expect(try mode(file) == 0o660)
        // A file where none was is as the folder says.
        try FileStore.write(Data("new".utf8), to: folder.file("b"), atomically: true)
        #expect(FileAccess.attribute(AccessList.attribute, of: folder.file("b")) == Self.userList)
    }

    @Test("Attributes of programs stay, with all their bytes", arguments: [true, false])
    func attributes(atomically: Bool) throws {
        let values: [String: [UInt8]] = ["user.one": [0, 1, 255], "user.empty": [], "user.zwölf": Array("text".utf8)]
        for (name, value) in values where !set(name, value, file) { return print("No attributes here.") }
        try FileStore.write(Data("new".utf8), to: file, atomically: atomically)
        try FileStore.write(Data("newer".utf8), to: file, atomically: atomically, isConfidential: true)
        for (name, value) in values { #expect(FileAccess.attribute(name, of: file) == value, "\(name)") }
        #expect(FileAccess.attribute("user.two", of: file) == [])
    }

    @Test("A hard link goes on leading to the old content, and to the new one of a file that is overwritten in place")
    func hardLinks() throws {
        try FileManager.default.linkItem(atPath: file, toPath: folder.file("link"))
        try FileStore.write(Data("new".utf8), to: file, atomically: true)
        #expect(try FileStore.read(folder.file("link")) == Data("old".utf8))
        try FileStore.write(Data("newer".utf8), to: folder.file("link"), atomically: false)
        #expect(try FileStore.read(folder.file("link")) == Data("newer".utf8))
        #expect(try FileStore.read(file) == Data("new".utf8))
    }

    @Test("A list that can't be kept closes the file for the group and the others, as far as it did for anybody")
    func closed() throws {
        func closed(_ entries: [(UInt8, UInt8, UInt8?)], _ mode: mode_t) throws -> mode_t {
            try #require(AccessList(Self.list(entries))).closedMode(mode)
        }
        #expect(try #require(AccessList(Self.userList)).bytes == Self.userList)
        #expect(AccessList([3, 0, 0, 0]) == nil && AccessList([2, 0, 0, 0, 1]) == nil)
        #expect(try closed([(1, 6, nil), (2, 6, 7), (4, 0, nil), (0x10, 6, nil), (0x20, 0, nil)], 0o660) == 0o600)
        #expect(try closed([(1, 6, nil), (2, 6, 7), (4, 4, nil), (0x10, 6, nil), (0x20, 4, nil)], 0o4664) == 0o4644)
        // The mask takes from the group; and who is refused by name isn't let in as one of the others.
        #expect(try closed([(1, 6, nil), (2, 6, 7), (4, 6, nil), (0x10, 4, nil), (0x20, 6, nil)], 0o646) == 0o644)
        #expect(try closed([(1, 6, nil), (8, 0, 7), (4, 6, nil), (0x10, 6, nil), (0x20, 6, nil)], 0o666) == 0o600)
    }

    @Test("Where neither owner nor group can be kept, they may do what the group and the others both could")
    func strangers() async throws {
        guard geteuid() == 0 else { return print("Only root can be somebody else.") }
        unsafe chmod(folder.path, 0o777)
        // The old file's mode, with a list or without, and the new file's mode.
        let cases: [(mode: mode_t, hasList: Bool, new: Int)] = [
            (0o6666, false, 0o666), (0o606, false, 0o600), (0o646, false, 0o644), (0o646, true, 0o660),
        ]
        for (number, (mode, hasList, _)) in cases.enumerated() {
            let path = folder.file("\(number)")
            try FileStore.write(Data("old".utf8), to: path, atomically: true)
            unsafe chown(path, 1001, 1001)
            if hasList {
                let list = Self.list([(1, 6, nil), (2, 6, 202), (4, 0, nil), (0x10, 6, nil), (0x20, 6, nil)])
                guard set(AccessList.attribute, list, path) else { continue }
            } else {
                unsafe chmod(path, mode)
            }
        }
        await #expect(processExitsWith: .success) { [folder = folder.path as String] in
            #expect(setgid(2002) == 0 && setuid(2002) == 0)
            for number in 0..<4 { try FileStore.write(Data("new".utf8), to: "\(folder)/\(number)", atomically: true) }
        }
        for (number, (_, hasList, new)) in cases.enumerated() {
            let path = folder.file("\(number)")
            #expect(try FileStore.read(path) == Data("new".utf8) && mode(path) == new, "\(number)")
            let list = try #require(FileAccess.attribute(AccessList.attribute, of: path))
            guard hasList, !list.isEmpty else { continue }
            #expect(list == Self.list([(1, 6, nil), (2, 6, 202), (4, 0, nil), (0x10, 6, nil), (0x20, 0, nil)]))
        }
    }
}
#endif
