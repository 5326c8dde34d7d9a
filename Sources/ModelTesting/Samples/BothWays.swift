import Foundation
import ModelCore

extension FormatProvider {
    /// Decodes a value. If it can be read directly, it is read by way of a document, too, and both must give the same.
    ///
    /// - Throws: ``WaysDiffer``, which is no `ModelError`: it fails every check.
    func decodeBothWays<Value: ModelValue>(
        _ type: Value.Type, from content: Data, as format: FileFormat, _ limits: DecodingLimits
    ) throws -> Value {
        guard let direct = decodeDirectly(type, from: content, as: format, limits) else {
            return try decodeByDocument(type, from: content, as: format, limits: limits)
        }
        let other = Result { try decodeByDocument(type, from: content, as: format, limits: limits) }
        let (own, found) = (Fingerprint.text(of: direct), (try? other.get()).map { Fingerprint.text(of: $0) })
        guard own == found else { throw WaysDiffer(direct: own, byDocument: found ?? "\(other)") }
        return direct
    }
}

/// A file that the direct way reads as another value than the way by a document does.
struct WaysDiffer: Error {
    let direct: String
    let byDocument: String
}
