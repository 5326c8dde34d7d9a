import FormatSupport
import ModelCore

/// Compares scalars in different representations. A format may have lowered a scalar to another scalar, from which a
/// property with a declared type reads the original scalar back exactly.
enum Restatement {
    /// - Parameter readsText: True if text may represent a number or a boolean, too.
    static func areSame(
        _ left: ModelDocument.Value, _ right: ModelDocument.Value, readsText: Bool = false
    ) -> Bool {
        if readsText, let digits = left.numeral ?? right.numeral, left.stringValue ?? right.stringValue == digits {
            return true
        }
        // The scalar of a number of many digits is another number.
        guard left.numeral == nil, right.numeral == nil, let left = left.scalar, let right = right.scalar else {
            return false
        }
        if readsText, isText(left, of: right) || isText(right, of: left) { return true }
        return stands(left, for: right) || stands(right, for: left)
    }

    /// Returns true for the text of a number or a boolean, if a reader that expects the kind of `original` reads
    /// exactly `original` from the text.
    private static func isText(_ text: ModelScalar, of original: ModelScalar) -> Bool {
        guard case .string = text else { return false }
        return switch original {
        case .bool(let value): (try? ScalarConversion.bool(text, fromText: true)) == value
        case .int64(let value): (try? ScalarConversion.int64(text, fromText: true)) == value
        case .uint64(let value), .uid(let value): (try? ScalarConversion.uint64(text, fromText: true)) == value
        case .double(let value):
            (try? ScalarConversion.double(text, fromText: true))?.bitPattern == value.bitPattern
        case .float(let value): (try? ScalarConversion.float(text, fromText: true))?.bitPattern == value.bitPattern
        default: false
        }
    }

    /// Returns true if a reader that expects the kind of `original` reads exactly `original`, with the same bits,
    /// from the scalar `plain`.
    static func stands(_ plain: ModelScalar, for original: ModelScalar) -> Bool {
        switch (original, plain) {
        case (.date(let date), .string):
            return (try? ScalarConversion.date(plain, fromText: true))?.timeIntervalSinceReferenceDate.bitPattern
                == date.timeIntervalSinceReferenceDate.bitPattern
        case (.data(let data), .string):
            return (try? ScalarConversion.data(plain, fromText: true)) == data
        case (.uuid(let uuid), .string): return (try? ScalarConversion.uuid(plain, fromText: true)) == uuid
        case (.url(let url), .string):
            return url.baseURL == nil && (try? ScalarConversion.url(plain, fromText: true)) == url
        case (.decimal(let decimal), .string), (.decimal(let decimal), .int64), (.decimal(let decimal), .uint64),
            (.decimal(let decimal), .double):
            return (try? ScalarConversion.decimal(plain, fromText: true)) == decimal
        case (.float(let float), .double):
            return (try? ScalarConversion.float(plain, fromText: true))?.bitPattern == float.bitPattern
        case (_, .data(let archive)): return isArchive(archive, of: original)
        case (_, .string(let text)):
            // The archive is in Base64, and perhaps in several lines.
            guard text.utf8.count <= 2 * largestArchive(of: original) else { return false }
            let archive = try? ScalarConversion.data(plain, fromText: true)
            return archive.map { isArchive($0, of: original) } ?? false
        default: return false
        }
    }

    /// Returns true for a small keyed archive that contains only the scalar.
    private static func isArchive(_ data: Data, of scalar: ModelScalar) -> Bool {
        let archive = KeyedArchive()
        guard data.count <= largestArchive(of: scalar), archive.detect(data) != nil,
            let document = try? archive.document(from: data)
        else { return false }
        return document == ModelDocument(scalar)
    }

    /// Returns the largest size in bytes of a scalar's archive that is opened. Opening larger archives would take too
    /// long: a file may contain a large archive very often.
    private static func largestArchive(of scalar: ModelScalar) -> Int {
        switch scalar {
        case .geometry(.indexSet(let ranges)): 4096 + 32 * ranges.count
        case .url(let url): 4096 + 8 * url.absoluteString.utf8.count
        default: 4096
        }
    }
}
