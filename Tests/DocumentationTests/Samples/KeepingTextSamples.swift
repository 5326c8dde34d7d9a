#if Macros
import Foundation
import JSONFormat
// snippet.server
import ModelCore
// snippet.end
import PlistFormat
import Testing

// snippet.server
@Model final class Server: BaseModel {
    var host = "localhost"
    var port = 80
    var timeout = 30.0
    var paths: [String] = []

    override class var saveFormat: FileFormat { .json5.keepingText }
}
// snippet.end

@Suite("Samples: keeping the text of a file")
struct KeepingTextSamples {
    static let text = """
        // How the server is reached.
        {
          host: 'example.org', // the public name
          port: 0x1F90,
          paths: [
            "/usr", // everybody's
            "/opt"
          ],
        }

        """

    @Test("The guide's file, before and after")
    func guide() async throws {
        await #expect(processExitsWith: .success) {
            let folder = try TemporaryFolder()
            defer { folder.remove() }
            folder.becomeHome()
            try Server().write(toFile: Server.saveFile)
            let path = BaseModel.applicationSupportDirectory.path + "/" + Server.saveFile
            try Data(KeepingTextSamples.text.utf8).write(to: URL(filePath: path))
            // snippet.change
            let server = try Server.shared
            server.host = "example.net"
            server.paths.append("/srv")
            try server.save()
            // snippet.end
            let found = try String(contentsOfFile: path, encoding: .utf8)
            let wanted = KeepingTextSamples.text.replacing("example.org", with: "example.net")
                .replacing("\"/opt\"\n", with: "\"/opt\",\n    \"/srv\"\n")
            #expect(found == wanted)
            let guide = try PackageFolder.text("Sources/ModelCore/ModelCore.docc/KeepingText.md")
            #expect(guide.contains("```text\n\(KeepingTextSamples.text)```") && guide.contains("```text\n\(found)```"))
        }
    }

    @Test("Documents")
    func documents() throws {
        let old = Data(Self.text.utf8)
        // snippet.document
        var document = try FormatRegistry.current.document(from: old, as: .json5)
        try document.set(.int64(8081), at: ["port"])
        try document.removeValue(at: ["paths", 0])
        let new = try document.data(as: .json5, keepingTextOf: old)
        // snippet.end
        #expect(
            String(decoding: new, as: UTF8.self)
                == Self.text.replacing("0x1F90", with: "8081").replacing("    \"/usr\", // everybody's\n", with: ""))
    }

    struct CommentsWouldBeLost: Error {}

    @Test("Files of strings")
    func strings() throws {
        let text = """
            /* The menu. */
            "menu.file" = "File"; // in the first place
            "menu.edit" = "Bearbeiten";

            """
        let old = Data(text.utf8)
        // snippet.strings
        var strings = try PlistFormat().document(from: old)
        try strings.set(.string("Datei"), at: ["menu.file"])
        guard let new = try PlistFormat().encode(strings, as: .openStepPropertyList, intoTextOf: old) else { throw CommentsWouldBeLost() }
        // snippet.end
        let found = String(decoding: new, as: UTF8.self)
        #expect(found == text.replacing("\"File\"", with: "\"Datei\""))
        let guide = try PackageFolder.text("Sources/ModelCore/ModelCore.docc/KeepingText.md")
        #expect(guide.contains("```text\n\(found)```"))
    }
}
#endif
