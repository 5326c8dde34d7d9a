import Foundation
import ModelCore
import ModelTesting

/// What a document holds: its arrays, dictionaries and objects, each once.
struct Tree {
    private var containers: [ModelDocument.Value] = []
    private var scalars: [ModelScalar] = []
    /// True where something stands in two places.
    private var isShared = false

    init(_ document: ModelDocument) {
        var seen: Set<ModelDocument.Value.ID> = []
        var pending = [document.root]
        while let value = pending.popLast() {
            if let scalar = value.scalar {
                scalars.append(scalar)
            } else if seen.insert(value.id).inserted {
                containers.append(value)
                pending += value.elements
                for (key, value) in value.entries {
                    // An object's keys are no values.
                    pending += value.kind == .object ? [value] : [key, value]
                }
            } else {
                isShared = true
            }
        }
    }

    /// True where some object has the name of a class that formats have forms of their own for.
    var hasFoundationNames: Bool {
        containers.contains {
            $0.className.map { FoundationForm.kind(ofClass: $0) != nil } ?? false
        }
    }

    /// True where a format that keeps this much gives back the tree as it is, and not in plainer terms.
    func fits(_ capabilities: FormatCapabilities) -> Bool {
        if capabilities.isSuperset(of: .all) { return true }
        if isShared, !capabilities.contains(.identity) { return false }
        let fitContainers = containers.allSatisfy { value in
            switch value.kind {
            case .set, .orderedSet: capabilities.contains(.sets)
            case .dictionary: value.count == value.properties.count || capabilities.contains(.valueKeys)
            case .object: capabilities.contains(.classes)
            default: true
            }
        }
        return fitContainers
            && scalars.allSatisfy { scalar in
                switch scalar {
                case .null: capabilities.contains(.null)
                case .data: capabilities.contains(.data)
                case .date: capabilities.contains(.exactDates)
                case .float, .decimal, .url, .uuid, .geometry: capabilities.contains(.typedScalars)
                case .uid: capabilities.contains(.uids) || capabilities.contains(.typedScalars)
                case .double(let value): value.isFinite || capabilities.contains(.nonFinite)
                // A number without a point may be of either kind.
                case .bool, .int64, .uint64, .string: true
                }
            }
    }

    /// Two texts that are the same where both values are: but for differences that mean nothing.
    static func texts(of values: [any ModelValue], in target: FuzzTarget) -> [String] {
        let texts = values.map { Fingerprint.text(of: $0, keepsIdentity: target.capabilities.contains(.identity)) }
        guard values.contains(where: { $0 is ModelDocument }) else { return texts }
        // A number is the same one in either of the integer types.
        return texts.map { $0.replacing("UInt64 ", with: "Int64 ") }
    }
}
