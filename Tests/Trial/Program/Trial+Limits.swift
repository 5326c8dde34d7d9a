import Foundation
import ModelCore

extension Subject {
    /// Each limit of reading and of writing: exactly what the file needs, and one less.
    func tryLimits(_ format: TrialFormat, seed: UInt64, number: Int) {
        guard let content = try? format.provider.encodeByDocument(value(seed: seed, number: number), as: format.format), content.count < 20_000 else { return }
        for limit in Limit.allCases {
            guard let need = limit.least(upTo: limit.bound(content), { limits in
                (try? Calls.during { try format.provider.decodeByDocument(Value.self, from: content, as: format.format, limits: limits) }.outcome.get()) != nil
            }) else { continue }
            for amount in [need, need - 1] { compare(content, format, limit.limits(amount), "one") }
            counts.limits += 1
        }
        for limit in Limit.allCases {
            guard let need = limit.least(upTo: limit.bound(content), { limits in
                let value = value(seed: seed, number: number)
                return (try? format.provider.encodeByDocument(value, as: format.format, limits: limits)) != nil
            }) else { continue }
            for amount in [need, need - 1] { compareWriting(format, seed: seed, number: number, limit.limits(amount)) }
        }
    }

    func compareWriting(_ format: TrialFormat, seed: UInt64, number: Int, _ limits: DecodingLimits) {
        let (one, two) = (value(seed: seed, number: number), value(seed: seed, number: number))
        let (direct, directCalls) = Calls.during { try format.provider.encodeDirectly(one, as: format.format, limits) }
        let (other, _) = Calls.during { try format.provider.encodeByDocument(two, as: format.format, limits: limits) }
        func report(_ kind: String, _ detail: String) {
            Findings.report(
                kind, format, name, content: nil, again: ["limits", format.name, name, "\(seed)", "\(number)"],
                "depth \(limits.depth), nodes \(limits.nodes), bytes \(limits.bytes)\n\(detail)")
        }
        switch (direct, other) {
        case (.success(let one?), .success(let other)):
            if one != other, format.syntax != .encrypted { report("limits-bytes", difference(one, other)) }
        case (.success(_?), .failure(let error)): report("limits-writes-what-is-refused", text(error))
        case (.failure(let error), .success): report("limits-refuses-what-is-written", text(error))
        case (.failure(let error), .failure(let otherError)):
            if text(error) != text(otherError) { report("limits-writing-errors", "directly     \(text(error))\nby document  \(text(otherError))") }
        case (.success(nil), _):
            if !directCalls.isEmpty { report("limits-writes-twice", "before the fallback: \(directCalls)") }
        }
    }
}

/// One of the limits of a file.
private enum Limit: CaseIterable {
    case depth, nodes, bytes

    func limits(_ amount: Int) -> DecodingLimits {
        switch self {
        case .depth: DecodingLimits(depth: amount)
        case .nodes: DecodingLimits(nodes: amount)
        case .bytes: DecodingLimits(bytes: amount)
        }
    }

    /// More than any file of this size needs.
    func bound(_ content: Data) -> Int { self == .depth ? 512 : content.count * 4 + 1000 }

    /// The least amount with which it succeeds.
    func least(upTo bound: Int, _ succeeds: (DecodingLimits) -> Bool) -> Int? {
        var (low, high) = (0, bound)
        guard succeeds(limits(high)) else { return nil }
        while low < high {
            let middle = (low + high) / 2
            if succeeds(limits(middle)) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
