import Foundation
import HRCoder
import ModelCore
import Testing

@Suite("Values that can't be read, beside archives in data")
struct UnreadableTests {
    @Test("Read as documents, they are errors")
    func documents() throws {
        let archive = try KeyedArchive().encode(CGPoint(x: 1, y: 2))
        let text = """
            <?xml version="1.0" encoding="UTF-8"?><plist version="1.0"><array><data>\(archive.base64EncodedString())</data>\
            <dict><key>$alias</key><string>nowhere</string></dict></array></plist>
            """
        #expect(throws: ModelError.self) {
            try HRCoder().decode([ModelDocument].self, from: Data(text.utf8), as: .hrCodedXML)
        }
        #expect(throws: ModelError.self) { try HRCoder().document(from: Data(text.utf8), as: .hrCodedXML) }
    }
}
