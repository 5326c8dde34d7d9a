import Foundation
import ModelCore
import ModelTesting

/// Something that no file may bring about.
public struct Finding: Error {
    /// What it is, without what differs from file to file.
    public let kind: String
    /// What was seen.
    public let detail: String

    init(_ kind: String, _ detail: String = "") {
        self.kind = kind
        self.detail = detail
    }
}

/// What is asked of a damaged file: it is refused with a `ModelError`; or it opens, and then what is written of it is read again as the same.
public struct Trial {
    /// Small, so that a file that is believed about its sizes is seen.
    static let limits = DecodingLimits(nodes: 100_000, bytes: 4 << 20)

    let target: FuzzTarget
    /// Which samples to read the file as, and which other formats to write; nil for all.
    let choice: UInt64?
    /// Called with what is about to be done.
    let stage: (String) -> Void

    public init(_ target: FuzzTarget, choice: UInt64?, stage: @escaping (String) -> Void) {
        self.target = target
        self.choice = choice
        self.stage = stage
    }

    /// True where the file opened in some way.
    ///
    /// - Throws: A `Finding`.
    public func run(_ input: Input) throws -> Bool {
        let content = Data(input.bytes)
        if target.isStore { return try DefaultsTrial(trial: self).run(content, input.sample) }
        stage("recognising it")
        _ = target.provider.detect(content)
        if once(in: 4) { _ = try reading { try FormatRegistry.current.detect(content) } }
        var others = others
        var hasOpened = try document(content, isWritten: input.isWritten, others: &others)
        for (index, sample) in ContractSample.all.enumerated()
        where isChosen(index, of: ContractSample.all.count, input.sample) {
            if try model(content, sample, others) { hasOpened = true }
        }
        return hasOpened
    }

    /// True in some of the trials, and in all where everything is to be tried.
    private func once(in times: UInt64) -> Bool { choice.map { ($0 >> 32) % times == 0 } ?? true }

    /// The one that is known, or one at random.
    func isChosen(_ index: Int, of count: Int, _ known: Int? = nil) -> Bool {
        guard let choice else { return true }
        let chosen = choice & 7 == 0 ? nil : known
        return index == chosen ?? Int((choice >> 3) % UInt64(count))
    }

    /// The other formats to write, besides the file's own.
    private var others: [FuzzTarget] {
        guard once(in: 3) else { return [] }
        return Self.writers.enumerated().filter {
            isChosen($0.offset, of: Self.writers.count) && $0.element.name != target.name
        }.map(\.element)
    }

    private static let writers = FuzzTarget.all.filter {
        !["openStep", "json5", "fastCoding2", "userDefaults"].contains($0.name) && !$0.isSealed
    }

    private func document(_ content: Data, isWritten: Bool, others: inout [FuzzTarget]) throws -> Bool {
        stage("reading a document")
        let document: ModelDocument
        do {
            document = try target.provider.document(from: content, as: target.format, limits: Self.limits)
        } catch {
            let error = try checked(error)
            if isWritten, !error.isLimit { throw Finding("can't read what it wrote: \(error.code)", "\(error)") }
            return false
        }
        let tree = Tree(document)
        let read = { (target: FuzzTarget, content: Data) -> any ModelValue in
            try target.provider.document(from: content, as: target.format, limits: Self.limits)
        }
        try write(
            document, in: target, "a document", mustHold: !target.isReadOnly, isEqual: tree.fits(target.capabilities),
            read)
        stage("describing a document")
        _ = document.description
        // An object that is called as a class of Foundation, and isn't as that class writes it, means something else elsewhere.
        if tree.hasFoundationNames { others = [] }
        for other in others {
            try write(document, in: other, "a document", mustHold: false, isEqual: tree.fits(other.capabilities), read)
        }
        return true
    }

    private func model(_ content: Data, _ sample: ContractSample, _ others: [FuzzTarget]) throws -> Bool {
        stage("reading \(sample.name)")
        let found = try reading { try sample.read(content, target.provider, target.format, Self.limits) }
        guard let value = found else { return false }
        let read = { (target: FuzzTarget, content: Data) -> any ModelValue in
            try sample.read(content, target.provider, target.format, Self.limits)
        }
        try write(
            value, in: target, sample.name, mustHold: !target.isReadOnly, isEqual: sample.isTyped || target.keepsAll,
            read)
        for other in others {
            let keepsReferences = !sample.hasReferences || other.capabilities.contains(.identity)
            let isEqual = keepsReferences && (sample.isTyped || other.keepsAll)
            try write(value, in: other, sample.name, mustHold: false, isEqual: isEqual, read)
        }
        return true
    }

    /// Writes a value that was read, reads that again, and writes it once more.
    ///
    /// - Parameters:
    ///   - mustHold: True where the format holds it, since it was read from there.
    ///   - isEqual: True where the format keeps all of it. Else what is read again isn't compared with it.
    private func write(
        _ value: some ModelValue, in other: FuzzTarget, _ what: String, mustHold: Bool, isEqual: Bool,
        _ read: (FuzzTarget, Data) throws -> any ModelValue
    ) throws {
        stage("writing \(what) as \(other.format)")
        let written: Data
        do {
            written = try other.provider.encode(value, as: other.format, limits: Self.limits)
        } catch {
            let error = try checked(error)
            // Other programs' XML may have keys with control characters, which XML itself can't have. And a value may stand
            // in a model that a damaged file has in a second place, where nothing can be added to it.
            let isKey = other.format == .xmlPropertyList || what == "keyed"
            if mustHold, !error.isLimit, !(isKey && error.code == .unrepresentableValue) {
                throw Finding("\(what) opens and can't be written: \(error.code)", "\(error)")
            }
            return
        }
        stage("reading \(what) again as \(other.format)")
        let back: any ModelValue
        do {
            back = try read(other, written)
        } catch {
            let error = try checked(error)
            if error.isLimit { return }
            throw Finding("\(what) written as \(other.format) can't be read: \(error.code)", "\(error)")
        }
        guard isEqual else { return }
        stage("comparing \(what) as \(other.format)")
        let texts = Tree.texts(of: [value, back], in: other)
        guard texts[0] == texts[1] else {
            throw Finding("\(what) written as \(other.format) is read as another", Self.difference(texts[0], texts[1]))
        }
        stage("writing \(what) again as \(other.format)")
        guard !other.isRandom else { return }
        let again = try other.provider.encode(back, as: other.format, limits: Self.limits)
        guard again == written else {
            throw Finding(
                "\(what) written as \(other.format) has other bytes the next time",
                Self.difference(String(decoding: written, as: UTF8.self), String(decoding: again, as: UTF8.self)))
        }
    }

    /// What `body` reads; nil where it refuses.
    func reading<Result>(_ body: () throws -> Result) throws -> Result? {
        do {
            return try body()
        } catch {
            _ = try checked(error)
            return nil
        }
    }

    /// The error, if it is one of the package's that says what is wrong.
    func checked(_ error: any Error) throws -> ModelError {
        guard let error = error as? ModelError else {
            throw Finding("an error that is no ModelError", "\(type(of: error)): \(error)")
        }
        if error.reason.isEmpty || error.code.rawValue.isEmpty {
            throw Finding("an error without a reason", "\(error)")
        }
        return error
    }

    /// Where two texts part.
    static func difference(_ left: String, _ right: String) -> String {
        let same = zip(left.utf8, right.utf8).prefix { $0 == $1 }.count
        func part(_ text: String) -> Substring { text.dropFirst(max(0, same - 60)).prefix(160) }
        return "…\(part(left))… became …\(part(right))…"
    }
}

extension ModelError {
    /// True of what is refused for its size.
    var isLimit: Bool { [.depthExceeded, .nodesExceeded, .bytesExceeded].contains(code) }
}
