import FormatSupport
import Foundation

/// The keys that a container has by now, told apart as files do.
package struct KeySet {
    private var texts: Set<ExactText> = []
    private var scalars: Set<HashedScalar> = []

    package var isEmpty: Bool { texts.isEmpty }

    /// False for a key that is there already.
    package mutating func insert(_ key: String) -> Bool { texts.insert(ExactText(key)).inserted }

    /// False for a key that is there already.
    package mutating func insert(_ key: ModelScalar) -> Bool {
        switch key {
        case .string(let text): insert(text)
        // It is equal to none, not even to itself.
        case .double(let value) where value.isNaN: true
        case .float(let value) where value.isNaN: true
        default: scalars.insert(HashedScalar(scalar: key)).inserted
        }
    }

    /// The error for a key that is there already.
    package static func twice(_ text: String) -> ModelError {
        ModelError(.duplicateKey, "The key \(ErrorText.quoted(text)) is there twice.")
    }
}

/// A scalar by all of its bytes: of data Foundation hashes the first few alone, and of decimals the nearest double.
private struct HashedScalar: Hashable {
    let scalar: ModelScalar

    func hash(into hasher: inout Hasher) {
        switch scalar {
        case .data(let data): data.withBytes { hasher.combine(bytes: $0) }
        case .decimal(var value):
            // Equal ones have the same digits then.
            unsafe NSDecimalCompact(&value)
            hasher.combine("\(value)")
        default: hasher.combine(scalar)
        }
    }
}
