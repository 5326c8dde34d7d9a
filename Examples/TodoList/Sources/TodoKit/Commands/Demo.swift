import ArgumentParser
import Foundation

extension Todo {
    /// `todo demo`
    public struct Demo: ParsableCommand {
        public static let configuration = CommandConfiguration(
            abstract: "Tell a short story in every format that this program links.")

        public init() {}

        public func run() throws {
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent("todo-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }

            let chapters = DemoStory.tell(in: folder) + DemoStory.tellInStores()
            let header = ["FORMAT", "FILE", "BYTES", "DETECTED AS", "RELOADED"]
            for line in TextTable.lines([header] + chapters.map(\.cells)) { print(line) }
            let originals = OriginalFiles.lines()
            print("")
            for line in originals.lines { print(line) }
            print("")
            let told = chapters.filter { !$0.isSkipped }
            let equal = told.count(where: \.isEqual)
            print("\(told.count) formats, \(equal) equal")
            if equal < told.count || originals.hasFailed { throw ExitCode.failure }
        }
    }
}
