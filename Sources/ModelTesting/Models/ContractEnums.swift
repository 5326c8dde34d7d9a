import Foundation
import ModelCore

/// An enum whose raw values are text. It has no other conformance.
enum ContractSuit: String, CaseIterable {
    case hearts
    case spades = "\u{2660} of \"spades\""
    case none = ""
}

/// An enum whose raw values are numbers, which conforms to `ModelValue`.
enum ContractLevel: Int, ModelValue, CaseIterable {
    case low = -1
    case zero = 0
    case one = 1
    case highest = 9_223_372_036_854_775_807
}

/// A `Codable` struct that contains other values, and conforms to `ModelValue`.
struct ContractAddress: Codable, ModelValue, Hashable {
    var street = ""
    var number = 0
    var lines: [String]? = nil
    var kind: ContractKind? = nil
}

/// A `Codable` enum with associated values, which conforms to `ModelValue`.
enum ContractKind: Codable, ModelValue, Hashable {
    case plain
    case labelled(String, weight: Double)
}

/// A `Codable` struct that doesn't conform to `ModelValue`.
struct ContractParty: Codable, Equatable {
    var host = ContractAddress()
    var guests: [String: ContractAddress] = [:]
    var date = Date(timeIntervalSinceReferenceDate: 0)
}
