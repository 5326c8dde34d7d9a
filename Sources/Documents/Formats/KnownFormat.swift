import FormatSupport
import Synchronization

/// A format that the core can name even if no linked library serves it.
package struct KnownFormat: Sendable {
    let format: FileFormat
    let signature: FormatSignature?
    /// The package trait that links the library. Nil if the app links the library itself.
    let trait: String?

    init(_ format: FileFormat, _ signature: FormatSignature? = nil, trait: String? = nil) {
        self.format = format
        self.signature = signature
        self.trait = trait
    }

    /// The formats that other packages have made known with ``FormatSignature``.
    static let announced = Mutex<[KnownFormat]>([])

    /// The formats of ``FileFormat/wellKnown``, then the formats that other packages announced.
    static var all: [KnownFormat] { wellKnown + announced.withLock { $0 } }

    /// Returns the first of all known formats for which a condition holds.
    static func first(where holds: (KnownFormat) -> Bool) -> KnownFormat? {
        wellKnown.first(where: holds) ?? announced.withLock { $0 }.first(where: holds)
    }

    private static let binary = [Array("bplist".utf8)]
    private static let xml = ["<?xml", "<!DOCTYPE plist", "<plist"].map { Array($0.utf8) }
    private static let archive = "$archiver"

    private static let wellKnown: [KnownFormat] = [
        KnownFormat(
            .keyedArchive, FormatSignature(startingWith: binary + xml, containing: [archive]), trait: "KeyedArchive"),
        KnownFormat(.xmlPropertyList, FormatSignature(startingWith: xml)),
        KnownFormat(.binaryPropertyList, FormatSignature(startingWith: binary)),
        KnownFormat(.json, FormatSignature(startingWith: ["{", "[", "\""].map { Array($0.utf8) })),
        KnownFormat(.userDefaults),
        KnownFormat(.keychain),
        KnownFormat(
            .cryptoCoding, FormatSignature(startingWith: binary + xml, containing: [archive, "CryptoArchive"])),
        KnownFormat(.hrCodedXML, FormatSignature(classesIn: .xmlPropertyList)),
        KnownFormat(.hrCodedJSON, FormatSignature(classesIn: .json)),
        KnownFormat(.hrCodedBinary, FormatSignature(classesIn: .binaryPropertyList)),
        KnownFormat(.fastCoding, FormatSignature(startingWith: [Array("TSAF".utf8)])),
    ]

    // MARK: Formats that name classes in plain files

    /// Returns the format that is built on a plain format: its files are files of the plain format in which the root
    /// names its class. Returns nil if there is no such format.
    package static func naming(classesIn plain: FileFormat) -> FileFormat? {
        first { $0.signature?.plainFormat == plain }?.format
    }

    /// Returns the plain format that a format is built on. Returns nil if there is none.
    package static func plainFormat(of format: FileFormat) -> FileFormat? {
        first { $0.format == format }?.signature?.plainFormat
    }

    // MARK: Absent formats

    /// Returns the format that content seems to be in. If several formats match, returns the format whose signature
    /// has the most conditions. The time is linear in the size of the content.
    static func recognized(in content: Data) -> KnownFormat? {
        var best: (known: KnownFormat, weight: Int)?
        for known in all {
            guard let weight = known.signature?.weight(in: content), weight > best?.weight ?? -1 else { continue }
            best = (known, weight)
        }
        return best?.known
    }

    /// Returns true if content looks like a file of the format itself. Content that only looks like a file of its
    /// plain format doesn't count. The time is linear in the size of the content.
    static func looks(_ content: Data, like format: FileFormat) -> Bool {
        first { $0.format == format && $0.signature?.conditionsMet(by: content) != nil } != nil
    }

    /// Returns the error for a format whose library isn't linked.
    static func missingLibrary(of format: FileFormat) -> ModelError {
        let needs =
            "\(format.displayName) needs the library \(format.library), which this program does not link"
            + (format.isStore ? ", or whose store it does not register." : ".")
        let trait = first { $0.format == format }?.trait
        return ModelError(
            .requisiteLibraryMissing, needs + (trait.map { " The package's trait \($0) links it." } ?? "")
        ).in(format)
    }
}

extension FormatSignature {
    /// Returns the number of conditions of the signature that content meets, not counting the first bytes. Returns nil
    /// if the content doesn't match the signature. Of several signatures that match, the signature with the most
    /// conditions is used.
    fileprivate func weight(in content: Data) -> Int? {
        guard let plainFormat else { return conditionsMet(by: content) }
        return KnownFormat.looks(content, like: plainFormat) && Self.namesRootClass(content) ? 1 : nil
    }

    /// Returns the number of required texts in the content, all of which must be there. Returns nil if a text or the
    /// required beginning is missing. Never calls another signature, so signatures that name each other can't cause
    /// endless recursion.
    fileprivate func conditionsMet(by content: Data) -> Int? {
        let text = content.drop { [0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains($0) }
        guard starts.contains(where: text.starts), texts.allSatisfy({ content.contains(text: $0) })
        else { return nil }
        return texts.count
    }

    /// Returns true if the root's dictionary in a JSON file or an XML property list has the key `$class`. For a
    /// binary file, returns true if any dictionary has this key. The function scans for brackets or tags, in time
    /// that is linear in the size.
    private static func namesRootClass(_ content: Data) -> Bool {
        guard content.contains(text: "$class") else { return false }
        let bytes = [UInt8](content)
        func has(_ text: String, at index: Int) -> Bool { bytes[index...].starts(with: text.utf8) }
        if has("bplist", at: 0) { return true }
        let isXML = content.contains(text: "<plist")
        var depth = 0
        var index = 0
        while index < bytes.count {
            defer { index += 1 }
            switch bytes[index] {
            case UInt8(ascii: "<") where isXML:
                if depth == 1, has("<key>$class</key>", at: index) { return true }
                if has("<dict>", at: index) || has("<array>", at: index) { depth += 1 }
                if has("</dict>", at: index) || has("</array>", at: index) { depth -= 1 }
            case _ where isXML: break
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            case UInt8(ascii: "\""):
                if depth == 1, has("\"$class\"", at: index) { return true }
                index += 1
                while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
                    index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
                }
            default: break
            }
        }
        return false
    }
}
