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
}
