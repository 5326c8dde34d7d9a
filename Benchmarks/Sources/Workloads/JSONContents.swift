import Foundation

/// The values of a JSON file as Foundation's JSONDecoder reads them, to compare files that differ in whitespace, order and nulls.
enum JSONContents: Decodable {
    case null
    case bool(Bool)
    /// An integer that a double may not hold exactly.
    case longInteger(Int)
    case number(Double)
    case text(String)
    case array([JSONContents])
    case object([String: JSONContents])

    init(_ json: Data) throws {
        self = try JSONDecoder().decode(JSONContents.self, from: json)
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        // Numbers come first: the standard files have most of them, and each other attempt costs an error.
        if let number = try? container.decode(Double.self) {
            self = abs(number) < 0x1p53 ? .number(number) : .longInteger(try container.decode(Int.self))
        } else if let text = try? container.decode(String.self) {
            self = .text(text)
        } else if let array = try? container.decode([JSONContents].self) {
            self = .array(array)
        } else if let object = try? container.decode([String: JSONContents].self) {
            self = .object(object)
        } else if let bool = try? container.decode(Bool.self) {
            self = .bool(bool)
        } else {
            self = .null
        }
    }

    /// A key with null equals a missing key.
    ///
    /// - Parameter acceptsNeighbours: True if two numbers may differ by one unit in the last place.
    func equals(_ other: JSONContents, acceptsNeighbours: Bool = false) -> Bool {
        switch (self, other) {
        case (.null, .null): true
        case (.bool(let left), .bool(let right)): left == right
        case (.longInteger(let left), .longInteger(let right)): left == right
        case (.number(let left), .number(let right)):
            left == right || acceptsNeighbours && abs(left - right) <= left.ulp
        // Two Swift texts are equal even if their accents are encoded differently.
        case (.text(let left), .text(let right)): left.utf8.elementsEqual(right.utf8)
        case (.array(let left), .array(let right)):
            left.count == right.count
                && zip(left, right).allSatisfy { $0.equals($1, acceptsNeighbours: acceptsNeighbours) }
        case (.object(let left), .object(let right)):
            Set(left.keys).union(right.keys).allSatisfy { key in
                (left[key] ?? .null).equals(right[key] ?? .null, acceptsNeighbours: acceptsNeighbours)
            }
        default: false
        }
    }
}
