import Foundation
import ModelCore
import TestSupport

/// Tells whether work grows as its input does.
enum Growth {
    /// The ways to read a value.
    enum Reading: String, CaseIterable, Sendable {
        case tree, untyped, model

        func read(_ data: Data, _ format: FileFormat, _ provider: any FormatProvider) throws {
            switch self {
            case .tree: _ = try provider.decode(ModelNode.self, from: data, as: format)
            case .untyped: _ = try provider.decode(from: data, as: format) { try AnyValue.decode(from: $0) }
            case .model: _ = try provider.decode(GrowthBox.self, from: data, as: format)
            }
        }
    }

    /// How much longer an input of four times the size takes: 4 where time is linear, 16 where it grows by the square. Small inputs,
    /// and what a machine does beside, blur both.
    ///
    /// Where the file grows by more, as one does that is indented and nested, the time may too.
    ///
    /// In processor time of this thread, so that tests beside it don't count. Measured again where it is more than ``limit``: only
    /// what always is too slow is.
    static func ratio(_ contents: [Data], _ body: (_ isLarge: Bool) throws -> Void) throws -> Double {
        let growth = max(1, Double(contents[1].count) / Double(contents[0].count) / 4)
        var best = Double.infinity
        for attempt in 0..<8 where best >= limit {
            let few = try least(2 + attempt) { try body(false) }
            let many = try least(1 + attempt) { try body(true) }
            best = min(best, many / few / growth)
        }
        return best
    }

    /// Far from both.
    static let limit = 10.0

    private static func least(_ runs: Int, _ body: () throws -> Void) rethrows -> Double {
        var least = Double.infinity
        for _ in 0..<runs { least = min(least, try threadSeconds(body)) }
        return least
    }
}

/// Without the macro, and read from plain dictionaries as a dictionary.
final class GrowthBox: BaseModel {
    var next: GrowthBox?
    var label = ""
    private(set) var dictionary: [String: Any] = [:]

    override class var modelProperties: [ModelProperty] {
        super.modelProperties + [ModelProperty("next", \GrowthBox.next), ModelProperty("label", \GrowthBox.label)]
    }

    override func set(with dictionary: [String: Any]) throws {
        self.dictionary = dictionary
        try super.set(with: dictionary)
    }

    override func set(with array: [Any]) throws {}
    override func set(with string: String) throws {}
    override func set(with data: Data) throws {}
}
