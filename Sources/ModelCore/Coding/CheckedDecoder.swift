import Foundation

/// What a class's own code decodes from, and a type's: passes each call on, and refuses those that would lead astray in the file.
///
/// So no format has to: a value is decoded once, what is entered is left, and nothing else is. An error in something that was entered
/// is thrown again at the end, also where the code caught it: nobody knows where in the file it left the decoder.
final class CheckedDecoder: ModelDecoder {
    private struct Frame {
        enum Kind { case value, object, array, dictionary }
        let kind: Kind
        /// How many values may be decoded before the next step: two at a dictionary's key that is a value.
        var values = 0
        /// How deep the decoding stood.
        let depth: Int
        /// True for what the core entered, which never goes on after an error.
        let isCore: Bool
    }

    /// Nil before and after its time, when somebody may have kept it.
    private var base: (any ModelDecoder)?
    private var frames: [Frame] = []
    /// How many frames the code that runs must leave alone.
    private var floor = 0
    /// What ends the reading.
    private var failure: ModelError?
    /// An error since the last step, which the code may have caught.
    private var lastError: ModelError?

    var context: DecodingContext { base?.context ?? ValueDecoding.context() }
    var location: ModelLocation? { base?.location }
    var reference: Int? { frames.last?.values == 0 ? nil : base?.reference }
    var convertsText: Bool { base?.convertsText ?? false }
    var hasNumerals: Bool { base?.hasNumerals ?? false }
    var foundNil: Bool { base?.foundNil ?? false }

    // MARK: Running code

    /// Runs code that decodes one value, or (`isObject`) keys and values of an object that was entered.
    static func run<Result>(
        isObject: Bool, on decoder: any ModelDecoder, _ body: (any ModelDecoder) throws -> Result
    ) throws -> Result {
        if let checked = decoder as? CheckedDecoder { return try checked.run(isObject: isObject, body) }
        let context = decoder.context
        let checked = context.spareChecked ?? CheckedDecoder()
        context.spareChecked = nil
        context.checks += 1
        checked.base = decoder
        defer {
            checked.clear()
            context.checks -= 1
            context.spareChecked = checked
        }
        if isObject { checked.push(.object) }
        return try checked.run(isObject: isObject, body)
    }

    /// Runs code that needs no checks, with the decoder behind.
    static func runUnchecked(on decoder: any ModelDecoder, _ body: (any ModelDecoder) throws -> Void) throws {
        guard let checked = decoder as? CheckedDecoder, let base = checked.base else { return try body(decoder) }
        do {
            try body(base)
        } catch {
            throw checked.fail(error)
        }
    }

    private func run<Result>(isObject: Bool, _ body: (any ModelDecoder) throws -> Result) throws -> Result {
        if !isObject {
            try expectValue()
            push(.value, values: 1)
        }
        let outerFloor = floor
        floor = frames.count
        lastError = nil
        let result: Result
        do {
            result = try body(self)
        } catch {
            guard !isObject, failure == nil, frames.count == floor else { throw fail(error) }
            // A single value that isn't what was expected: the code around may go on without it.
            frames.removeLast()
            floor = outerFloor
            guard frames.last?.kind != .dictionary else { throw fail(error) }
            lastError = ModelError(wrapping: error)
            throw error
        }
        if let failure { throw failure }
        guard frames.count == floor else { throw misuse("Something was entered that wasn't left.") }
        floor = outerFloor
        if !isObject {
            // Where an error was caught, the decoder may stand before the value or behind it: the container's next step knows.
            if frames.last?.values == 1, lastError == nil { try base?.skipValue() }
            frames.removeLast()
            if let lastError, frames.last?.values == 2 { throw fail(lastError) }
            consumed()
        }
        return result
    }

    private func clear() {
        base = nil
        frames.removeAll(keepingCapacity: true)
        floor = 0
        failure = nil
        lastError = nil
    }

    private func push(_ kind: Frame.Kind, values: Int = 0) {
        // The core counts a level before it enters one.
        let depth = context.depth
        frames.append(Frame(kind: kind, values: values, depth: depth, isCore: depth > frames.last?.depth ?? depth))
    }

    // MARK: Errors

    /// Takes note of an error that the core threw inside something that was entered.
    static func note(_ error: ModelError, on decoder: any ModelDecoder) {
        (decoder as? CheckedDecoder)?.lastError = error
    }

    private func fail(_ error: any Error) -> ModelError {
        let error = ModelError(wrapping: error)
        if failure == nil { failure = error }
        return error
    }

    private func misuse(_ reason: String) -> ModelError {
        fail(lastError ?? ModelError(.invalidCoding, reason).at(base?.location))
    }

    private func pass<Result>(_ body: (any ModelDecoder) throws -> Result) throws -> Result {
        if let failure { throw failure }
        guard let base else { throw ModelError(.invalidCoding, "The decoder was kept, and used after its time.") }
        do {
            return try body(base)
        } catch {
            let error = ModelError(wrapping: error)
            lastError = error
            throw error
        }
    }

    // MARK: Values

    private func expectValue() throws {
        if let failure { throw failure }
        if frames.last?.values == 0 { throw misuse("A value was decoded where none is left.") }
    }

    private func consumed() {
        guard let last = frames.indices.last else { return }
        frames[last].values -= 1
    }

    private func decode<Value>(_ body: (any ModelDecoder) throws -> Value) throws -> Value {
        try expectValue()
        let value = try pass(body)
        consumed()
        return value
    }

    func peekKind() throws -> ModelKind {
        try expectValue()
        return try pass { try $0.peekKind() }
    }

    func decodeNull() throws -> Bool {
        try expectValue()
        guard try pass({ try $0.decodeNull() }) else { return false }
        consumed()
        return true
    }

    func embeddedArchive() throws -> (any ModelDecoder)? {
        try expectValue()
        guard let archive = try pass({ try $0.embeddedArchive() }) else { return nil }
        consumed()
        return archive
    }

    func decodeScalar() throws -> ModelScalar { try decode { try $0.decodeScalar() } }
    func decodeBool() throws -> Bool { try decode { try $0.decodeBool() } }
    func decodeInt64() throws -> Int64 { try decode { try $0.decodeInt64() } }
    func decodeUInt64() throws -> UInt64 { try decode { try $0.decodeUInt64() } }
    func decodeFloat() throws -> Float { try decode { try $0.decodeFloat() } }
    func decodeDecimal() throws -> Decimal { try decode { try $0.decodeDecimal() } }
    func decodeDouble() throws -> Double { try decode { try $0.decodeDouble() } }
    func decodeString() throws -> String { try decode { try $0.decodeString() } }
    func decodeData() throws -> Data { try decode { try $0.decodeData() } }
    func decodeDate() throws -> Date { try decode { try $0.decodeDate() } }
    func skipValue() throws { try decode { try $0.skipValue() } }

    // MARK: Containers

    private func begin<Result>(_ kind: Frame.Kind, _ body: (any ModelDecoder) throws -> Result) throws -> Result {
        let result = try decode(body)
        lastError = nil
        push(kind)
        return result
    }

    /// The frame that was entered last, which must be of that kind, and entered by the code that runs.
    private func entered(_ kind: Frame.Kind, isOwn: Bool = true) throws -> Int {
        if let failure { throw failure }
        guard let last = frames.indices.last, frames[last].kind == kind, !isOwn || frames.count > floor else {
            throw misuse("No \(kind) was entered here.")
        }
        if let lastError {
            if frames[last].isCore, frames.count > floor { throw fail(lastError) }
            self.lastError = nil
        }
        return last
    }

    func beginArray() throws -> Int { try begin(.array) { try $0.beginArray() } }

    func nextElement() throws -> Bool {
        let last = try entered(.array)
        let isThere = try pass { try $0.nextElement() }
        if isThere { frames[last].values = 1 } else { frames.removeLast() }
        return isThere
    }

    func beginDictionary() throws -> Int { try begin(.dictionary) { try $0.beginDictionary() } }

    func nextEntry() throws -> ModelEntryKey? {
        let last = try entered(.dictionary)
        guard frames[last].values < 2 else { throw misuse("A dictionary's key wasn't decoded.") }
        let entry = try pass { try $0.nextEntry() }
        switch entry {
        case .text?: frames[last].values = 1
        case .value?: frames[last].values = 2
        case nil: frames.removeLast()
        }
        return entry
    }

    func beginObject() throws -> CodedClass? { try begin(.object) { try $0.beginObject() } }

    func moveToKey(_ key: ModelKey) throws -> Bool {
        let last = try entered(.object, isOwn: false)
        let isThere = try pass { try $0.moveToKey(key) }
        frames[last].values = isThere ? 1 : 0
        return isThere
    }

    func objectKeys() throws -> [String] {
        _ = try entered(.object, isOwn: false)
        return try pass { try $0.objectKeys() }
    }

    func endObject() throws {
        _ = try entered(.object)
        try pass { try $0.endObject() }
        frames.removeLast()
    }
}
