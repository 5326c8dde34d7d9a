import Foundation
import ModelCore

/// Which version of its format a file is of, for those whose versions programs refuse. No format tells: what the files
/// say is read here.
enum FormatVersion {
    /// As people name it; nil for formats without versions.
    ///
    /// - Parameter content: A file that was read as that format.
    static func text(of content: Data, as format: FileFormat, limits: DecodingLimits) -> String? {
        switch format {
        case .fastCoding:
            // Behind four bytes of a mark: two numbers of two bytes, of which the second is 0.
            let bytes = [UInt8](content.prefix(8))
            return bytes.count == 8 ? "\(bytes[4]).\(bytes[6])" : nil
        case .cryptoCoding:
            // An archive that isn't encrypted itself. One that says none is of version 2.
            guard let archive = try? KeyedArchive().document(from: content, limits: limits) else { return nil }
            return Int(exactly: (archive["version"]?.doubleValue ?? 2).rounded(.down)).map(String.init)
        default: return nil
        }
    }
}
