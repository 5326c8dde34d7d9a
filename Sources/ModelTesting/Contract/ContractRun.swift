import Foundation
import ModelCore

/// One run of a check: the format that it checks, and the collector of its failures.
struct ContractRun: Sendable {
    let contract: FormatContract
    let check: String
    let capabilities: FormatCapabilities
    let reporter: FailureCollector

    var options: ContractOptions { contract.options }
    var provider: any FormatProvider { contract.provider }
    var format: FileFormat { contract.format }
    /// Files of formats that the plugin doesn't serve.
    var foreignFiles: [ForeignFile] {
        (WellKnownFiles.all + options.otherFiles).filter { !provider.formats.contains($0.format) }
    }

    func fail(_ subject: String, expected: String, found: String) {
        reporter.report(
            ContractFailure(check: check, subject: subject, expected: expected, found: Self.shortened(found)))
    }

    func expect(_ condition: Bool, _ subject: String, expected: String, found: @autoclosure () -> String) {
        if !condition { fail(subject, expected: expected, found: found()) }
    }

    func expectEqual(_ found: String, _ expected: String, _ subject: String) {
        guard found != expected else { return }
        let difference = Difference(expected, found)
        fail(subject, expected: difference.expected, found: difference.found)
    }

    /// Expects that two files have the same comparable part: see ``ContractOptions/comparablePart``.
    func expectSameBytes(_ found: Data, _ expected: Data, _ subject: String) throws {
        let (found, expected) = (try options.comparablePart(found), try options.comparablePart(expected))
        guard found != expected else { return }
        let difference = Difference(expected, found)
        fail(subject, expected: difference.expected, found: difference.found)
    }

    /// The bytes of a value. A value that can be written directly is also written through a document, and both
    /// results must be equal. A value that the format can't store as the root is put into a container.
    ///
    /// - Parameter subject: The name of the value; by default its type and its content.
    func encode<Value: ModelValue>(
        _ value: Value, as subject: String? = nil, limits: DecodingLimits = .standard
    ) throws -> Data {
        let (content, byDocument) = try provider.encodeBothWays(value, as: format, limits)
        guard let byDocument else { return content }
        let name = "\(subject ?? self.name(of: value)), written both ways"
        switch byDocument {
        case .success(let other):
            let (found, expected) = (try options.comparablePart(content), try options.comparablePart(other))
            guard found != expected else { break }
            let difference = Difference(expected, found)
            fail(
                name, expected: "by way of a document \(difference.expected)", found: "directly \(difference.found)")
        case .failure(let error):
            fail(
                name, expected: "by way of a document the error \(error)",
                found: "directly \(Difference.beginning(of: content))")
        }
        return content
    }

    /// The type and the content of a value.
    private func name<Value>(of value: Value) -> String { "\(Value.self) \(fingerprint(value).prefix(100))" }

    /// A description of how a value is written: directly or through a document.
    func way<Value: ModelValue>(of value: Value) -> String {
        (try? provider.encodeBothWays(value, as: format, .standard).byDocument) == nil
            ? "written by way of a document" : "written directly"
    }

    /// The comparable part of a value's file: see ``ContractOptions/comparablePart``.
    func comparableBytes<Value: ModelValue>(_ value: Value, limits: DecodingLimits = .standard) throws -> Data {
        try options.comparablePart(encode(value, limits: limits))
    }

    func decode<Value: ModelValue>(
        _ type: Value.Type = Value.self, from content: Data, limits: DecodingLimits = .standard
    ) throws -> Value {
        let read = try provider.decodeBothWays(type, from: content, as: format, limits)
        if let difference = read.difference {
            let (byDocument, direct) = (difference.byDocument, difference.direct)
            let excerpt = Difference(byDocument, direct)
            fail(
                "\(type) in the file \(Difference.beginning(of: content)), read both ways",
                expected: "by way of a document \(excerpt.expected)", found: "directly \(excerpt.found)")
        }
        return read.value
    }

    /// The fingerprint of a value. If the format doesn't keep identity, a shared object counts as equal objects.
    func fingerprint(_ value: Any?) -> String {
        Fingerprint.text(of: value, keepsIdentity: capabilities.contains(.identity))
    }

    /// Runs `body`, and reports an error that it throws.
    func attempt(_ subject: String, _ body: () throws -> Void) {
        guard !reporter.isDone else { return }
        do {
            try body()
        } catch {
            fail(subject, expected: "no error", found: "\(error)")
        }
    }

    /// Expects that an error is a `ModelError` that names the format. If content was read, the error must have a code
    /// of reading. Its location, if it has one, must be in the content. Returns the error if it is a `ModelError`.
    @discardableResult
    func expectNamed(_ error: any Error, _ subject: String, reading content: Data? = nil) -> ModelError? {
        guard let named = error as? ModelError else {
            fail(subject, expected: "a ModelError", found: "\(type(of: error)): \(error)")
            return nil
        }
        expect(named.format == format, subject, expected: "an error that names the format", found: "\(named)")
        guard let content else { return named }
        expect(
            named.code != .unrepresentableValue, subject, expected: "a code of reading",
            found: "\(named.code): \(named)")
        expectLocated(named, subject, in: content)
        return named
    }

    /// Expects that an error's location, if it has one, lies in the content. In the text before the location, the
    /// number of lines and the number of columns of the last line must be those of the location.
    private func expectLocated(_ error: ModelError, _ subject: String, in content: Data) {
        guard let location = error.location else { return }
        let offset = location.byteOffset
        guard (0...content.count).contains(offset) else {
            return fail(subject, expected: "a place in the \(content.count) bytes", found: "byte \(offset): \(error)")
        }
        guard let line = location.line, let column = location.column, !content.contains(0) else { return }
        let before = content.prefix(offset)
        let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? before.startIndex
        let (lines, columns) = (before.count { $0 == UInt8(ascii: "\n") } + 1, before.endIndex - start + 1)
        expect(
            line == lines && column == columns, subject,
            expected: "line \(lines), column \(columns) for byte \(offset)", found: "line \(line), column \(column)")
    }

    /// Expects that `body` throws a `ModelError`, and makes the checks of ``expectNamed(_:_:reading:)``. If `codes`
    /// is given, the error must have one of these codes; if `path` is given, this path. If content is read, the
    /// subject is announced first.
    @discardableResult
    func expectError(
        _ subject: String, codes: Set<ModelError.Code>? = nil, path: String? = nil, reading content: Data? = nil,
        _ body: () throws -> some Any
    ) -> ModelError? {
        let expected =
            "an error" + (codes.map { " of code " + $0.map(\.rawValue).sorted().joined(separator: " or ") } ?? "")
        if content != nil { announce(subject) }
        do {
            let value = try body()
            fail(subject, expected: expected, found: "the value \(fingerprint(value))")
            return nil
        } catch {
            guard let named = expectNamed(error, subject, reading: content) else { return nil }
            expect(
                !named.code.rawValue.isEmpty && !named.reason.isEmpty, subject, expected: "a code and a reason",
                found: "\(named)")
            if let codes {
                expect(codes.contains(named.code), subject, expected: expected, found: "\(named.code): \(named)")
            }
            if let path {
                expect(
                    named.path.description == path, subject, expected: "an error at \(path)",
                    found: "an error at \(named.path): \(named)")
            }
            return named
        }
    }

    /// Prints a text at once if readings are announced. If a format stops the process, the last text shows which file
    /// was read.
    func announce(_ text: @autoclosure () -> String) {
        guard options.announcesReadings else { return }
        FileHandle.standardOutput.write(Data("\(format): \(text())\n".utf8))
    }

    static func shortened(_ text: String) -> String {
        text.count <= 1200 ? text : "\(text.prefix(1000)) … (\(text.utf8.count) bytes)"
    }
}

extension ContractRun {
    func encode(_ value: SampleValue, limits: DecodingLimits = .standard) throws -> Data {
        try encode(try value.document(limits: DecodingLimits(depth: .max)), limits: limits)
    }

    func encode(_ sample: ContractSample) throws -> Data { try encode(sample.make(), as: sample.name) }

    /// The fingerprint of the value that is read from a sample's file, which may be damaged.
    func read(_ sample: ContractSample, from content: Data) throws -> String {
        let value = try sample.read(content, provider, format, .standard)
        defer { (value as? ContractLink)?.unlink() }
        return fingerprint(value)
    }
}
