import Foundation
import ModelCore

/// A kind of value that may stand alone, and in the forms below.
typealias Kind = ModelValue & RandomValue

/// A value as the only property of an object.
@Model final class Field<Item: ModelValue & RandomValue>: BaseModel {
    var item: Item?
}

/// Two values in one object: nothing of the first may change how the second is read.
@Model final class Couple<First: ModelValue & RandomValue, Second: ModelValue & RandomValue>: BaseModel {
    var first: First?
    var second: Second?
}

/// An object that contains the next one twice, so that a plain file has twice as many with each level.
@Model final class Doubled: BaseModel {
    var one: Doubled?
    var two: Doubled?
}

/// Types that are made when the program runs: each kind of value alone and in each form, and each two kinds in one file.
enum Values {
    /// Objects with a value of a kind, in each form of the list.
    static func forms<Value: Kind>(of kind: Value.Type) -> [any TrialType] {
        var result: [any TrialType] = [
            field(kind), field([Value].self), field([Value?].self), field([[Value]].self), field([String: Value].self),
            field([String: [Value]].self), field([Int: Value].self), field([UUID: Value].self), field([Grade: Value].self),
            field([Date: Value].self), field(Presence<Value>.self), field(OneOrMany<Value>.self), field(Holder<Value>.self),
            field(Choice<Value>.self), Subject<[Value]>("[\(kind)]"), Subject<[String: Value]>("[String: \(kind)]"),
        ]
        if let hashable = kind as? any (Kind & Hashable).Type { result.append(set(of: hashable)) }
        return result
    }

    private static func field<Value: Kind>(_ type: Value.Type) -> any TrialType { Subject<Field<Value>>("Field<\(type)>", Field<Value>.made) }
    private static func set<Value: Kind & Hashable>(of kind: Value.Type) -> any TrialType { field(Set<Value>.self) }

    static func couple<First: Kind, Second: Kind>(_ first: First.Type, _ second: Second.Type) -> any TrialType {
        CoupleSubject<First, Second>(name: "Couple<\(first), \(second)>")
    }

    /// The limit of repetitions, which is fixed: shared objects below and above it.
    static func tryRepetitions(_ format: TrialFormat) {
        for levels in [12, 17, 18, 19, 20, 21] {
            let subject = Subject<Doubled>("Doubled \(levels)") { _, _ in
                var last = Doubled()
                for _ in 0..<levels {
                    let next = Doubled()
                    (next.one, next.two) = (last, last)
                    last = next
                }
                return last
            }
            subject.compareWriting(format, seed: 1, number: 0, .standard)
        }
    }

    /// The couple of a name that the program has printed; nil if it isn't one.
    static func couple(named name: String) -> (any TrialType)? {
        guard name.hasPrefix("Couple<") else { return nil }
        for first in Generated.kinds {
            for second in Generated.kinds where name == "Couple<\(first), \(second)>" { return couple(first, second) }
        }
        return nil
    }
}

extension Field {
    fileprivate static func made(_ r: inout Randomness, _ depth: Int) -> Field {
        let field = Field()
        field.item = .random(&r, depth)
        return field
    }
}

/// Two values in one file, of which the second has to be read as it is alone.
private struct CoupleSubject<First: Kind, Second: Kind>: TrialType {
    let name: String
    var isModel: Bool { false }
    private var both: Subject<Couple<First, Second>> {
        Subject(name) { r, depth in
            let couple = Couple<First, Second>()
            couple.first = .some(.random(&r, depth))
            couple.second = .some(.random(&r, depth))
            return couple
        }
    }

    func tryValue(_ format: TrialFormat, seed: UInt64, number: Int) {
        both.tryValue(format, seed: seed, number: number)
        // The second alone: the first is left out.
        let (whole, alone) = (both.value(seed: seed, number: number), both.value(seed: seed, number: number))
        alone.first = nil
        func second(_ couple: Couple<First, Second>) -> String? {
            guard let content = try? format.provider.encodeByDocument(couple, as: format.format) else { return nil }
            return (try? format.provider.decode(Couple<First, Second>.self, from: content, as: format.format)).map { Portrait.of($0.second as Any) }
        }
        guard let beside = second(whole), let lone = second(alone), beside != lone else { return }
        // A model in the second may be one of the first's.
        if beside.contains("#") || lone.contains("#") { return }
        Findings.report(
            "other-beside-another", format, name, again: ["value", format.name, name, "\(seed)", "\(number)"],
            "beside       \(beside)\nalone        \(lone)")
    }

    func tryDamage(_ format: TrialFormat, seed: UInt64, number: Int, times: Int) {
        both.tryDamage(format, seed: seed, number: number, times: times)
    }
    func tryFile(_ content: Data, _ format: TrialFormat, _ limits: DecodingLimits) { both.tryFile(content, format, limits) }
    func tryLimits(_ format: TrialFormat, seed: UInt64, number: Int) { both.tryLimits(format, seed: seed, number: number) }
    func ways(_ format: TrialFormat) -> String { both.ways(format) }
}
