// Enums of which files have only the values of a case.

/// The place of the values of an enum's case in a file.
enum CasePlace {
    /// Under the name of the case.
    case key
    /// Under another key.
    case content(String)
    /// At the position.
    case here
}

/// An error that ends the tries.
private struct Unskippable: Error {
    let error: ModelError
}

/// The cases that untagged enums were found to have, while the outermost of them is decoded: a value inside others is
/// tried only once, however many cases of theirs are tried.
final class UntaggedCases {
    struct Place: Hashable {
        let type: ObjectIdentifier
        let index: Int
    }

    /// The names of the cases; nil where there is none.
    var found: [Place: String?] = [:]
    /// The reasons why none of the cases fits, for the value that was tried last.
    var reasons: [(name: String, error: ModelError)] = []
    var depth = 0
}

extension ModelDecoder {
    /// Decodes the first case of an enum that the value at the position can be exactly: numbers are no texts, for
    /// example, and nothing may be missing.
    ///
    /// The failed tries count towards the limit of values: see ``DecodingLimits``.
    func decodeUntagged<Value>(
        _ decoded: DecodedStruct, _ body: (String?, ModelDecoder) throws -> Value
    ) throws -> Value {
        let known =
            context.part(UntaggedCases.self)
            ?? {
                let made = UntaggedCases()
                context.keep(made)
                return made
            }()
        context.objects.mayForget = true
        let wasExact = cursor.isExact
        cursor.isExact = true
        known.depth += 1
        defer {
            cursor.isExact = wasExact
            known.depth -= 1
            if known.depth == 0 { known.found = [:] }
        }
        let isContainer = cursor.isAtContainer
        let place = UntaggedCases.Place(type: decoded.id, index: cursor.index)
        if isContainer, let name = known.found[place] {
            if let name { return try decodeCase(name, decoded, body) }
            known.reasons = []
            return try body(nil, self)
        }
        let size = cursor.content.size(at: cursor.index)
        // Most cases are ruled out by the kind of the value alone, without an error that tells why.
        for property in decoded.type.cases where mayBe(property) {
            do {
                let value = try tryCase(property, decoded, body)
                if isContainer { known.found[place] = property.name }
                return value
            } catch let error as Unskippable {
                throw error.error
            } catch {
                try context.count(1 + size / 8)
            }
        }
        if isContainer { known.found[place] = .some(nil) }
        known.reasons = []
        // An enum inside others is a reason of theirs.
        if known.depth == 1, !decoded.type.keepsUnknownCases {
            for property in decoded.type.cases.prefix(Self.mostReasons) {
                do {
                    _ = try tryCase(property, decoded, body)
                } catch let error as Unskippable {
                    throw error.error
                } catch {
                    known.reasons.append((property.name, ModelError(wrapping: error)))
                }
            }
        }
        cursor.isExact = wasExact
        return try body(nil, self)
    }

    /// Tries whether the value at the position can be a case.
    private func tryCase<Value>(
        _ property: ModelCase, _ decoded: DecodedStruct, _ body: (String?, ModelDecoder) throws -> Value
    ) throws -> Value {
        do {
            return try trying {
                if let values = property.values?.modelType { try requireKeys(of: values) }
                return try decodeCase(property.name, decoded, body)
            }
        } catch {
            let error = ModelError(wrapping: error)
            if Self.unskippable.contains(error.code) || context.needsWhole { throw Unskippable(error: error) }
            throw error
        }
    }

    /// False if the kind of the value at the position shows that it can't be a case. True doesn't mean that it can.
    private func mayBe(_ property: ModelCase) -> Bool {
        if !cursor.refusesOthers { return true }
        let tag = cursor.content.word(at: cursor.index).tag
        // A value of the program, or an archive, shows nothing.
        if tag == .instance || tag == .data { return true }
        guard let values = property.values?.modelType else { return tag == .string }
        switch values.form {
        case .dictionary: return tag != .string && !tag.isArray && !Self.isNumber(tag)
        case .list: return tag.isContainer
        case .value: break
        }
        let type = values.rows.properties.first?.valueType
        if type == String.self { return tag == .string }
        if type == Bool.self { return tag == .yes || tag == .no }
        if type == Int.self || type == Double.self { return Self.isNumber(tag) }
        return true
    }

    private static func isNumber(_ tag: DocumentTag) -> Bool {
        switch tag {
        case .int64, .uint64, .float, .double, .numeral, .decimal: true
        default: false
        }
    }

    /// Throws if the dictionary at the position lacks a key without which the values of a case can't be read. Asked before
    /// they are read, because that might read everything inside first.
    private func requireKeys(of type: ModelType) throws {
        var type = type
        if type.form == .value {
            let only = type.rows.properties.first?.valueType
            guard let record = (only as? any ModelRecord.Type)?.modelType else { return }
            type = record
        }
        guard type.form == .dictionary, !type.isEnum, type.version == nil,
            case let keys = try type.keys(for: format, style: context.conventions.keyStyle), keys?.known.isLoose != true
        else { return }
        let value = ModelDocument.Value(document: ModelDocument(cursor.content), index: cursor.index)
        guard value.word.tag == .object else { return }
        for property in type.rows.properties where property.isRequired {
            let entry = keys?.entry(named: property.name)
            let ways = [entry?.place ?? [property.name]] + (entry?.aliases ?? [])
            guard ways.allSatisfy({ $0.count == 1 && value[$0[0]] == nil }) else { continue }
            throw failing(.key(property.name), error(.missingValue, "There is no value."))
        }
    }

    private func decodeCase<Value>(
        _ name: String, _ decoded: DecodedStruct, _ body: (String?, ModelDecoder) throws -> Value
    ) throws -> Value {
        if decoded.type.casesWithValues.contains(name) {
            state.place = .here
            return try body(name, self)
        }
        guard try peekKind() == .string, decoded.caseName(for: try cursor.peekText()) == name else {
            throw mismatch(expected: (decoded.keys?.key(for: name) ?? name).debugDescription)
        }
        try skipValue()
        return try body(name, self)
    }

    /// The error for a value that no case fits. It tells of each case why not.
    func untaggedMismatch<Value: ModelRecord>(_ type: Value.Type) -> ModelError {
        let texts = (context.part(UntaggedCases.self)?.reasons ?? []).map { name, error in
            let path = error.path.components.isEmpty ? "" : "\(error.path): "
            return "\(name): \(path)\(error.reason)"
        }
        return ModelError(
            .typeMismatch,
            "No case of the \(type.modelType?.title ?? "enum") fits. \(texts.joined(separator: " "))"
        ).at(location)
    }

    private static var mostReasons: Int { 16 }
}
