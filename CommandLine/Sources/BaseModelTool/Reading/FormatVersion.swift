import FormatSupport
import ModelCore

/// The version of a file's format, for formats whose newer versions are refused by older programs. Formats don't
/// report the version, so this code reads it from the file.
enum FormatVersion {
    /// Returns the version as people write it. Returns nil for formats without versions.
    ///
    /// - Parameter content: The content of a file that was read in the format.
    static func text(of content: Data, as format: FileFormat, limits: DecodingLimits) -> String? {
        switch format {
        case .fastCoding:
            // After a mark of four bytes come two numbers of two bytes each. The second byte of each number is 0.
            let bytes = [UInt8](content.prefix(8))
            return bytes.count == 8 ? "\(bytes[4]).\(bytes[6])" : nil
        case .cryptoCoding:
            // The outer archive isn't encrypted. If it names no version, it is version 2.
            guard let archive = try? KeyedArchive().document(from: content, limits: limits) else { return nil }
            return Int(exactly: (archive["version"]?.doubleValue ?? 2).rounded(.down)).map(String.init)
        default: return nil
        }
    }
}
