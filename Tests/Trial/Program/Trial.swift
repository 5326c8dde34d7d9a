import Foundation
import ModelCore

/// A type on trial.
protocol TrialType {
    var name: String { get }
    var isModel: Bool { get }
    /// Which of writing (w) and reading (r) took the direct way, of the first values that can be written at all (a).
    func ways(_ format: TrialFormat) -> String
    /// Compares both ways for a value at random.
    func tryValue(_ format: TrialFormat, seed: UInt64, number: Int)
    /// Compares both ways for files at random that are damaged.
    func tryDamage(_ format: TrialFormat, seed: UInt64, number: Int, times: Int)
    /// Compares both ways of reading a file.
    func tryFile(_ content: Data, _ format: TrialFormat, _ limits: DecodingLimits)
    /// Compares both ways at the limits of a file.
    func tryLimits(_ format: TrialFormat, seed: UInt64, number: Int)
}

/// The classes whose models aren't written or read directly. If a model of one is met in a value with code of its own, whose type doesn't
/// tell, the code has run.
enum Slow {
    nonisolated(unsafe) private static var names: [String: [String]] = [:]

    static func hasModel(_ value: Any, _ format: TrialFormat, _ way: Character) -> Bool {
        let portrait = Portrait.of(value)
        return names(format, way).contains { portrait.contains($0) }
    }

    private static func names(_ format: TrialFormat, _ way: Character) -> [String] {
        if let known = names[format.name + "\(way)"] { return known }
        let found = Generated.types.filter { $0.isModel && !$0.ways(format).contains(way) }.map { $0.name + "(" }
        names[format.name + "\(way)"] = found
        return found
    }
}

/// What was done, so that a trial that does nothing is seen.
struct TrialCounts {
    var values = 0, writtenDirectly = 0, files = 0, readDirectly = 0, refused = 0, limits = 0
    /// Damaged files for which code of the program's ran twice.
    var damagedTwice = 0
}

nonisolated(unsafe) var counts = TrialCounts()

struct Subject<Value: ModelValue & RandomValue>: TrialType {
    let name: String
    var isModel: Bool { Value.self is BaseModel.Type }
    private let make: (inout Randomness, Int) -> Value

    init(_ name: String, _ make: @escaping (inout Randomness, Int) -> Value = { Value.random(&$0, $1) }) {
        self.name = name
        self.make = make
    }

    func value(seed: UInt64, number: Int, depth: Int = 2) -> Value {
        var r = Randomness(seed: seed, name, number)
        Pool.models = []
        r.shares = number % 2 == 0
        let (value, _) = Calls.during { make(&r, depth) }
        // A root's own class is the one that is asked for.
        guard let value = try? value.get() else { preconditionFailure("A random value can't fail") }
        return value
    }

    func ways(_ format: TrialFormat) -> String {
        var result = ""
        for number in 0..<4 {
            let value = value(seed: 1, number: number, depth: number - 2)
            guard let content = try? format.provider.encodeByDocument(value, as: format.format) else { continue }
            result += "a"
            if (try? format.provider.encodeDirectly(value, as: format.format)) ?? nil != nil { result += "w" }
            if (try? format.provider.decodeDirectly(Value.self, from: content, as: format.format)) ?? nil != nil { result += "r" }
        }
        return result
    }

    // MARK: Values

    func tryValue(_ format: TrialFormat, seed: UInt64, number: Int) {
        var value = value(seed: seed, number: number)
        counts.values += 1
        let again = ["value", format.name, name, "\(seed)", "\(number)"]
        func report(_ kind: String, _ cause: String = "", _ detail: String) {
            Findings.report(kind, format, name, cause: cause, again: again, detail)
        }
        // Each way gets a value of its own: the program's code may change it while it is written.
        let (direct, directCalls) = Calls.during { try format.provider.encodeDirectly(value, as: format.format) }
        let written = Portrait.of(value)
        value = self.value(seed: seed, number: number)
        let (other, otherCalls) = Calls.during { try format.provider.encodeByDocument(value, as: format.format) }
        switch (direct, other) {
        case (.success(let direct?), .success(let other)):
            counts.writtenDirectly += 1
            if direct != other, !isEncrypted(format), !isOfOtherOrder(direct, other, format) { report("bytes", "", difference(direct, other)) }
            let (own, others) = (ownCalls(directCalls), ownCalls(otherCalls))
            // Without identity, an object that stands in two places may be asked for both.
            if format.keepsIdentity ? own != others : Set(own) != Set(others) {
                report("writing-calls", "", "directly     \(directCalls)\nby document  \(otherCalls)")
            }
        case (.success(_?), .failure(let error)): report("writes-what-is-refused", "\(error)", "by document  \(text(error))")
        case (.failure(let error), .success): report("refuses-what-is-written", "\(error)", "directly     \(text(error))")
        case (.failure(let error), .failure(let otherError)):
            if text(error) != text(otherError) {
                report("writing-errors", "\(error)\n\(otherError)", "directly     \(text(error))\nby document  \(text(otherError))")
            }
        case (.success(nil), _):
            if !directCalls.isEmpty, !Slow.hasModel(value, format, "w"), !Portrait.of(value).contains("owner") {
                report("writes-twice", "", "before the fallback: \(directCalls)\nby document: \(otherCalls)")
            }
        }
        if case .success(_?) = direct, written != Portrait.of(value) { report("changed-while-written", "", difference(written, Portrait.of(value))) }
        guard let content = try? other.get() else { return }
        tryFile(content, format, .standard)
        tryAgain(value, content, format, report)
    }

    /// True if two binary property lists have the same values. A long text in a value with code of its own has another place among them.
    private func isOfOtherOrder(_ direct: Data, _ other: Data, _ format: TrialFormat) -> Bool {
        guard format.syntax == .binary, !format.keepsIdentity, let one = try? format.provider.decode(ModelDocument.self, from: direct, as: format.format),
            let two = try? format.provider.decode(ModelDocument.self, from: other, as: format.format)
        else { return false }
        return one == two
    }

    /// Without instances that are made for their defaults alone, which each way may need or not.
    private func ownCalls(_ calls: [String]) -> [String] { calls.filter { !$0.hasPrefix("init ") && !$0.hasPrefix("setUp ") }.sorted() }

    /// The value that was written is read as equal.
    private func tryAgain(
        _ value: Value, _ content: Data, _ format: TrialFormat, _ report: (String, String, String) -> Void
    ) {
        guard format.isExact, !isOfOtherClass(value) else { return }
        let portrait = Portrait.of(value)
        guard !Names.losing.contains(where: portrait.contains) else { return }
        let read: Value
        do {
            read = try format.provider.decode(Value.self, from: content, as: format.format)
        } catch {
            return report("own-file-is-refused", "\(error)", text(error) + "\n" + String(decoding: content.prefix(600), as: UTF8.self))
        }
        // Written again, it may have its keys in another order, as the file had them.
        let (again, _) = Calls.during { try format.provider.encodeByDocument(read, as: format.format) }
        switch again {
        case .success(let again):
            guard again != content, !isEncrypted(format) else { return }
            let (outline, outlineBefore) = (Portrait.of(read, isOutline: true), Portrait.of(value, isOutline: true))
            // Without identity, a copy stands in the file for each reference.
            let isComparable = format.keepsIdentity || !outlineBefore.contains("#")
            if isComparable, outline != outlineBefore { report("other-value-after-reading", "", difference(outline, outlineBefore)) }
            guard let reread = try? format.provider.decode(Value.self, from: again, as: format.format) else {
                return report("other-value-after-reading-twice", "", difference(again, content))
            }
            let (twice, once) = (Portrait.of(reread), Portrait.of(read))
            if twice != once { report("other-value-after-reading-twice", "", difference(twice, once)) }
        case .failure(let error): report("unwritable-after-reading", "\(error)", text(error))
        }
    }

    /// True for the error of a class's name or a version. In a document these come first, wherever they stand in the object.
    private func isOfMark(_ error: any Error) -> Bool {
        guard let error = error as? ModelError else { return false }
        return [.classMismatch, .unknownClass, .newerVersion].contains(error.code) || "\(error)".contains("version of an object")
    }

    private func isEncrypted(_ format: TrialFormat) -> Bool { format.syntax == .encrypted }

    /// A plain format doesn't name the class of its root.
    private func isOfOtherClass(_ value: Value) -> Bool {
        guard let model = value as? BaseModel else { return false }
        return type(of: model) != Value.self
    }

    // MARK: Files

    func tryFile(_ content: Data, _ format: TrialFormat, _ limits: DecodingLimits) { compare(content, format, limits, "one") }

    /// - Returns: The outcome of the way by document.
    @discardableResult
    func compare(
        _ content: Data, _ format: TrialFormat, _ limits: DecodingLimits, _ command: String, isDamaged: Bool = false
    ) -> Result<Value, any Error> {
        counts.files += 1
        Current.note(content, "\(format.name) \(name)")
        var again = [command, format.name, name]
        if limits != .standard { again += ["depth:\(limits.depth)", "nodes:\(limits.nodes)", "bytes:\(limits.bytes)"] }
        func report(_ kind: String, _ cause: String = "", _ detail: String) {
            Findings.report(
                limits == .standard ? kind : "limits-" + kind, format, name, cause: cause, content: content, again: again, detail)
        }
        let (direct, directCalls) = Calls.during {
            try format.provider.decodeDirectly(Value.self, from: content, as: format.format, limits)
        }
        let (other, otherCalls) = Calls.during {
            try format.provider.decodeByDocument(Value.self, from: content, as: format.format, limits: limits)
        }
        switch (direct, other) {
        case (.success(let direct?), .success(let other)):
            counts.readDirectly += 1
            let (own, others) = (Portrait.of(direct), Portrait.of(other))
            if own != others { report("values", "", difference(own, others)) }
            if directCalls.sorted() != otherCalls.sorted() {
                report("reading-calls", "", "directly     \(directCalls)\nby document  \(otherCalls)")
            }
        case (.success(_?), .failure(let error)): report("accepts-what-is-refused", "\(error)", "by document  \(text(error))")
        case (.failure(let error), .success): report("refuses-what-is-accepted", "\(error)", "directly     \(text(error))")
        case (.failure(let error), .failure(let otherError)):
            counts.refused += 1
            if text(error) != text(otherError), !isOfMark(otherError) {
                report("errors", "\(error)\n\(otherError)", "directly     \(text(error))\nby document  \(text(otherError))")
            }
        case (.success(nil), let other):
            // Of a file that is refused, code may have run.
            let isAccepted = (try? other.get()) != nil
            let isTwice = isAccepted ? !directCalls.isEmpty : !Set(directCalls).isDisjoint(with: otherCalls)
            guard isTwice else { break }
            if isDamaged {
                counts.damagedTwice += 1
                break
            }
            let read = (try? other.get()) as Any
            // FastCoding's readers need the whole file to know how its writer has aligned these.
            let isAligned = format.syntax == .fast && Portrait.of(read).contains("AffineTransform")
            if !isAligned, !Slow.hasModel(read, format, "r") {
                report("reads-twice", isAccepted ? "accepted" : "refused", "before the fallback: \(directCalls)\nby document: \(otherCalls)\n\(other)")
            }
        }
        return other
    }

    // MARK: Damage

    func tryDamage(_ format: TrialFormat, seed: UInt64, number: Int, times: Int) {
        let value = value(seed: seed, number: number, depth: number % 3)
        guard let content = try? format.provider.encodeByDocument(value, as: format.format), content.count < 6000 else { return }
        var r = Randomness(seed: seed, "damage " + name, number)
        for _ in 0..<times {
            var damage = Damage(format: format, r)
            let damaged = damage.apply(to: content)
            r = damage.r
            compare(damaged, format, .standard, "one", isDamaged: true)
        }
    }
}

/// The file that is on trial: in memory that the next process can read if this one ends by a trap.
enum Current {
    nonisolated(unsafe) private static var memory: UnsafeMutableRawPointer?
    private static let size = 1 << 20

    static func keep(in path: String) {
        let file = open(path, O_RDWR | O_CREAT, 0o644)
        guard file >= 0, ftruncate(file, off_t(size)) == 0 else { return }
        memory = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
    }

    static func note(_ content: Data, _ name: String) {
        guard let memory, content.count + name.utf8.count + 16 < size else { return }
        memory.storeBytes(of: name.utf8.count, as: Int.self)
        memory.storeBytes(of: content.count, toByteOffset: 8, as: Int.self)
        memory.advanced(by: 16).copyMemory(from: Array(name.utf8), byteCount: name.utf8.count)
        content.withUnsafeBytes { bytes in
            if let base = bytes.baseAddress { memory.advanced(by: 16 + name.utf8.count).copyMemory(from: base, byteCount: bytes.count) }
        }
    }

    /// What a process that ended by a trap had last.
    static func last(_ path: String) throws -> (name: String, content: Data) {
        let data = try Data(contentsOf: URL(fileURLWithPath: path))
        func number(_ place: Int) -> Int { (0..<8).reduce(0) { $0 | Int(data[place + $1]) << ($1 * 8) } }
        let end = 16 + number(0)
        return (String(decoding: data[16..<end], as: UTF8.self), data[end..<end + number(8)])
    }
}
