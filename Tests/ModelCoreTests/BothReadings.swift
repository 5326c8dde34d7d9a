import Foundation
import JSONFormat
import ModelCore
import Testing

/// Expects that JSON is read as a text describes it, or with an error, directly and by way of a document.
///
/// - Parameters:
///   - expected: The description of the value, or the code and the path of the error.
///   - text: Describes a value; by default as JSON.
func expectJSON<Value: ModelValue>(
    _ type: Value.Type, _ json: String, _ expected: String, format: JSONFormat = JSONFormat(),
    sourceLocation: SourceLocation = #_sourceLocation, _ text: (Value) throws -> String = writtenJSON
) {
    let content = Data(json.utf8)
    func outcome(_ body: () throws -> Value?) -> String? {
        do {
            return try body().map(text)
        } catch {
            let error = ModelError(wrapping: error)
            return "\(error.code) at \(error.path)"
        }
    }
    let document = outcome { try format.decodeByDocument(type, from: content, as: .json) }
    #expect(document == expected, "\(json), by way of a document", sourceLocation: sourceLocation)
    guard let direct = outcome({ try format.decodeDirectly(type, from: content, as: .json) }) else { return }
    #expect(direct == expected, "\(json), directly", sourceLocation: sourceLocation)
}

/// A value as JSON that both ways write.
func writtenJSON<Value: ModelValue>(_ value: Value) throws -> String {
    let content = try JSONFormat().encodeByDocument(value, as: .json)
    if let direct = try JSONFormat().encodeDirectly(value, as: .json) { #expect(direct == content) }
    return String(decoding: content, as: UTF8.self)
}
