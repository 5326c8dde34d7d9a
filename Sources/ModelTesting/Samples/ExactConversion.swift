import Foundation
import ModelCore

/// Decides whether a value that was read is the value that was written, perhaps converted to another type without a
/// loss.
struct ExactConversion {
    let capabilities: FormatCapabilities

    func holds(from written: ModelDocument.Value, to read: ModelDocument.Value) -> Bool {
        if let written = written.scalar {
            if let read = read.scalar { return holds(from: written, to: read) }
            guard case .geometry = written else { return false }
            return !capabilities.contains(.typedScalars)
        }
        switch (written.kind, read.kind) {
        case (.array, .array), (.set, .set), (.orderedSet, .orderedSet), (.array, .set), (.set, .array):
            return written.count == read.count
                && zip(written.elements, read.elements).allSatisfy { holds(from: $0, to: $1) }
        case (.dictionary, .dictionary):
            // A `Codable` value is a dictionary, too. Its keys must be the written ones.
            return read.entries.allSatisfy { entry in
                written.entries.contains {
                    $0.key.scalar.flatMap(ScalarConversion.keyText)
                        == entry.key.scalar.flatMap(ScalarConversion.keyText)
                        && holds(from: $0.value, to: entry.value)
                }
            } && read.count == written.count
        case (.object, .dictionary):
            return read.entries.allSatisfy { entry in
                entry.key.stringValue.flatMap { written[$0] }.map { holds(from: $0, to: entry.value) } ?? false
            }
        case (.dictionary, .object): return true
        case (.object, .object):
            // Without classes in the file, any object may be one of the property's class.
            return !capabilities.contains(.classes) || written.className == read.className
        default: return false
        }
    }

    private func holds(from written: ModelScalar, to read: ModelScalar) -> Bool {
        if written == read, !isZero(written) { return true }
        if let there = Self.convert(written, like: read), same(there, read) { return true }
        if let back = Self.convert(read, like: written), same(back, written), !isBoolean(written) { return true }
        // A value that the format writes as text or data may be read as text or data.
        switch (written, read) {
        case (.geometry, .string), (.geometry, .data): return !capabilities.contains(.typedScalars)
        case (.date, .data): return !capabilities.contains(.exactDates)
        case (.date, _): return !capabilities.contains(.exactDates) && holdsAsText(written, read)
        case (.data, _): return !capabilities.contains(.data) && holdsAsText(written, read)
        case (.url, _), (.decimal, _), (.uuid, _):
            return !capabilities.contains(.typedScalars) && holdsAsText(written, read)
        // If the format has no null, it writes nothing for a null.
        case (.null, _): return !capabilities.contains(.null)
        default: return false
        }
    }

    /// True if the value that was read is the written value's text, converted to another type.
    private func holdsAsText(_ written: ModelScalar, _ read: ModelScalar) -> Bool {
        guard let text = ScalarConversion.keyText(written), let value = Self.convert(.string(text), like: read) else {
            return false
        }
        return same(value, read)
    }

    private func isZero(_ scalar: ModelScalar) -> Bool { scalar == .double(0) || scalar == .float(0) }

    /// True for booleans. A boolean never becomes a number, although 0 and 1 become booleans.
    private func isBoolean(_ scalar: ModelScalar) -> Bool { if case .bool = scalar { true } else { false } }

    private func same(_ left: ModelScalar, _ right: ModelScalar) -> Bool { "\(left)" == "\(right)" }

    private static func convert(_ scalar: ModelScalar, like sample: ModelScalar) -> ModelScalar? {
        switch sample {
        case .null: scalar == .null ? .null : nil
        case .bool: (try? ScalarConversion.bool(scalar, fromText: true)).map { .bool($0) }
        case .int64: (try? ScalarConversion.int64(scalar, fromText: true)).map { .int64($0) }
        case .uint64: (try? ScalarConversion.uint64(scalar, fromText: true)).map { .uint64($0) }
        case .float: (try? ScalarConversion.float(scalar, fromText: true)).map { .float($0) }
        case .double: (try? ScalarConversion.double(scalar, fromText: true)).map { .double($0) }
        case .decimal: (try? ScalarConversion.decimal(scalar, fromText: true)).map { .decimal($0) }
        case .string: (try? ScalarConversion.string(scalar, fromText: true)).map { .string($0) }
        case .data: (try? ScalarConversion.data(scalar, fromText: true)).map { .data($0) }
        case .date: (try? ScalarConversion.date(scalar, fromText: true)).map { .date($0) }
        case .url: (try? ScalarConversion.url(scalar, fromText: true)).map { .url($0) }
        case .uuid: (try? ScalarConversion.uuid(scalar, fromText: true)).map { .uuid($0) }
        case .uid: (try? ScalarConversion.uint64(scalar, fromText: true)).map { .uid($0) }
        case .geometry: scalar == sample ? scalar : nil
        }
    }
}
