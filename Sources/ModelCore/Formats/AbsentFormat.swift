import Foundation

/// Recognises well-known formats whose plugin isn't linked, so that the error can name it.
enum AbsentFormat {
    static func recognise(_ content: Data) -> FileFormat? {
        let head = content.prefix(64)
        if head.starts(with: [0x54, 0x53, 0x41, 0x46]) { return .fastCoding }
        if head.starts(with: "bplist".utf8) { return .binaryPropertyList }
        let text = head.drop { [0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains($0) }
        if text.starts(with: "<?xml".utf8) || text.starts(with: "<!DOCTYPE plist".utf8)
            || text.starts(with: "<plist".utf8)
        {
            return .xmlPropertyList
        }
        if let first = text.first, "{[\"".utf8.contains(first) { return .json }
        return nil
    }
}
