import FormatSupport
import Foundation

/// Looks for marks in a file's bytes, so that most files needn't be gone through before they are read.
///
/// All offsets lie within the bytes: each is compared with their count before it is used.
enum HRScan {
    /// False where no key reads as a mark. JSON's escapes don't count: plain JSON has them to say that a key is none.
    static func mayBeMarked(_ content: Data) -> Bool {
        isWide(content) || contains(content, "$class", "$alias") || contains(content, "&#", "&#")
    }

    /// True where nothing is marked but by a `$class` that is its dictionary's first key, or by `$data` behind such a key of data: as in
    /// every file without references that this library wrote. False where that would take more than a look to tell.
    static func isSimple(_ content: Data, _ syntax: HRSyntax) -> Bool {
        switch syntax {
        case .json:
            !isWide(content) && !contains(content, "\\u0024", "\\x24") && hasOnlyFirstClasses(content, isXML: false)
        case .xml: !isWide(content) && !contains(content, "&#", "&#") && hasOnlyFirstClasses(content, isXML: true)
        case .binary: BinaryScan.isSimple(content)
        case .other: false
        }
    }

    /// True for text of more than one byte a character, as far as its beginning tells.
    private static func isWide(_ content: Data) -> Bool {
        let head = content.prefix(4)
        return head.contains(0) || head.first == 0xFE || head.first == 0xFF
    }

    /// The texts' first byte, which is the same, should be one that files have few of.
    private static func contains(_ content: Data, _ text: StaticString, _ other: StaticString) -> Bool {
        unsafe content.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return false }
            let first = unsafe Int32(text.utf8Start.pointee)
            var index = 0
            while index < bytes.count, let found = unsafe memchr(base + index, first, bytes.count - index) {
                index = unsafe UnsafeRawPointer(found) - base
                if unsafe has(text, bytes, index) || has(other, bytes, index) { return true }
                index += 1
            }
            return false
        }
    }

    private static func hasOnlyFirstClasses(_ content: Data, isXML: Bool) -> Bool {
        unsafe content.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return true }
            var index = 0
            while index < bytes.count,
                let found = unsafe memchr(base + index, Int32(UInt8(ascii: "$")), bytes.count - index)
            {
                index = unsafe UnsafeRawPointer(found) - base
                guard unsafe isHarmless(bytes, index, isXML: isXML) else { return false }
                index += 1
            }
            return true
        }
    }

    /// True where the dollar sign at an index begins no mark, or one in the usual place.
    private static func isHarmless(_ bytes: UnsafeRawBufferPointer, _ index: Int, isXML: Bool) -> Bool {
        if unsafe has("alias", bytes, index + 1) { return false }
        if unsafe has("class", bytes, index + 1) {
            return isXML
                ? unsafe has("</key>", bytes, index + 6) && ends(bytes, index, "<key>", "<dict>")
                : unsafe has("\"", bytes, index + 6) && ends(bytes, index, "\"", "{")
        }
        if unsafe has("data", bytes, index + 1) {
            return unsafe !isXML && ends(bytes, index, "\"", "Data\",")
        }
        return true
    }

    private static func has(_ text: StaticString, _ bytes: UnsafeRawBufferPointer, _ index: Int) -> Bool {
        let count = text.utf8CodeUnitCount
        guard let base = bytes.baseAddress, index >= 0, count <= bytes.count - index else { return false }
        return unsafe memcmp(base + index, text.utf8Start, count) == 0
    }

    /// True where `near` ends at an index, and `far` before that and any space.
    private static func ends(
        _ bytes: UnsafeRawBufferPointer, _ index: Int, _ near: StaticString, _ far: StaticString
    ) -> Bool {
        var start = index - near.utf8CodeUnitCount
        guard unsafe has(near, bytes, start) else { return false }
        while start > 0, unsafe [0x20, 0x09, 0x0A, 0x0D].contains(bytes[start - 1]) { start -= 1 }
        return unsafe has(far, bytes, start - far.utf8CodeUnitCount)
    }
}
