import Documents
import FormatSupport
import PropertyListCodec

extension PlistFormat {
    /// Returns `certain` for binary and XML property lists. Returns only `possible` if the root dictionary names a
    /// class or is an alias, as in files of HRCoder. Returns nil for a keyed archive of NSKeyedArchiver.
    ///
    /// Returns `possible` for text in the OpenStep style, and `certain` for an empty dictionary after the comment
    /// that states its encoding.
    public func detect(_ content: Data) -> FormatDetection? {
        if BinaryPropertyListReader.canRead(content) { return Self.detectBinary(content) }
        if XMLPropertyList.canRead(content) { return Self.detectXML(content) }
        return OpenStepDetection.detect(content)
    }

    private static func detectBinary(_ content: Data) -> FormatDetection? {
        content.withBytes { bytes in
            // The bytes outlive the reader, which doesn't leave this closure.
            guard let reader = try? unsafe BinaryPropertyListReader(bytes: bytes),
                let root = try? reader.object(reader.topObject)
            else { return nil }
            guard root.kind == .dictionary else { return .certain(.binaryPropertyList) }
            if let archiver = try? reader.value(forKey: "$archiver", in: root),
                reader.isString(archiver, "NSKeyedArchiver")
            {
                return nil
            }
            let isMarked = ["$class", "$alias"].contains { (try? reader.value(forKey: $0, in: root)) != nil }
            return isMarked ? .possible(.binaryPropertyList) : .certain(.binaryPropertyList)
        }
    }

    /// Detects an XML property list. A keyed archive has only four keys, which all begin with `$`. In a file of
    /// HRCoder, the class may be anywhere among the root's keys, but is usually first.
    private static func detectXML(_ content: Data) -> FormatDetection? {
        let head = content.prefix(4096)
        // The head may end within a character: then the scanner can't read it, and the list is only possible.
        guard let scanner = try? XMLPropertyListScanner(ByteSource(head)), let root = try? scanner.nextTag() else {
            return .possible(.xmlPropertyList)
        }
        guard root == .dict, let tag = try? scanner.nextTag(), tag == .key, let key = try? scanner.string(of: .key)
        else {
            return .certain(.xmlPropertyList)
        }
        switch key {
        case "$class", "$alias": return .possible(.xmlPropertyList)
        case "$archiver", "$objects", "$top", "$version":
            let tail = content.suffix(4096)
            let isArchive =
                [head, tail].contains { $0.contains(text: "$archiver") }
                && content.contains(text: "<string>NSKeyedArchiver</string>")
            return isArchive ? nil : .possible(.xmlPropertyList)
        default:
            // The root may name its class after other keys.
            let namesClass = content.withBytes { $0.firstIndex(of: "$class</key>", from: 0) != nil }
            return namesClass ? .possible(.xmlPropertyList) : .certain(.xmlPropertyList)
        }
    }
}
