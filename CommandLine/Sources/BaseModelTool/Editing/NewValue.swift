import ArgumentParser
import FormatSupport
import JSONFormat
import ModelCore

/// The new value that a user wants in a file.
struct NewValue {
    /// The types that a user can name for a value.
    enum Kind: String, CaseIterable, ExpressibleByArgument {
        case string, integer, real, decimal, bool, date, data, url, uuid, uid, null, json
    }

    let text: String
    /// The type of the value. Nil for the type of the old value.
    let kind: Kind?
    /// True for a value of an encrypted file, which errors must not quote.
    let isConfidential: Bool
    /// The kinds of values that the file's format keeps.
    let capabilities: FormatCapabilities
    /// True if a value without a type is always text, even if it looks like another type.
    var isText = false

    /// Returns the value as a document.
    ///
    /// - Parameter old: The old value. Nil for a new key or element.
    func document(replacing old: ModelDocument.Value?) throws -> ModelDocument {
        if kind == .json {
            return try telling { try JSONFormat(reading: .json5).document(from: Data(text.utf8)) }
        }
        if let kind {
            if let number = longNumber(as: kind, replacing: nil) { return number }
            return ModelDocument(try telling { try scalar(kind) })
        }
        guard let old, !old.isNull else { return isText ? ModelDocument(guess) : number ?? ModelDocument(guess) }
        guard !old.kind.isContainer else {
            throw ModelError(
                .typeMismatch, "It is \(ValueText.summary(old)). --type json replaces all of it.")
        }
        guard let kind = Self.kind(of: old) else {
            throw ModelError(.typeMismatch, "It is a value of kind \(old.kind.rawValue), for which there is no text.")
        }
        if let number = longNumber(as: kind, replacing: old) { return number }
        do {
            return ModelDocument(try telling { try Self.exactly(scalar(kind), like: old) })
        } catch var error as ModelError {
            error.reason += " The new value has the type of the old one; --type \(guessedKind) gives it another."
            throw error
        }
    }

    /// Runs code that may quote the text in its errors. If the value is confidential, its text is removed from them.
    private func telling<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error as ModelError where isConfidential {
            throw error.withoutContent
        }
    }

    private func scalar(_ kind: Kind) throws -> ModelScalar {
        let text = ModelScalar.string(text)
        return switch kind {
        case .string, .json: text
        case .integer: try integer(text)
        case .real: .double(try ScalarConversion.double(text, fromText: true))
        case .decimal: .decimal(try ScalarConversion.decimal(text, fromText: true))
        case .bool: .bool(try ScalarConversion.bool(text, fromText: true))
        case .date: .date(try ScalarConversion.date(text, fromText: true))
        case .data: .data(try ScalarConversion.data(text, fromText: true))
        case .url: .url(try ScalarConversion.url(text, fromText: true))
        case .uuid: .uuid(try ScalarConversion.uuid(text, fromText: true))
        case .uid: .uid(try ScalarConversion.uint64(text, fromText: true))
        case .null: .null
        }
    }

    private func integer(_ text: ModelScalar) throws -> ModelScalar {
        do {
            return .int64(try ScalarConversion.int64(text, fromText: true))
        } catch {
            guard let large = try? ScalarConversion.uint64(text, fromText: true) else { throw error }
            return .uint64(large)
        }
    }

    /// The type that the text seems to have.
    private var guessedKind: Kind {
        switch guess {
        case .bool: .bool
        case .null: .null
        case .int64, .uint64: .integer
        case .double, .float: .real
        case .decimal: .decimal
        default: .string
        }
    }

    /// The value that the text seems to represent, if nothing determines its type.
    private var guess: ModelScalar {
        switch text {
        case _ where isText: .string(text)
        case "true": .bool(true)
        case "false": .bool(false)
        case "null": .null
        default: number?.root.scalar ?? .string(text)
        }
    }

    /// The number that the text represents in JSON. Nil for text such as 007, +49 and 0x10, which may be a postal
    /// code, for example. Nil also for a number beyond the largest double.
    private var number: ModelDocument? {
        guard text.utf8.allSatisfy("0123456789+-.eE".utf8.contains),
            let document = try? JSONFormat().document(from: Data(text.utf8))
        else { return nil }
        return document.root.numeral != nil && document.root.doubleValue == nil ? nil : document
    }

    /// Returns the number that the text represents, with all its digits. Returns nil if a value of the kind can hold
    /// all digits. Also returns nil in a format that stores doubles, for a number of at most 38 digits. An integer of
    /// 64 bits isn't replaced by a longer number.
    private func longNumber(as kind: Kind, replacing old: ModelDocument.Value?) -> ModelDocument? {
        guard kind == .real || kind == .decimal || kind == .integer && old?.numeral != nil, let number else {
            return nil
        }
        if kind == .integer, !Self.isInteger(text) { return nil }
        if number.root.numeral != nil { return number }
        return kind != .decimal && number.root.kind == .decimal && capabilities.contains(.numerals) ? number : nil
    }

    /// Returns true for a number without a point and an exponent.
    private static func isInteger(_ number: String) -> Bool {
        number.utf8.allSatisfy { $0 != UInt8(ascii: ".") && $0 | 0x20 != UInt8(ascii: "e") }
    }

    private static func kind(of value: ModelDocument.Value) -> Kind? {
        switch value.kind {
        case .bool: .bool
        case .integer: .integer
        case .real: value.numeral.map(isInteger) ?? false ? .integer : .real
        case .decimal: .decimal
        case .string: .string
        case .data: .data
        case .date: .date
        case .url: .url
        case .uuid: .uuid
        case .uid: .uid
        default: nil
        }
    }

    /// Returns the scalar with the exact type of the old value. For example, the new value of a float is a float.
    private static func exactly(_ scalar: ModelScalar, like old: ModelDocument.Value) throws -> ModelScalar {
        guard case .float? = old.scalar else { return scalar }
        return .float(try ScalarConversion.float(scalar, fromText: true))
    }
}
