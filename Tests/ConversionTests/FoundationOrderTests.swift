import Foundation
import JSONFormat
import ModelCore
import Testing

/// A type's code that asks its encoder for containers, and for encoders, of the same few keys in a random order.
@Suite("Codable types in any order, and Foundation's encoder")
struct FoundationOrderTests {
    typealias Key = FoundationDifferentialTests.Key

    /// The value of a key or of an element, as far as it decides which calls Foundation's encoder allows next. It stops
    /// the program at others.
    private indirect enum State {
        case keyed([String: State])
        case list(Int)
        case single
    }

    /// Makes the same calls for a seed, whichever encoder it calls.
    private struct Caller {
        var maker: FoundationDifferentialTests.Maker
        let counter = Counter()

        final class Counter {
            var calls: [String] = []
        }

        mutating func number(_ bound: Int) -> Int { maker.number(bound) }
        private func note(_ call: String) { counter.calls.append(call) }

        mutating func fill(_ encoder: any Encoder, _ depth: Int) throws -> State {
            switch number(depth > 0 ? 4 : 2) {
            case 0: return .keyed([:])
            case 1:
                let value = number(100)
                note("single \(value)")
                var single = encoder.singleValueContainer()
                try single.encode(value)
                return .single
            case 2:
                note("keyed")
                var keys: [String: State] = [:]
                for _ in 0..<1 + number(2) {
                    // The same container, asked for again.
                    var keyed = encoder.container(keyedBy: Key.self)
                    try fill(&keyed, &keys, depth - 1)
                }
                return .keyed(keys)
            default:
                note("list")
                var count = 0
                for _ in 0..<1 + number(2) {
                    var list = encoder.unkeyedContainer()
                    try fill(&list, &count, depth - 1)
                }
                return .list(count)
            }
        }

        mutating func fill(
            _ keyed: inout KeyedEncodingContainer<Key>, _ keys: inout [String: State], _ depth: Int
        ) throws {
            for _ in 0..<number(5) {
                let isSuper = number(4) == 0
                let name = isSuper ? "super" : ["a", "b"][number(2)]
                let key = Key(name)
                switch number(6) {
                case 0:
                    let value = number(100)
                    note("\(name) = \(value)")
                    try keyed.encode(value, forKey: key)
                    keys[name] = .single
                case 1:
                    note("\(name) = {x}")
                    try keyed.encode(["x": 1], forKey: key)
                    keys[name] = .keyed(["x": .single])
                case 2:
                    note("\(name) = [1]")
                    try keyed.encode([1], forKey: key)
                    keys[name] = .list(1)
                case 3:
                    note("\(name) super")
                    // Foundation's encoder replaces the value when the other one is released.
                    let inner = isSuper ? keyed.superEncoder() : keyed.superEncoder(forKey: key)
                    keys[name] = try fill(inner, depth)
                    withExtendedLifetime(inner) {}
                case 4:
                    guard case .keyed(var inside) = keys[name] ?? .keyed([:]) else { continue }
                    note("\(name) {")
                    var nested = keyed.nestedContainer(keyedBy: Key.self, forKey: key)
                    if depth > 0 { try fill(&nested, &inside, depth - 1) }
                    note("}")
                    keys[name] = .keyed(inside)
                default:
                    guard case .list(var count) = keys[name] ?? .list(0) else { continue }
                    note("\(name) [")
                    var nested = keyed.nestedUnkeyedContainer(forKey: key)
                    if depth > 0 { try fill(&nested, &count, depth - 1) }
                    note("]")
                    keys[name] = .list(count)
                }
            }
        }

        mutating func fill(_ list: inout any UnkeyedEncodingContainer, _ count: inout Int, _ depth: Int) throws {
            for _ in 0..<number(4) {
                count += 1
                switch number(4) {
                case 0:
                    let value = number(100)
                    note("+ \(value)")
                    try list.encode(value)
                case 1:
                    note("+ super")
                    let inner = list.superEncoder()
                    _ = try fill(inner, depth)
                    withExtendedLifetime(inner) {}
                case 2:
                    note("+ {")
                    var (nested, keys) = (list.nestedContainer(keyedBy: Key.self), [String: State]())
                    if depth > 0 { try fill(&nested, &keys, depth - 1) }
                    note("}")
                default:
                    note("+ [")
                    var (nested, inside) = (list.nestedUnkeyedContainer(), 0)
                    if depth > 0 { try fill(&nested, &inside, depth - 1) }
                    note("]")
                }
            }
        }
    }

    private struct Odd: Codable {
        let seed: Int
        let counter: Caller.Counter
        init(_ seed: Int, _ counter: Caller.Counter) { (self.seed, self.counter) = (seed, counter) }
        init(from decoder: any Decoder) throws { (seed, counter) = (0, .init()) }
        func encode(to encoder: any Encoder) throws {
            var caller = Caller(maker: .init(seed: seed))
            var keyed = encoder.container(keyedBy: Key.self)
            var keys: [String: State] = [:]
            for _ in 0..<3 { try caller.fill(&keyed, &keys, 3) }
            counter.calls = caller.counter.calls
        }
    }

    @Test("600 orders of calls write what Foundation's encoder writes")
    func orders() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        var sizes = 0
        for seed in 0..<600 {
            let counter = Caller.Counter()
            let theirs = String(decoding: try encoder.encode(Odd(seed, counter)), as: UTF8.self)
            let ours = String(
                decoding: try JSONFormat(writing: .sortedKeys).encode(Odd(seed, counter)), as: UTF8.self)
            #expect(ours == theirs, "\(seed): \(counter.calls)")
            sizes += theirs.utf8.count
        }
        #expect(sizes > 600 * 20)
    }
}
