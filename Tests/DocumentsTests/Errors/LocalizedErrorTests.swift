import Documents
import FormatSupport
import Foundation
import Testing

@Suite("Errors in words for people")
struct LocalizedErrorTests {
    /// The codes that the package's modules declare, as their sources have them.
    static let codes = codes(declaredBelow: ["Sources", "Plugins"])
    /// Words of code and formats. The codes themselves come in addition.
    private static let codeWords = [
        "array", "class", "coder", "coding", "decod", "dictionar", "encod", "error", "json", "key path", "librar",
        "model", "nil", "null", "object", "plist", "plugin", "propert", "secret", "transform", "type", "()", ".swift",
    ]

    private static func codes(declaredBelow folders: [String]) -> [String] {
        let package = URL(filePath: #filePath).appending(path: "../../../..").standardizedFileURL.path
        let declaration = /public static let \w+ = Self\("(\w+)"\)/
        return folders.flatMap { folder in
            let files =
                FileManager.default.enumerator(atPath: "\(package)/\(folder)")?.compactMap { $0 as? String } ?? []
            return files.filter { $0.hasSuffix(".swift") }.flatMap { file in
                let text = (try? String(contentsOfFile: "\(package)/\(folder)/\(file)", encoding: .utf8)) ?? ""
                guard let start = text.range(of: "extension ModelError.Code {") else { return [String]() }
                return text[start.upperBound...].matches(of: declaration).map { String($0.1) }
            }
        }.sorted()
    }

    /// An error with content in all its parts.
    private static func error(_ code: String) -> ModelError {
        var error = ModelError(.init(code), expected: "integer", found: "string \"hunter2\"")
        error.path = ["accounts", 3, "hunter2"]
        error.format = FileFormat("secret", displayName: "Secret format", fileExtension: nil, library: "Secrets")
        error.file = "/home/hunter2/list.json"
        error.location = ModelLocation(byteOffset: 4711)
        return error
    }

    @Test("All codes are found, those of formats and stores as well")
    func found() {
        #expect(Self.codes.count > 40 && Set(Self.codes).isSuperset(of: ["cycle", "passwordMissing", "storeLocked"]))
    }

    @Test("Every code has its own reason, in sentences without words from code or from the file", arguments: codes)
    func sentences(_ code: String) throws {
        let error = Self.error(code)
        let general = try #require(ModelError(.underlying, "").failureReason)
        let (what, why) = (try #require(error.errorDescription), try #require(error.failureReason))
        let advice = try #require(error.recoverySuggestion)
        #expect(what.hasPrefix("The file “list.json” couldn’t be ") && what.hasSuffix(". " + why))
        #expect(what != error.description)
        #expect((why == general) == (code == "underlying"))
        for sentence in [what.replacing("list.json", with: "list"), why, advice] {
            #expect(sentence.hasSuffix(".") && sentence.first?.isUppercase == true)
            #expect(!sentence.contains("hunter2") && !sentence.contains("4711") && !sentence.contains("/"))
            let words = sentence.lowercased()
            for word in Self.codeWords + Self.codes.map({ $0.lowercased() }) {
                #expect(!words.contains(word), "\(code): \(sentence)")
            }
        }
    }

    @Test("Foundation returns the texts of any error")
    func foundation() {
        let error: any Error = Self.error("corruptData")
        #expect(
            error.localizedDescription == "The file “list.json” couldn’t be read. Its content is damaged or incomplete."
        )
        #expect((error as? any LocalizedError)?.recoverySuggestion == "Open an earlier copy, or get the file again.")
    }

    @Test("An error without a file, and one with a code from elsewhere")
    func general() {
        let error: any Error = ModelError(ModelError.Code("sunspots"), "There were 3 sunspots.")
        #expect(error.localizedDescription == "The data couldn’t be used. An unexpected problem occurred.")
    }

    @Test("A file's name stays in one line, and only its last part is named")
    func names() {
        func text(_ file: String) -> String { ModelError(.fileMissing, "").inFile(file).localizedDescription }
        #expect(text("/a/b\nc\u{202E}.plist") == "The file “b\\nc\\u{202E}.plist” couldn’t be read. It doesn’t exist.")
        #expect(text("/models/Shop.xcdatamodeld/").hasPrefix("The file “Shop.xcdatamodeld” "))
        #expect(text("/").hasPrefix("The data ") && text("").hasPrefix("The data "))
        #expect(text(String(repeating: "n", count: 100_000)).utf8.count < 1200)
    }

    @Test("Text that isn't Base64")
    func base64() {
        var text = "a*b="
        let error = #expect(throws: Base64Error.self) { try text.withUTF8 { try Base64.decode($0) } }
        #expect(error?.localizedDescription == "The data couldn’t be read. Its content is damaged or incomplete.")
    }
}
