import Foundation
import ModelCore
import Workloads

/// How much memory a document of small objects takes, in a process of its own.
struct DocumentRun {
    static let name = "document/items"
    static let counts = [1_000_000, 10_000_000]
    /// The most bytes that a value may take beyond its text.
    static let limit = 24.0

    let line: String

    /// Runs this program once more for that many items.
    init(count: Int) throws {
        let figures = try GrowthRun.child(.document, .keyedArchive, counts: (0, count), file: "-", figures: 3)
        let (size, text, peak) = (figures[0], figures[1], figures[2])
        // An item and its three properties; and the list, with its array.
        let each = (size - text) / Double(count * 4 + 2)
        line = String(
            format: "%@ %d: %.0f MB, %.1f bytes a value beyond its text %@, peak %.2f of it", Self.name, count,
            size / 1e6, each, each <= Self.limit ? "ok" : "short", peak / size)
    }

    /// The bytes of the document of that many items, those of its text, and the peak while it is made.
    static func figures(count: Int) throws -> [Int] {
        let items = Items(count: count)
        _ = try ModelDocument(encoding: Items(count: 100))
        let before = try ResidentMemory.current
        try ResidentMemory.resetPeak()
        let document = try ModelDocument(encoding: items)
        let after = try ResidentMemory.current
        let peak = try ResidentMemory.peak
        guard document.root.count == 1 else { throw WrongResult("The document") }
        return [after - before, items.items.reduce(0) { $0 + $1.label.utf8.count }, peak - before]
    }
}
