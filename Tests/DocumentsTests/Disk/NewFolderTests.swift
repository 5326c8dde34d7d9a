#if os(Linux)
import CFaults
#endif
import Foundation
import TestSupport
import Testing

@testable import Documents

@Suite("Folders that are made for a file")
struct NewFolderTests {
    @Test("They are for the user alone")
    func mode() throws {
        let folder = try TemporaryFolder()
        try FileStore.write(Data([1]), to: folder.file("new/deep/a"))
        for name in ["new", "new/deep"] {
            let attributes = try FileManager.default.attributesOfItem(atPath: folder.file(name))
            #expect(attributes[.posixPermissions] as? Int == 0o700, "\(name)")
        }
    }

    #if os(Linux)
    @Test("Each is on the disk before the next one is made in it")
    func forced() async throws {
        let folder = try TemporaryFolder()
        await #expect(processExitsWith: .success) { [folder = folder.path as String] in
            unsafe faults_arm(folder, 0, FAULT_ERROR, EIO)
            try? FileStore.write(Data([1]), to: folder + "/new/deep/er/a")
            _ = faults_disarm()
            let calls = unsafe String(cString: faults_log()).split(separator: "\n").map(String.init)
            let steps = calls.filter { $0.hasPrefix("mkdir ") || $0.hasPrefix("fsync ") && !$0.hasPrefix("fsync unnamed") }
            #expect(
                Array(steps.prefix(6)) == ["mkdir new", "fsync .", "mkdir new/deep", "fsync new", "mkdir new/deep/er", "fsync new/deep"])
        }
    }
    #endif
}
