import Foundation
import ModelCore
import Synchronization
import TestSupport

// Each of these is noticed by one part of one check alone, which its subject names.

extension Defect {
    /// References that lead elsewhere, or nowhere.
    static let sharing: [Defect] = [
        Defect(
            "references are copies", caughtBy: ["sharing"], about: "an object that is referred to three times",
            format: CopyingFormat()),
        Defect(
            "equal objects are one", caughtBy: ["sharing"],
            about: "an object that is referred to three times, beside an equal one"
        ) {
            $0.spoilResult = { node in
                node.changing(objects: { object in
                    guard case .array(let array)? = object["others"], array.elements.count == 3 else { return }
                    array.elements[1] = array.elements[0]
                })
            }
        },
        Defect(
            "an object that refers to itself forgets it", caughtBy: ["sharing"],
            about: "an object that refers to itself"
        ) {
            $0.spoilResult = { node in
                node.changing(objects: { object in
                    object.properties.removeAll {
                        if case .object(let value) = $0.value { value === object } else { false }
                    }
                })
            }
        },
        Defect("a ring is cut at its third link", caughtBy: ["sharing"], about: "a ring of three") {
            $0.spoilResult = { node in
                node.changing(objects: { object in
                    if object["label"]?.stringValue == "third" { object.properties.removeAll { $0.key == "others" } }
                })
            }
        },
        Defect("a ring closes at the root", caughtBy: ["sharing"], about: "a ring behind the root") {
            $0.spoilResult = { node in
                node.changing(objects: { object in
                    guard object["label"]?.stringValue == "end",
                        let next = object.properties.firstIndex(where: { $0.key == "next" })
                    else { return }
                    object.properties[next].value = node
                })
            }
        },
        Defect("weak references are dropped", caughtBy: ["sharing"], about: "a weak reference to the parent") {
            $0.spoilTree = { $0.changing(objects: { $0.properties.removeAll { $0.key == "owner" } }) }
        },
        Defect(
            "weak references that lead forward are null", caughtBy: ["sharing"],
            about: "weak references to what comes later", format: NearsightedFormat()),
        Defect("a ring is null", caughtBy: ["sharing"], about: "a ring of three", format: SwallowingFormat(.nothing)),
        Defect(
            "a ring is an error of another code", caughtBy: ["sharing"], about: "a ring of three",
            format: SwallowingFormat(.code)),
    ]

    /// Defects that only later objects of a class have.
    static let later: [Defect] = [
        Defect(
            "large numbers lose a bit from the third object on", caughtBy: ["instances"],
            about: "objects of one class, each with other values"
        ) {
            $0.spoilResult = { node in
                var count = 0
                return node.changing(objects: { object in
                    count += 1
                    guard count > 2, let place = object.properties.firstIndex(where: { $0.key == "uint64" }),
                        case .scalar(.uint64(let number)) = object.properties[place].value
                    else { return }
                    object.properties[place].value = .scalar(.uint64(number & ~1))
                })
            }
        },
        Defect("later objects have no unknown keys", caughtBy: ["instances"], about: "unknown keys of the object at 5") {
            $0.spoilResult = { node in
                node.changing(objects: { $0.properties.removeAll { $0.key == "before" } })
            }
        },
        Defect(
            "the last weak reference is dropped", caughtBy: ["instances"],
            about: "references to several objects, before and behind them"
        ) {
            $0.spoilTree = { node in
                node.changing(objects: { object in
                    if object["label"]?.stringValue == "late 5" { object.properties.removeAll { $0.key == "owner" } }
                })
            }
        },
    ]

    /// Bytes that differ from one time to the next.
    static let order: [Defect] = [
        Defect(
            "objects' keys change their order", caughtBy: ["determinism"], about: "a drawing, twice",
            format: TurningFormat(.object)),
        Defect(
            "objects' keys change their order", caughtBy: ["determinism"], about: "a model with every property, twice",
            format: TurningFormat(.object)),
        Defect(
            "dictionaries change their order", caughtBy: ["determinism"], about: "a dictionary",
            format: TurningFormat(.dictionary)),
        Defect(
            "dictionaries with other keys change their order", caughtBy: ["determinism"],
            about: "a dictionary with integers as keys",
            format: TurningFormat(.dictionary)),
        Defect(
            "sets of text change their order", caughtBy: ["determinism"], about: "a set of text",
            format: TurningFormat(.set)),
        Defect(
            "sets of integers change their order", caughtBy: ["determinism"], about: "a set of integers",
            format: TurningFormat(.set)),
        Defect(
            "dictionaries in Any change their order", caughtBy: ["determinism"], about: "dictionaries and sets in Any",
            format: TurningFormat(.dictionary)),
        Defect("arrays are read backward", caughtBy: ["determinism"], about: "a file read and written again") {
            $0.spoilResult = { node in
                node.changing(objects: { object in
                    for property in object.properties {
                        if case .array(let array) = property.value { array.elements.reverse() }
                    }
                })
            }
        },
    ]
}

/// Turns the order of one kind of container round in every second file.
struct TurningFormat: TreeFormat {
    enum Kind: Sendable { case object, dictionary, set }

    /// Of each instance its own: others are tested beside it.
    private final class Calls: Sendable { let count = Mutex(0) }
    private let calls = Calls()
    let kind: Kind
    init(_ kind: Kind) { self.kind = kind }

    func data(from node: ModelNode) throws -> Data {
        let turns = calls.count.withLock { calls in
            calls += 1
            return calls % 2 == 0
        }
        return try ToyFormat().data(from: turns ? turned(node, []) : node)
    }

    private func turned(_ node: ModelNode, _ outer: Set<ObjectIdentifier>) -> ModelNode {
        switch node {
        case .array(let array):
            guard !outer.contains(ObjectIdentifier(array)) else { break }
            array.elements = array.elements.map { turned($0, outer.union([ObjectIdentifier(array)])) }
            if kind == .set, array.kind == .set { array.elements.reverse() }
        case .dictionary(let dictionary):
            guard !outer.contains(ObjectIdentifier(dictionary)) else { break }
            dictionary.entries = dictionary.entries.map {
                ($0.key, turned($0.value, outer.union([ObjectIdentifier(dictionary)])))
            }
            if kind == .dictionary { dictionary.entries.reverse() }
        case .object(let object):
            guard !outer.contains(ObjectIdentifier(object)) else { break }
            object.properties = object.properties.map {
                ($0.key, turned($0.value, outer.union([ObjectIdentifier(object)])))
            }
            if kind == .object { object.properties.reverse() }
        case .scalar, .model: break
        }
        return node
    }
}

/// Refers to what it has written, and never follows a weak reference that comes before.
struct NearsightedFormat: ToyVariant {
    func serialize(_ walker: inout DocumentWalker, context: FormatContext) throws -> Data {
        var writer = ToyWriter()
        var written: Set<Int> = []
        while let step = try walker.next() {
            switch step {
            case .reference(let number) where !written.contains(number): try writer.write(.null, walker)
            case .beginArray, .beginDictionary, .beginValueDictionary, .beginObject:
                if let number = walker.number { written.insert(number) }
                try writer.write(step, walker)
            default: try writer.write(step, walker)
            }
        }
        return writer.file
    }
}

/// Has no references, and does the wrong thing about rings.
struct SwallowingFormat: FormatProvider {
    enum Mistake: Sendable { case nothing, code }

    let mistake: Mistake
    init(_ mistake: Mistake) { self.mistake = mistake }

    var formats: [FileFormat] { ToyFormat().formats }
    func capabilities(of format: FileFormat) -> FormatCapabilities { .all.subtracting(.identity) }

    func detect(_ content: Data) -> FormatDetection? { ToyFormat().detect(content) }

    func parse(_ content: Data, into builder: inout DocumentBuilder, context: FormatContext) throws {
        try ToyFormat().parse(content, into: &builder, context: context)
    }

    func serialize(_ walker: inout DocumentWalker, context: FormatContext) throws -> Data {
        do {
            return try ToyFormat().serialize(&walker, context: context)
        } catch let error as ModelError where error.code == .cycle {
            guard mistake == .nothing else { throw ModelError(.unrepresentableValue, "A ring.") }
            return try ToyFormat().data(from: .null)
        }
    }
}
