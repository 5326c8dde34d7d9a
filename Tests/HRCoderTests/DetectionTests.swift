import Foundation
import HRCoder
import JSONFormat
import ModelCore
import PlistFormat
import Testing

@Suite("Which files are HRCoded")
struct DetectionTests {
    @Test("HRCoder alone reads what it wrote without being told which of its formats it is", arguments: HRCoder().formats)
    func alone(_ format: FileFormat) throws {
        let page = HRPage()
        page.title = "x"
        let pages = try HRCoder().decode([HRPage].self, from: HRCoder().encode([page, page], as: format))
        #expect(pages.count == 2 && pages[0] === pages[1] && pages[0].title == "x")
        #expect(try HRCoder().decode([String: Int].self, from: HRCoder().encode(["a": 1], as: format)) == ["a": 1])
        #expect(try HRCoder().document(from: HRCoder().encode(0.5, as: format)).root.doubleValue == 0.5)
    }

    @Test("A file of an array is written and read by the format's name", arguments: HRCoder().formats)
    func files(_ format: FileFormat) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let page = HRPage()
        page.date = Date(timeIntervalSinceReferenceDate: 0.5)
        var classes = ClassRegistry()
        classes.add(HRPage.self)
        try ClassRegistry.withClasses(classes) {
            try BaseModel.write([page, page], toFile: folder + "/pages", format: format)
            let pages = try BaseModel.load([HRPage].self, fromFile: folder + "/pages", format: format)
            #expect(pages.count == 2 && pages[0] === pages[1] && pages[0].date == page.date)
            let url = URL(filePath: folder + "/pages")
            #expect(try BaseModel.load([HRPage].self, from: url, format: format).count == 2)
            // In JSON, the alias tells it.
            if format == .hrCodedJSON {
                let found = try BaseModel.load([HRPage].self, fromFile: folder + "/pages")
                #expect(found.count == 2 && found[0] === found[1])
            } else {
                #expect(throws: ModelError.self) { try BaseModel.load([HRPage].self, fromFile: folder + "/pages") }
            }
        }
    }

    private static let registries = [
        FormatRegistry([HRCoder(), JSONFormat(), PlistFormat()]),
        FormatRegistry([PlistFormat(), JSONFormat(), HRCoder()]),
    ]

    @Test(
        "A class at the root, or an alias that is all there is",
        arguments: [
            (#"{"$class": "A"}"#, FileFormat.hrCodedJSON), (#"{"x": {"y": [1]}, "$class": "A"}"#, .hrCodedJSON),
            (#"{"$alias": "$root"}"#, .hrCodedJSON), (#"{"\u0024class": "A", "x": 1}"#, .json),
            ("<plist><dict><key>$class</key><string>A</string></dict></plist>", .hrCodedXML),
            ("<plist><dict><key>x</key><array/><key>$class</key><string>A</string></dict></plist>", .hrCodedXML),
            (#"{"$class": 1}"#, .json), (#"{"x": {"$class": "A"}}"#, .json), (#"[{"$class": "A"}]"#, .json),
            (#"[{"$class": "A"}, {"$alias": "0"}]"#, .hrCodedJSON), (#"[{"x": {"$alias": "0"}}]"#, .json),
            (#"[1, {"$class": "A", "d": {"$class": "NSDate", "NS.time": 1}}]"#, .hrCodedJSON),
            (#"[{"$alias": "0"}]"#, .json),
            (#"{"x": "$class"}"#, .json),
            ("<plist><dict><key>$alias</key><string>$root</string></dict></plist>", .hrCodedXML),
            (#"{"a": 1, "$alias": "a"}"#, .json), (#"{"a": {"$alias": "b"}}"#, .json), (#"{}"#, .json),
            (
                "<plist><dict><key>x</key><dict><key>$class</key><string>A</string></dict></dict></plist>",
                .xmlPropertyList
            ),
            ("<plist><dict><key>x</key><dict/></dict></plist>", .xmlPropertyList),
            ("<plist><string>$class</string></plist>", .xmlPropertyList),
            // Told by the beginning: and what only looks like it.
            ("\u{FEFF}{ \n\t\"$class\" : \"A\", \"x\": 1}", .hrCodedJSON),
            ("<plist version=\"1.0\">\n<dict>\n\t<key>$class</key>\n\t<string>A</string></dict></plist>", .hrCodedXML),
            (
                #"<plist version="1.0"><array><dict><key>$class</key><string>A</string></dict></array></plist>"#,
                .xmlPropertyList
            ),
            (#"<plist version="1.0"><dict><key>$class</key><integer>1</integer></dict></plist>"#, .xmlPropertyList),
        ])
    func text(_ text: String, _ format: FileFormat) throws {
        for registry in Self.registries { #expect(try registry.detect(Data(text.utf8)) == format) }
    }

    @Test("What is written is found again, whatever is linked before", arguments: forms)
    func written(_ format: FileFormat) throws {
        let book = HRBook()
        book.pages = [HRPage("x"), HRPicture()]
        let data = try ClassRegistry.withClasses(.pages) { try HRCoder().encode(book, as: format) }
        for registry in Self.registries {
            #expect(try registry.detect(data) == format)
            let back = try FormatRegistry.withFormats(registry) {
                try ClassRegistry.withClasses(.pages) {
                    try registry.decode(from: data) { try HRBook.decode(from: $0) }
                }
            }
            #expect(back.pages[1] is HRPicture)
        }
    }

    @Test("Files of other formats aren't taken")
    func others() throws {
        let book = HRBook()
        book.pages = [HRPicture()]
        for format: FileFormat in [.xmlPropertyList, .binaryPropertyList] {
            let data = try ClassRegistry.withClasses(.pages) { try PlistFormat().encode(book, as: format) }
            for registry in Self.registries { #expect(try registry.detect(data) == format) }
        }
        let json = try ClassRegistry.withClasses(.pages) { try JSONFormat().encode(book) }
        let archive = try ClassRegistry.withClasses(.pages) { try KeyedArchive().encode(book) }
        for registry in Self.registries {
            #expect(try registry.detect(json) == .json)
            #expect(try registry.detect(archive) == .keyedArchive)
        }
    }
}
