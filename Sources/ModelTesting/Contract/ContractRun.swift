import Foundation
import ModelCore

/// What a check works with: the format, and the place for its failures.
struct ContractRun: Sendable {
    let contract: FormatContract
    let check: String
    let capabilities: FormatCapabilities
    let reporter: FailureCollector

    var options: ContractOptions { contract.options }
    var format: FileFormat { contract.format }

    func fail(_ subject: String, expected: String, found: String) {
        reporter.report(
            ContractFailure(check: check, subject: subject, expected: expected, found: Self.shortened(found)))
    }

    func expect(_ condition: Bool, _ subject: String, expected: String, found: @autoclosure () -> String) {
        if !condition { fail(subject, expected: expected, found: found()) }
    }

    func expectEqual(_ found: String, _ expected: String, _ subject: String) {
        if found != expected { fail(subject, expected: Self.shortened(expected), found: found) }
    }

    func encode<Value: ModelValue>(_ value: Value, limits: DecodingLimits = .standard) throws -> Data {
        try contract.provider.encode(value, as: format, limits: limits)
    }

    /// The bytes of a value that are the same each time.
    func comparableBytes<Value: ModelValue>(_ value: Value, limits: DecodingLimits = .standard) throws -> Data {
        try options.comparablePart(encode(value, limits: limits))
    }

    func decode<Value: ModelValue>(
        _ type: Value.Type = Value.self, from content: Data, limits: DecodingLimits = .standard
    ) throws -> Value {
        try contract.provider.decode(type, from: content, as: format, limits: limits)
    }

    /// The fingerprint of a value, with the differences left out that the format's capabilities allow.
    func fingerprint(_ value: Any?) -> String {
        Fingerprint.text(of: value, keepsIdentity: capabilities.contains(.identity))
    }

    /// Reports an error that was thrown where none was due.
    func attempt(_ subject: String, _ body: () throws -> Void) {
        do {
            try body()
        } catch {
            fail(subject, expected: "no error", found: "\(error)")
        }
    }

    /// Expects a `ModelError` that names the format; of one of `codes`, and with `path`, where these are given.
    @discardableResult
    func expectError(
        _ subject: String, codes: Set<ModelError.Code>? = nil, path: String? = nil, _ body: () throws -> some Any
    ) -> ModelError? {
        let expected =
            "an error" + (codes.map { " of code " + $0.map(\.rawValue).sorted().joined(separator: " or ") } ?? "")
        do {
            let value = try body()
            fail(subject, expected: expected, found: "the value \(fingerprint(value))")
        } catch let error as ModelError {
            expect(error.format == format, subject, expected: "an error that names the format", found: "\(error)")
            expect(
                !error.code.rawValue.isEmpty && !error.reason.isEmpty, subject, expected: "a code and a reason",
                found: "\(error)")
            if let codes {
                expect(codes.contains(error.code), subject, expected: expected, found: "\(error.code): \(error)")
            }
            if let path {
                expect(
                    error.path.description == path, subject, expected: "an error at \(path)",
                    found: "an error at \(error.path): \(error)")
            }
            return error
        } catch {
            fail(subject, expected: "a ModelError", found: "\(type(of: error)): \(error)")
        }
        return nil
    }

    static func shortened(_ text: String) -> String {
        text.count <= 600 ? text : "\(text.prefix(500)) … (\(text.utf8.count) bytes)"
    }
}

extension ContractRun {
    func encode(_ value: SampleValue, limits: DecodingLimits = .standard) throws -> Data {
        try encode(try value.document(limits: DecodingLimits(depth: .max)), limits: limits)
    }
}
