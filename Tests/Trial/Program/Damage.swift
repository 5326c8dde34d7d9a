import Foundation
import ModelCore

/// Changes a file at random: its bytes, its format's parts, or the values in it.
struct Damage {
    let format: TrialFormat
    var r: Randomness
    var bytes: [UInt8] = []

    init(format: TrialFormat, _ r: Randomness) {
        self.format = format
        self.r = r
    }

    mutating func apply(to content: Data) -> Data {
        if format.syntax == .encrypted || r.isOne(in: 3) {
            var changed = content
            for _ in 0..<(r.isOne(in: 3) ? 3 : 1) { changed = inDocument(changed) ?? changed }
            if changed != content { return changed }
        }
        bytes = [UInt8](content)
        for _ in 0..<(r.isOne(in: 3) ? 1 + r.below(4) : 1) {
            switch format.syntax {
            case .json: damageJSON()
            case .xml: damageXML()
            case .binary: damageBinary()
            case .fast: damageFast()
            case .text, .encrypted: damageBytes()
            }
        }
        return Data(bytes)
    }

    // MARK: Bytes

    mutating func damageBytes() {
        guard !bytes.isEmpty else { return }
        let place = r.below(bytes.count)
        switch r.below(7) {
        case 0: bytes[place] ^= 1 << UInt8(r.below(8))
        case 1: bytes[place] = UInt8(truncatingIfNeeded: r.next())
        case 2: bytes.removeSubrange(place...)
        case 3: bytes.insert(UInt8(truncatingIfNeeded: r.next()), at: place)
        case 4: bytes.remove(at: place)
        case 5: bytes.insert(contentsOf: Array(bytes[place..<min(place + r.below(20), bytes.count)]), at: r.below(bytes.count))
        default: bytes.removeSubrange(place..<min(place + r.below(20), bytes.count))
        }
    }

    mutating func replace(_ range: Range<Int>, _ text: String) { bytes.replaceSubrange(range, with: text.utf8) }
    mutating func insert(_ text: String, _ place: Int) { bytes.insert(contentsOf: text.utf8, at: place) }

    // MARK: Values

    /// The file with one of its values changed, by way of a document; nil if that isn't possible.
    private mutating func inDocument(_ content: Data) -> Data? {
        guard var document = try? format.provider.decode(ModelDocument.self, from: content, as: format.format) else { return nil }
        var paths: [ModelPath] = []
        collect(document.root, ModelPath([]), &paths)
        guard !paths.isEmpty else { return nil }
        let (path, other) = (r.pick(paths), r.pick(paths))
        do {
            switch r.below(9) {
            case 0, 1: try document.removeValue(at: path)
            case 2: try document.renameKey(at: path, to: r.pick(Self.keys))
            case 3: try document.set(.null, at: path)
            case 4: try document.copyValue(at: path, to: other)
            case 5: try document.moveValue(at: path, to: other)
            case 6: try document.setClass(r.isOne(in: 3) ? nil : CodedClass(name: r.pick(Names.classes)), at: path)
            default: try document.set(ModelDocument.random(&r, 2), at: path)
            }
            return try format.provider.encode(document, as: format.format)
        } catch { return nil }
    }

    private func collect(_ value: ModelDocument.Value, _ path: ModelPath, _ paths: inout [ModelPath]) {
        guard path.components.count < 8, paths.count < 500 else { return }
        if !path.components.isEmpty { paths.append(path) }
        for key in value.keys { if let member = value[key] { collect(member, ModelPath(path.components + [.key(key)]), &paths) } }
        for index in 0..<(value.keys.isEmpty ? value.count : 0) { if let element = value[index] { collect(element, ModelPath(path.components + [.index(index)]), &paths) } }
    }

    // MARK: What is put into files

    static var keys: [String] { Names.keys }
    static let numbers = [
        "0", "-0", "-0.0", "00", "01", "1.", ".5", "1e5", "1E+5", "1e-400", "1e400", "-1e400", "9223372036854775807", "9223372036854775808",
        "-9223372036854775808", "-9223372036854775809", "18446744073709551615", "18446744073709551616", "1.0", "5.0", "1e0", "10e-1", "127",
        "128", "-129", "255", "256", "65536", "4294967296", "0.1", "0.30000000000000004", "1.7976931348623157e308", "1.7976931348623159e308",
        "4.9e-324", "2.4e-324", "3.4028235e38", "3.4028236e38", "3.4028235677973366e38", "1.00000017881393432617187499", "16777217", "7e-46",
        "NaN", "Infinity", "-", "+1", "0x1F", "1_000", "1e", "--1", "1234567890123456789", "1000000000000000000.0", "9007199254740993.0",
        "-5", "0.5", "3", "-62135769600", "64092211200", "1e18", "15e-1", String(repeating: "9", count: 400),
        "170141183460469231731687303715884105728", "-170141183460469231731687303715884105729", "340282366920938463463374607431768211456",
        "0." + String(repeating: "0", count: 300) + "1e300",
    ]
    static let texts = [
        "", "a", "b e", "one", "h 2", "\u{E9}", "e\u{301}", "$class", "$null", "2024-02-30T00:00:00Z", "2024-01-01T00:00:00Z",
        "2024-01-01T00:00:00.123Z", "2024-01-01T00:00:00+01:00", "2024-01-01", "1e5", "5", "0.1", "true", "yes", "NaN", "AAAA", "00ff", "a,b",
        "9999-12-31T23:59:59.9999999Z", "0000-01-01T00:00:00Z", "2024-1-1T0:0:0Z", "00000000-0000-0000-0000-000000000000", "http://a.b/",
        "\u{2028}", "\u{1F600}", "<worse>", "<bad>",
    ]
}

/// The names of the generated classes.
enum Names {
    /// The beginnings of portraits of values that needn't come back as they were, as their types declare.
    nonisolated(unsafe) static var losing: [String] = []
    nonisolated(unsafe) static var classes = ["BaseModel", "Person", "Nobody"]
    /// Keys that a file may have, of the classes or not.
    nonisolated(unsafe) static var keys = ["unknown", "", "$class", "$version", "\u{E9}", "type", "kind", "a.b", "first_name", "$ref"]
}
