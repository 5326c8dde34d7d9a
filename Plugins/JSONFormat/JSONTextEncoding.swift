import Documents
import FormatSupport

/// The text encoding of a file, with the size of its byte order mark in bytes: 0 if there is no mark. The first bytes
/// show the encoding (RFC 4627, section 3). RFC 8259 allows only UTF-8.
enum JSONTextEncoding {
    case utf8(mark: Int)
    case utf16(mark: Int, isBigEndian: Bool)
    case utf32(mark: Int, isBigEndian: Bool)

    /// Finds the encoding of a file. The first character of JSON is ASCII, so the number of zeros beside it shows the
    /// size of all characters.
    init(_ content: Data) {
        func byte(_ index: Int) -> UInt8? { index < content.count ? content[content.startIndex + index] : nil }
        switch (byte(0), byte(1), byte(2), byte(3)) {
        case (0xEF, 0xBB, 0xBF, _): self = .utf8(mark: 3)
        case (0, 0, 0xFE, 0xFF): self = .utf32(mark: 4, isBigEndian: true)
        case (0xFF, 0xFE, 0, 0): self = .utf32(mark: 4, isBigEndian: false)
        case (0xFE, 0xFF, _, _): self = .utf16(mark: 2, isBigEndian: true)
        case (0xFF, 0xFE, _, _): self = .utf16(mark: 2, isBigEndian: false)
        case (0, 0, 0, .some): self = .utf32(mark: 0, isBigEndian: true)
        case (.some(1...), 0, 0, 0): self = .utf32(mark: 0, isBigEndian: false)
        case (0, .some(1...), _, _): self = .utf16(mark: 0, isBigEndian: true)
        case (.some(1...), 0, _, _): self = .utf16(mark: 0, isBigEndian: false)
        default: self = .utf8(mark: 0)
        }
    }

    /// Returns the file as UTF-8, and the offset after its byte order mark. The time is linear in the file's size.
    ///
    /// - Throws: `corruptData` if a file in UTF-16 or UTF-32 isn't valid in its encoding.
    static func utf8(_ content: Data) throws -> (content: Data, start: Int) {
        let text: String?
        switch JSONTextEncoding(content) {
        case .utf8(let mark):
            return (content, mark)
        case .utf16(let mark, let isBigEndian):
            text = units(content.dropFirst(mark), isBigEndian, UInt16.self).flatMap {
                String(validating: $0, as: UTF16.self)
            }
        case .utf32(let mark, let isBigEndian):
            text = units(content.dropFirst(mark), isBigEndian, UInt32.self).flatMap {
                String(validating: $0, as: UTF32.self)
            }
        }
        guard let text else {
            throw ModelError(.corruptData, "The file looks like UTF-16 or UTF-32, but isn't valid as such.")
        }
        return (Data(text.utf8), 0)
    }

    private static func units<Unit: FixedWidthInteger>(
        _ content: Data, _ isBigEndian: Bool, _ type: Unit.Type
    ) -> [Unit]? {
        let size = MemoryLayout<Unit>.size
        guard content.count % size == 0 else { return nil }
        return unsafe content.withUnsafeBytes { bytes in
            // Each load lies within the bytes: their number is a multiple of the size.
            (0..<(bytes.count / size)).map { index in
                let unit = unsafe bytes.loadUnaligned(fromByteOffset: index * size, as: Unit.self)
                return isBigEndian ? Unit(bigEndian: unit) : Unit(littleEndian: unit)
            }
        }
    }
}
