import Foundation
import JSONFormat
import ModelCore
import Testing

/// Reads and writes directly and by way of a document, and expects that both ways do what a test says.
struct BothWays {
    var provider: any FormatProvider = JSONFormat()
    var format = FileFormat.json
    var limits = DecodingLimits.standard

    /// What one way says: the value as JSON, or the code and the path of the error. Nil if the direct way gives up.
    static func outcome<Value: ModelValue>(
        _ text: (Value) throws -> String = json, of body: () throws -> Value?
    ) -> String? {
        do {
            return try body().map(text)
        } catch {
            let error = ModelError(wrapping: error)
            return "\(error.code) at \(error.path)"
        }
    }

    static func json<Value: ModelValue>(_ value: Value) throws -> String {
        String(decoding: try JSONFormat().encodeByDocument(value, as: .json), as: UTF8.self)
    }

    /// What the document's way makes of a file, and the direct one.
    func outcomes<Value: ModelValue>(
        _ type: Value.Type, _ content: Data, _ text: (Value) throws -> String = json
    ) -> (document: String?, direct: String?) {
        (
            Self.outcome(text) { try provider.decodeByDocument(type, from: content, as: format, limits: limits) },
            Self.outcome(text) { try provider.decodeDirectly(type, from: content, as: format, limits) }
        )
    }

    /// Expects that both ways read the same.
    ///
    /// - Parameters:
    ///   - expected: The value, or the error, as ``outcome(_:of:)`` says it; nil: the file's own text.
    ///   - isDirect: True if the direct way must not give up, false if it must; nil: it may.
    func expect<Value: ModelValue>(
        _ type: Value.Type, _ file: String, _ expected: String? = nil, isDirect: Bool? = nil,
        _ text: (Value) throws -> String = json, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let (document, direct) = outcomes(type, Data(file.utf8), text)
        let expected = expected ?? file
        let short = file.count < 200 ? file : "\(file.prefix(200))…"
        #expect(
            document == expected, "\(type) from \(short), by way of a document", sourceLocation: sourceLocation)
        if let direct { #expect(direct == expected, "\(type) from \(short), directly", sourceLocation: sourceLocation) }
        guard let isDirect else { return }
        #expect((direct != nil) == isDirect, "\(type) from \(short), directly", sourceLocation: sourceLocation)
    }

    /// Expects that both ways write the same. Parameters as for reading.
    func expectWritten<Value: ModelValue>(
        _ value: Value, _ expected: String, isDirect: Bool? = nil, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        func outcome(_ body: () throws -> Data?) -> String? {
            do {
                return try body().map { String(decoding: $0, as: UTF8.self) }
            } catch {
                let error = ModelError(wrapping: error)
                return "\(error.code) at \(error.path)"
            }
        }
        let document = outcome { try provider.encodeByDocument(value, as: format, limits: limits) }
        let direct = outcome { try provider.encodeDirectly(value, as: format, limits) }
        let short = "\(Value.self) as \(expected.count < 200 ? expected : "\(expected.prefix(200))…")"
        #expect(document == expected, "\(short), by way of a document", sourceLocation: sourceLocation)
        if let direct { #expect(direct == expected, "\(short), directly", sourceLocation: sourceLocation) }
        guard let isDirect else { return }
        #expect((direct != nil) == isDirect, "\(short), directly", sourceLocation: sourceLocation)
    }

    /// Expects that both ways read a text, and write it again.
    func expectBack<Value: ModelValue>(
        _ type: Value.Type, _ file: String, isDirect: Bool? = true, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        expect(type, file, isDirect: isDirect, sourceLocation: sourceLocation)
        do {
            let value = try provider.decodeByDocument(type, from: Data(file.utf8), as: format, limits: limits)
            expectWritten(value, file, isDirect: isDirect, sourceLocation: sourceLocation)
        } catch {
            Issue.record(error, sourceLocation: sourceLocation)
        }
    }
}
