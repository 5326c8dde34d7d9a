// Untagged enums: files contain the values of a case, and not its name.

/// The location of an enum case's values in a file.
enum CasePlace {
    /// Under the name of the case.
    case key
    /// Under another key.
    case content(String)
    /// At the position.
    case here
}

/// An error that ends the search for a case: the remaining cases aren't tried.
private struct Unskippable: Error {
    let error: ModelError
}

/// The results of trying the cases of untagged enums, kept until the outermost enum is decoded. An untagged enum may
/// be inside a case of another untagged enum. Without the results, its value would be tried again for each case of the
/// outer enum.
final class UntaggedCases {
    struct Place: Hashable {
        let type: ObjectIdentifier
        let index: Int
    }

    /// The result of trying a value as each case.
    struct Found {
        /// The name of the case. Nil if no case fits.
        var name: String?
        /// The agreement with which the case fits. If no case fits: the closest agreement with which a case might fit.
        /// Nil if no case fits with any agreement.
        var fit: CaseFit?
    }

    /// The results so far, by the enum and the index of the value in the document.
    var found: [Place: Found] = [:]
    /// The reasons why none of the cases fits, for the value that was tried last.
    var reasons: [(name: String, error: ModelError)] = []
    var depth = 0
}

/// A case that may fit a value, and the closest agreement with which it may fit.
private struct Candidate {
    let modelCase: ModelCase
    var fit: CaseFit
}

extension ModelDecoder {
    /// Decodes the case of an enum that the value at the position fits best: see ``CaseFit``. If several cases fit
    /// equally well, the first of them is decoded.
    ///
    /// The failed tries count towards the limit of values: see ``DecodingLimits``.
    func decodeUntagged<Value>(
        _ decoded: DecodedStruct, _ body: (String?, ModelDecoder) throws -> Value
    ) throws -> Value {
        let known = untaggedCases
        context.objects.mayForget = true
        let (outer, needed, level) = (cursor.fit, cursor.neededFit, cursor.caseLevel)
        known.depth += 1
        cursor.caseLevel = cursor.level
        defer {
            (cursor.fit, cursor.caseLevel) = (outer, level)
            known.depth -= 1
            if known.depth == 0 { known.found = [:] }
        }
        // The least close agreement that is enough.
        let least = outer ?? .own
        cursor.fit = least
        let isContainer = cursor.isAtContainer
        let place = UntaggedCases.Place(type: decoded.id, index: cursor.index)
        let before = (isContainer ? known.found[place] : nil) ?? UntaggedCases.Found(name: nil, fit: .exact)
        if let name = before.name, let fit = before.fit, fit <= least {
            cursor.fit = fit
            return try decodeCase(name, decoded, body)
        }
        var candidates: [Candidate] = []
        if let fit = before.fit {
            let keys = isContainer ? dictionaryKeys : nil
            // Most cases are ruled out by the kind of the value and by its keys, without an error that tells why.
            for modelCase in decoded.type.cases {
                if try mayBe(modelCase, keys) { candidates.append(Candidate(modelCase: modelCase, fit: fit)) }
            }
        }
        let size = cursor.content.size(at: cursor.index)
        // If there is only one candidate, nothing has to be compared.
        let hasChoice = candidates.count > 1
        var fit = hasChoice ? candidates[0].fit : least
        while !candidates.isEmpty, fit <= least {
            var left: [Candidate] = []
            for candidate in candidates {
                if candidate.fit > fit {
                    left.append(candidate)
                    continue
                }
                cursor.fit = fit
                cursor.neededFit = nil
                do {
                    let value = try tryCase(candidate.modelCase, decoded, body)
                    if isContainer, hasChoice {
                        known.found[place] = UntaggedCases.Found(name: candidate.modelCase.name, fit: fit)
                    }
                    cursor.neededFit = needed
                    return value
                } catch let error as Unskippable {
                    throw error.error
                } catch {
                    try context.count(1 + size / 8)
                    if let needed = cursor.neededFit, needed > fit {
                        left.append(Candidate(modelCase: candidate.modelCase, fit: needed))
                    }
                }
            }
            candidates = left
            fit = candidates.map(\.fit).min() ?? .own
        }
        cursor.fit = outer
        cursor.neededFit = needed
        let next = candidates.map(\.fit).min()
        if isContainer { known.found[place] = UntaggedCases.Found(name: nil, fit: next) }
        if let next {
            // The enum may be inside a case of another enum, which may then also fit with a less close agreement.
            cursor.noteNeeded(next)
            throw error(.typeMismatch, "No case of the \(decoded.type.title) fits as closely as others might.")
        }
        known.reasons = []
        // If the enum is inside another enum, its error is a reason of the outer enum.
        if known.depth == 1, !decoded.type.keepsUnknownCases {
            cursor.fit = .own
            known.reasons = try reasons(against: decoded, body)
            cursor.fit = outer
            cursor.neededFit = needed
        }
        return try body(nil, self)
    }

    private var untaggedCases: UntaggedCases {
        if let known = context.part(UntaggedCases.self) { return known }
        let made = UntaggedCases()
        context.keep(made)
        return made
    }

    /// Tries the first cases once more, none of which the value can be. Returns the error of each.
    private func reasons<Value>(
        against decoded: DecodedStruct, _ body: (String?, ModelDecoder) throws -> Value
    ) throws -> [(String, ModelError)] {
        var reasons: [(String, ModelError)] = []
        for modelCase in decoded.type.cases.prefix(Self.mostReasons) {
            do {
                if let values = modelCase.values?.modelType { try trying { try requireKeys(of: values) } }
                _ = try tryCase(modelCase, decoded, body)
            } catch let error as Unskippable {
                throw error.error
            } catch {
                reasons.append((modelCase.name, ModelError(wrapping: error)))
            }
        }
        return reasons
    }

    /// Tries whether the value at the position can be a case.
    private func tryCase<Value>(
        _ property: ModelCase, _ decoded: DecodedStruct, _ body: (String?, ModelDecoder) throws -> Value
    ) throws -> Value {
        do {
            return try trying { try decodeCase(property.name, decoded, body) }
        } catch {
            let error = ModelError(wrapping: error)
            if Self.unskippable.contains(error.code) || context.needsWhole { throw Unskippable(error: error) }
            throw error
        }
    }

    /// The keys of the dictionary at the position. Nil for any other value, and for a dictionary with keys that
    /// aren't text.
    private var dictionaryKeys: [String]? {
        let value = ModelDocument.Value(document: ModelDocument(cursor.content), index: cursor.index)
        return value.word.tag == .object ? value.members.map(\.key) : nil
    }

    /// False if the kind of the value at the position, or its keys, show that it can't be a case. True doesn't mean that
    /// it can.
    ///
    /// - Parameter keys: The keys of the dictionary at the position.
    private func mayBe(_ property: ModelCase, _ keys: [String]?) throws -> Bool {
        guard mayBe(property) else { return false }
        guard let keys, let values = property.values?.modelType, case let (type, own)? = try record(of: values) else {
            return true
        }
        let known = own?.known ?? type.knownKeys
        let passing = cursor.passing.index == cursor.index ? cursor.passing.keys : []
        let others = keys.filter { !known.contains($0) && known[$0] == nil && !passing.contains($0) }
        guard others.allSatisfy({ ClassKey.mayBeMark($0) }) else { return false }
        return !type.rows.properties.contains { property in
            property.isRequired && isMissing(property, own) { keys.contains($0) }
        }
    }

    /// False if the kind of the value at the position shows that it can't be a case.
    private func mayBe(_ property: ModelCase) -> Bool {
        if !cursor.refusesOthers { return true }
        let tag = cursor.content.word(at: cursor.index).tag
        // A value of the program, or an archive, shows nothing about the case.
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

    /// Returns the struct as which the values of a case are read from a dictionary, and the struct's keys. Returns nil
    /// if the values are no struct, or if the dictionary may have keys that the struct doesn't have.
    private func record(of type: ModelType) throws -> (type: ModelType, keys: PropertyKeys?)? {
        var type = type
        if type.form == .value {
            let only = type.rows.properties.first?.valueType
            guard let record = (only as? any ModelRecord.Type)?.modelType else { return nil }
            type = record
        }
        guard type.form == .dictionary, !type.isEnum, type.version == nil,
            case let keys = try type.keys(for: format, style: context.conventions.keyStyle), keys?.known.isLoose != true
        else { return nil }
        return (type, keys)
    }

    /// True if a dictionary certainly lacks a property, because it has none of the property's keys.
    private func isMissing(_ property: ModelProperty, _ keys: PropertyKeys?, _ hasKey: (String) -> Bool) -> Bool {
        let entry = keys?.entry(named: property.name)
        let ways = [entry?.place ?? [property.name]] + (entry?.aliases ?? [])
        return ways.allSatisfy { $0.count == 1 && !hasKey($0[0]) }
    }

    /// Throws if the dictionary at the position lacks a key without which the values of a case can't be read.
    private func requireKeys(of values: ModelType) throws {
        guard case let (type, keys)? = try record(of: values) else { return }
        let value = ModelDocument.Value(document: ModelDocument(cursor.content), index: cursor.index)
        guard value.word.tag == .object else { return }
        for property in type.rows.properties
        where property.isRequired && isMissing(property, keys, { value[$0] != nil }) {
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

    /// The error for a value that no case fits. The error tells for each case why the value doesn't fit.
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
