import Foundation
import Testing

@Suite("Links in the documentation")
struct LinkTests {
    @Test("Links to files and pages lead somewhere", arguments: PackageFolder.documents)
    func links(_ file: String) throws {
        let text = try PackageFolder.text(file)
        for target in Self.targets(in: text) {
            #expect(Self.exists(target, from: file), "\(file): nothing is at \(target).")
        }
    }

    @Test("A dead link is found")
    func deadLink() {
        #expect(Self.targets(in: "a [b](c.md) <doc:D> ![e](f.png) [g](https://h) [i](#j)") == ["c.md", "f.png", "#j", "doc:D"])
        #expect(!Self.exists("nowhere.md", from: "README.md"))
        #expect(!Self.exists("doc:Nowhere", from: "README.md"))
        #expect(!Self.exists("#nowhere", from: "README.md"))
        #expect(Self.exists("Package.swift", from: "README.md"))
    }

    @Test("The commands that the README names are there")
    func commands() throws {
        let makefile = try PackageFolder.text("Makefile")
        for match in try PackageFolder.text("README.md").matches(of: /\bmake ([a-z-]+)/) {
            #expect(makefile.contains("\n\(match.1):") || makefile.hasPrefix("\(match.1):"), "make \(match.1)")
        }
    }

    /// The targets of links that stay in the package.
    static func targets(in text: String) -> [String] {
        let links = text.matches(of: /\]\(([^)\s]+)\)/).map { String($0.1) }.filter { !$0.hasPrefix("http") }
        return links + text.matches(of: /<(doc:[^>\s]+)>/).map { String($0.1) }
    }

    static func exists(_ target: String, from file: String) -> Bool {
        let folder = (file as NSString).deletingLastPathComponent
        if target.hasPrefix("#") {
            guard let text = try? PackageFolder.text(file) else { return false }
            return headings(in: text).contains(String(target.dropFirst()))
        }
        if target.hasPrefix("doc:") {
            // A page of the same catalogue, or the module's own.
            let name = target.dropFirst(4)
            return FileManager.default.fileExists(atPath: "\(PackageFolder.path)/\(folder)/\(name).md")
        }
        let path = target.split(separator: "#", maxSplits: 1)[0]
        return FileManager.default.fileExists(atPath: "\(PackageFolder.path)/\(folder)/\(path)")
    }

    /// Headings as GitHub makes anchors of them.
    static func headings(in text: String) -> Set<String> {
        Set(
            text.split(separator: "\n").filter { $0.hasPrefix("#") }.map { line in
                line.drop { $0 == "#" }.dropFirst().lowercased().filter { $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" }
                    .replacing(" ", with: "-")
            })
    }
}
