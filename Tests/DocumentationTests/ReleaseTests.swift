import Foundation
import Testing

@Suite("The version, the changelog and the manifests agree")
struct ReleaseTests {
    /// The numbers of a version.
    struct Version: Comparable {
        var numbers: [Int]

        init?(_ text: Substring) {
            guard text.wholeMatch(of: /\d+\.\d+\.\d+/) != nil else { return nil }
            numbers = text.split(separator: ".").compactMap { Int($0) }
        }

        static func < (left: Version, right: Version) -> Bool { left.numbers.lexicographicallyPrecedes(right.numbers) }
    }

    /// The package's version.
    static func current() throws -> Version {
        let source = try PackageFolder.text("CommandLine/Sources/BaseModelTool/Version.swift")
        let match = try #require(source.firstMatch(of: /let packageVersion = "(.+)"/))
        return try #require(Version(match.1))
    }

    @Test("The changelog begins with what is unreleased, and then has all versions, the newest one first")
    func changelog() throws {
        let sections = try PackageFolder.text("CHANGELOG.md").matches(of: /(?m)^## (.+)$/).map { String($0.1) }
        #expect(sections.first == "[Unreleased]")
        let versions = try sections.dropFirst().map { section in
            let match = try #require(section.wholeMatch(of: /\[(.+)\] - \d{4}-\d\d-\d\d/), "\(section)")
            return try #require(Version(match.1))
        }
        #expect(try versions.first == Self.current())
        #expect(versions == versions.sorted(by: >) && Set(versions.map(\.numbers)).count == versions.count)
    }

    @Test("Manifests in the documentation depend on this major version, and on none that is yet to come")
    func manifests() throws {
        let current = try Self.current()
        var count = 0
        for block in ManifestTests.blocks {
            for match in block.lines.joined().matches(of: /BaseModel.git", from: "([^"]+)"/) {
                let version = try #require(Version(match.1))
                #expect(version.numbers[0] == current.numbers[0] && version <= current, "\(block.file):\(block.line)")
                count += 1
            }
        }
        #expect(count > 3)
    }

    @Test("Every product has a list of its public declarations, and nothing else has")
    func lists() throws {
        let manifest = try PackageFolder.text("Package.swift")
        let products = manifest.matches(of: /\.library\(name: "(\w+)"/).map { "API/\($0.1).txt" }
        #expect(PackageFolder.files(below: "API", suffix: ".txt") == products.sorted())
    }

    @Test("The package index documents targets that exist, by a file that isn't too large for it")
    func packageIndex() throws {
        let text = try PackageFolder.text(".spi.yml")
        #expect(text.utf8.count <= 1000)
        let targets = text.matches(of: /(?m)^        - (\w+)$/).map { String($0.1) }
        let manifest = try PackageFolder.text("Package.swift")
        #expect(targets.count > 10 && targets.allSatisfy { manifest.contains(".library(name: \"\($0)\"") })
    }
}
