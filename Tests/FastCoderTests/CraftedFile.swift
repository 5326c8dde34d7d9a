import Foundation

/// A file put together chunk by chunk, by the table of the format.
struct CraftedFile {
    private(set) var content: Data
    private let isAligned: Bool

    /// - Parameters:
    ///   - objects: The first of the header's counts, as they are called in version 3.0.2 and later.
    ///   - isAligned: False for release 3.0.
    static func version3(
        minor: UInt8, objects: UInt32, strings: UInt32, classes: UInt32 = 0, isAligned: Bool = true,
        _ body: (inout CraftedFile) -> Void
    ) -> Data {
        var file = CraftedFile(content: Data([0x54, 0x53, 0x41, 0x46, 3, 0, minor, 0]), isAligned: isAligned)
        for count in [objects, classes, strings] { file.raw(count) }
        body(&file)
        return file.content
    }

    /// A file of version 2: all of it words of four bytes.
    static func version2(minor: UInt8, count: UInt32, _ body: (inout CraftedFile) -> Void) -> Data {
        var file = CraftedFile(content: Data([0x54, 0x53, 0x41, 0x46, 2, 0, minor, 0]), isAligned: false)
        file.raw(count)
        body(&file)
        return file.content
    }

    mutating func bytes(_ bytes: [UInt8]) { content += bytes }

    mutating func raw<Number: FixedWidthInteger>(_ number: Number) {
        unsafe withUnsafeBytes(of: number.littleEndian) { unsafe content.append(contentsOf: $0) }
    }

    mutating func raw(_ number: Double) { raw(number.bitPattern) }

    /// Text with its NUL; in version 2 filled up to a multiple of four.
    mutating func text(_ text: String, unit: Int = 1) {
        content += Data(text.utf8) + [0]
        while content.count % unit != 0 { content.append(0) }
    }

    /// A type of version 3 and its number.
    mutating func number<Number: FixedWidthInteger>(_ type: UInt8, _ number: Number) {
        content.append(type)
        align(MemoryLayout<Number>.size)
        raw(number)
    }

    mutating func double(_ type: UInt8 = 20, _ numbers: Double...) {
        content.append(type)
        align(8)
        for number in numbers { raw(number) }
    }

    mutating func classDefinition(_ name: String, _ names: [String]) {
        content.append(29)
        text(name)
        align(4)
        raw(UInt32(names.count))
        for name in names { text(name) }
    }

    private mutating func align(_ size: Int) {
        while isAligned, content.count % size != 0 { content.append(0) }
    }
}
