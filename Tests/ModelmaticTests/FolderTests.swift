import Foundation
import ModelCore
import Modelmatic
import Testing

@Suite("Files, folders and versions")
struct FolderTests {
    @Test("A folder of versions has a current one")
    func versions() throws {
        #expect(try DataModel.versions(ofModelAt: Fixtures.library) == ["Library", "Library 2", "Library 10"])
        #expect(try DataModel.currentVersion(ofModelAt: Fixtures.library) == "Library 2")
        let current = try DataModel(contentsOf: Fixtures.library)
        #expect(current == (try DataModel(contentsOf: Fixtures.library + "/", version: "Library 2.xcdatamodel")))
        let older = try DataModel(contentsOf: Fixtures.library, version: "Library")
        #expect(older.entities.map(\.name) == ["Book"])
        let inside = Fixtures.library + "/Library 10.xcdatamodel"
        #expect(try DataModel(contentsOf: inside)["Shelf"] != nil)
        #expect(try DataModel(contentsOf: inside + "/contents")["Shelf"] != nil)
        #expect(try DataModel.versions(ofModelAt: inside) == [])
        #expect(try DataModel.currentVersion(ofModelAt: inside) == nil)
        #expect(try DataModel.versions(ofModelAt: inside + "/contents") == [])
    }

    @Test("A version that isn't there")
    func missing() throws {
        for (path, version) in [
            (Fixtures.library, "Library 3"), (Fixtures.library, ""), (Fixtures.library, "../Library"),
            (Fixtures.library + "/Library.xcdatamodel", "Library"), (Fixtures.library + "/.xccurrentversion", "1"),
            (Fixtures.library + "/none", nil), ("", nil), ("\0", nil),
        ] {
            let error = #expect(throws: ModelError.self) { try DataModel(contentsOf: path, version: version) }
            #expect(error?.code == .fileMissing, "\(error.map { "\($0)" } ?? "")")
            #expect(error?.file?.hasPrefix(path) == true)
        }
        #expect(throws: ModelError.self) { try DataModel.versions(ofModelAt: Fixtures.library + "/none") }
    }

    @Test("Compiled folders, of versions and with one")
    func compiled() throws {
        try withFolder { folder in
            try Data("<model><entity name='A'/></model>".utf8).write(to: URL(fileURLWithPath: folder + "/Model.mom"))
            #expect(try DataModel(contentsOf: folder)["A"] != nil)
            #expect(try DataModel.currentVersion(ofModelAt: folder) == "Model")

            try Data("<model><entity name='B'/></model>".utf8).write(to: URL(fileURLWithPath: folder + "/Model 2.mom"))
            try Data("x".utf8).write(to: URL(fileURLWithPath: folder + "/._Model.mom"))
            #expect(try DataModel.versions(ofModelAt: folder) == ["Model", "Model 2"])
            #expect(try DataModel.currentVersion(ofModelAt: folder) == nil)
            let error = #expect(throws: ModelError.self) { try DataModel(contentsOf: folder) }
            #expect(error?.code == .fileMissing)
            #expect(error?.reason.contains("Model, Model 2") == true)

            let list = URL(fileURLWithPath: folder + "/VersionInfo.plist")
            let info = ["NSManagedObjectModel_CurrentVersionName": "Model 2"]
            try PropertyListSerialization.data(fromPropertyList: info, format: .binary, options: 0).write(to: list)
            #expect(try DataModel(contentsOf: folder)["B"] != nil)
            #expect(try DataModel(contentsOf: folder, version: "Model")["A"] != nil)

            try Data("<plist><dict/></plist>".utf8).write(to: list)
            #expect(try DataModel.currentVersion(ofModelAt: folder) == nil)
            let unnamed = #expect(throws: ModelError.self) { try DataModel(contentsOf: folder) }
            #expect(unnamed?.file == folder && unnamed?.reason.contains("Model, Model 2. Name one of them") == true)
            for wrong in ["", "<plist><array/></plist>", "<plist><dict><key>NSManagedObjectModel_Curr"] {
                try Data(wrong.utf8).write(to: list)
                let error = #expect(throws: ModelError.self) { try DataModel(contentsOf: folder) }
                #expect(error?.file == list.path)
            }
            // A list leads nowhere else.
            let outside = ["NSManagedObjectModel_CurrentVersionName": "../Model"]
            try PropertyListSerialization.data(fromPropertyList: outside, format: .xml, options: 0).write(to: list)
            #expect(throws: ModelError.self) { try DataModel(contentsOf: folder) }
        }
    }

    @Test("A list that names none means the only version")
    func onlyVersion() throws {
        try withFolder { folder in
            let version = folder + "/Only.xcdatamodel"
            try FileManager.default.createDirectory(atPath: version, withIntermediateDirectories: true)
            try Data("<model><entity name='A'/></model>".utf8).write(to: URL(fileURLWithPath: version + "/contents"))
            for list in ["<plist version=\"1.0\">\n<dict/>\n</plist>\n", "<plist><dict><key>other</key><true/></dict></plist>"] {
                try Data(list.utf8).write(to: URL(fileURLWithPath: folder + "/.xccurrentversion"))
                #expect(try DataModel.currentVersion(ofModelAt: folder) == "Only")
                #expect(try DataModel(contentsOf: folder)["A"] != nil)
            }
            try Data("<plist><dict><key>_XCCurrentVersionName</key><true/></dict></plist>".utf8)
                .write(to: URL(fileURLWithPath: folder + "/.xccurrentversion"))
            #expect(throws: ModelError.self) { try DataModel(contentsOf: folder) }
        }
    }

    @Test("An error names the file that it is in")
    func file() throws {
        try withFolder { folder in
            let version = folder + "/A.xcdatamodel"
            try FileManager.default.createDirectory(atPath: version, withIntermediateDirectories: true)
            let empty = #expect(throws: ModelError.self) { try DataModel(contentsOf: folder) }
            #expect(empty?.code == .fileMissing && empty?.file == version)
            try Data("<model>\n <entity/></model>".utf8).write(to: URL(fileURLWithPath: version + "/contents"))
            let error = #expect(throws: ModelError.self) { try DataModel(contentsOf: folder) }
            #expect(error?.file == version + "/contents")
            #expect(error?.location == ModelLocation(byteOffset: 9, line: 2, column: 2))
        }
    }

    @Test("Files that are too large, or no files")
    func strange() throws {
        try withFolder { folder in
            let large = folder + "/large"
            #expect(FileManager.default.createFile(atPath: large, contents: Data("<model>".utf8)))
            let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: large))
            try handle.truncate(atOffset: 1 << 40)
            try handle.close()
            let error = #expect(throws: ModelError.self) { try DataModel(contentsOf: large) }
            #expect(error?.code == .bytesExceeded && error?.file == large)
        }
        // By a link, too: it isn't the link's own size that counts.
        try withFolder { folder in
            let (large, link) = (folder + "/large", folder + "/link")
            #expect(FileManager.default.createFile(atPath: large, contents: Data("<model>".utf8)))
            let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: large))
            try handle.truncate(atOffset: 64 << 20 + 1)
            try handle.close()
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: large)
            let error = #expect(throws: ModelError.self) { try DataModel(contentsOf: link) }
            #expect(error?.code == .bytesExceeded && error?.file == link)
            #expect(error?.reason.contains("64 MiB") == true)
        }
        let device = #expect(throws: ModelError.self) { try DataModel(contentsOf: "/dev/zero") }
        #expect(device?.code == .fileUnreadable)
    }
}
