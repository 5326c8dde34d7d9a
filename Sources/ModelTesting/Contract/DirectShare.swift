import ModelCore

/// The contract's samples that a format writes and reads directly: straight between memory and file, without a
/// document.
public struct DirectShare: Sendable, CustomStringConvertible {
    /// The names of the samples that the format can represent.
    public internal(set) var samples: [String] = []
    /// The names of the samples that are written through a document.
    public internal(set) var unwritten: [String] = []
    /// The names of the samples that are read through a document.
    public internal(set) var unread: [String] = []

    /// The reasons why whole samples become documents, each with the number of samples.
    public internal(set) var reasons: [DocumentReason: Int] = [:]

    /// Counts the reasons why a whole sample becomes a document.
    mutating func count(_ found: [DocumentReason]) {
        for reason in found where reason.extent == .file { reasons[reason, default: 0] += 1 }
    }

    /// The share of the samples that are written directly, from 0 to 1.
    public var written: Double { share(without: unwritten) }
    /// The share of the samples that are read directly, from 0 to 1.
    public var read: Double { share(without: unread) }

    private func share(without others: [String]) -> Double {
        samples.isEmpty ? 0 : Double(samples.count - others.count) / Double(samples.count)
    }

    /// Both shares, the samples that aren't coded directly, and the reasons.
    public var description: String {
        "Of \(samples.count) samples \(samples.count - unwritten.count) are written directly\(list(unwritten)), "
            + "and \(samples.count - unread.count) are read directly\(list(unread))."
            + reasons.map { "\n  \($0.value) × \($0.key)" }.sorted().joined()
    }

    private func list(_ names: [String]) -> String {
        names.isEmpty || names.count == samples.count ? "" : " (not: \(names.joined(separator: ", ")))"
    }
}

/// The samples that a format must write and read directly: all except the named samples.
///
/// ```swift
/// var options = ContractOptions()
/// options.direct = DirectDemand(exceptWriting: ["untyped"], exceptReading: ["untyped", "open"])
/// ```
///
/// A named sample that is coded directly is a failure, too, so that the names stay correct.
public struct DirectDemand: Sendable {
    /// The names of the samples that are written through a document.
    public var unwritten: Set<String>
    /// The names of the samples that are read through a document.
    public var unread: Set<String>

    /// Demands all samples except the samples with the given names. ``DirectShare/samples`` has all names.
    public init(exceptWriting unwritten: Set<String> = [], exceptReading unread: Set<String> = []) {
        (self.unwritten, self.unread) = (unwritten, unread)
    }
}
