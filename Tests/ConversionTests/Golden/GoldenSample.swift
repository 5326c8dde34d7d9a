import Foundation
import JSONFormat
import ModelCore
import ModelTesting

/// A value of which files are kept, the ways in which it is written and read, and its text.
struct GoldenSample: Sendable {
    /// The beginning of the files' names.
    let name: String
    let formats: [GoldenFormat]
    /// The text of a new value.
    let made: @Sendable () throws -> String
    /// The bytes of a new value.
    let write: @Sendable (GoldenFormat) throws -> Data
    /// The texts of what is read, by each of the ways in which the library can read it.
    let read: @Sendable (Data, GoldenFormat) throws -> [String]

    init(
        _ name: String, in formats: [GoldenFormat], made: @escaping @Sendable () throws -> String,
        write: @escaping @Sendable (GoldenFormat) throws -> Data, read: @escaping @Sendable (Data, GoldenFormat) throws -> [String]
    ) {
        (self.name, self.formats, self.made, self.write, self.read) = (name, formats, made, write, read)
    }

    /// A value.
    ///
    /// - Parameters:
    ///   - hasStyles: True if it is also kept in formats with options.
    ///   - rewrites: True if the value's text includes what is written of it: for what only that shows.
    init<Value: ModelValue>(
        _ name: String, hasStyles: Bool = false, rewrites: Bool = false, in others: [GoldenFormat] = [],
        _ make: @escaping @Sendable () throws -> Value
    ) {
        self.init(name, as: Value.self, hasStyles: hasStyles, rewrites: rewrites, in: others, make)
    }

    /// A value that is read as another type than it is written.
    ///
    /// - Parameter writer: The classes of the program that writes it, if they have the names of this one's.
    init<Value: ModelValue, Read: ModelValue>(
        _ name: String, as type: Read.Type, by writer: [BaseModel.Type]? = nil, hasStyles: Bool = false, rewrites: Bool = false,
        in others: [GoldenFormat] = [], _ make: @escaping @Sendable () throws -> Value
    ) {
        let classes = writer.map { types in
            var classes = ClassRegistry()
            for type in types { classes.add(type) }
            return classes
        }
        @Sendable func text(_ value: some ModelValue) -> String {
            let text = GoldenText.text(of: value)
            guard rewrites else { return text }
            do {
                return text + "\nis written as " + String(decoding: try JSONFormat().encode(value), as: UTF8.self)
            } catch {
                return text + "\nis written as \(ModelError(wrapping: error).code)"
            }
        }
        self.init(name, in: GoldenFormat.plain + (hasStyles ? GoldenFormat.styled : []) + others) {
            text(try make())
        } write: { format in
            try ClassRegistry.withClasses(classes ?? .current) {
                let value = try make()
                guard format.format.isStore else { return try format.provider.encode(value, as: format.format) }
                guard let model = value as? BaseModel else { throw ModelError(.notSaveable, "Stores keep models.") }
                return try format.withDefaults(nil) { try model.write(toStore: $0) }.content
            }
        } read: { content, format in
            try DecodingReport.collecting {
                guard format.format.isStore else {
                    return [
                        text(try format.provider.decode(Read.self, from: content, as: format.format)),
                        text(try format.provider.decodeByDocument(Read.self, from: content, as: format.format)),
                    ]
                }
                guard let type = Read.self as? BaseModel.Type else { throw ModelError(.notSaveable, "Stores keep models.") }
                let model = try format.withDefaults(content) { try type.load(fromStore: $0) }.result
                return [try (model as? Read).map(text) ?? { throw ModelError(.classMismatch, "It is a \(model).") }()]
            }.result
        }
    }

    /// A sample of the contract.
    init(_ sample: ContractSample, in others: [GoldenFormat] = []) {
        self.init(sample.name, in: GoldenFormat.plain + others) {
            GoldenText.text(of: sample.make())
        } write: { format in
            guard format.format.isStore else { return try format.provider.encode(sample.make(), as: format.format) }
            guard let model = sample.make() as? BaseModel else { throw ModelError(.notSaveable, "Stores keep models.") }
            return try format.withDefaults(nil) { try model.write(toStore: $0) }.content
        } read: { content, format in
            guard format.format.isStore else {
                return [GoldenText.text(of: try sample.read(content, format.provider, format.format, .standard))]
            }
            guard let model = sample.make() as? BaseModel else { throw ModelError(.notSaveable, "Stores keep models.") }
            let loaded = try format.withDefaults(content) { try type(of: model).load(fromStore: $0) }.result
            return [GoldenText.text(of: loaded)]
        }
    }
}
