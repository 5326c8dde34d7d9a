// If several values of an object can't be decoded, the error of the value that comes first in the file is reported,
// whatever the order of the declaration is.

/// The error of the first value in an object that can't be decoded, as far as it was read.
struct FirstFault {
    private(set) var error: ModelError?
    /// The index of the value that failed, in the document. The greatest integer for a missing value.
    private var slot = Int.max

    /// True if a value has failed that isn't after the value at `slot` in the file.
    func isBefore(_ slot: Int) -> Bool { error != nil && self.slot <= slot }

    fileprivate mutating func note(_ error: any Error, at slot: Int) {
        if isBefore(slot) { return }
        self.error = ModelError(wrapping: error)
        self.slot = slot
    }
}

extension ModelDecoder {
    /// Moves to a key of the object that was entered last, and runs code that decodes the key's value. Notes the
    /// error of the code. Does nothing if an earlier value in the file has failed.
    private func decode(_ fault: inout FirstFault, _ key: ModelKey, _ body: (_ hasValue: Bool) throws -> Void) {
        let (level, depth) = (cursor.level, context.depth)
        var slot = Int.max
        do {
            try atKey(key) { hasValue in
                if cursor.slot != ModelDocument.Content.noIndex { slot = cursor.slot }
                if !fault.isBefore(slot) { try body(hasValue) }
            }
        } catch {
            fault.note(error, at: slot)
            cursor.unwind(to: level, depth: depth)
        }
    }

    /// Decodes the properties of a model in the order of their declaration.
    func decodeDeclared(_ owner: PropertyOwner, _ rows: PropertyRows) throws {
        var fault = FirstFault()
        for (row, code) in rows.codes.enumerated() {
            guard let decode = code.decode else { continue }
            self.decode(&fault, code.key) { try decode(owner, rows.offset(row), self, $0) }
        }
        if let error = fault.error { throw catching(error) }
    }

    /// Returns the error, after noting it as the first error: the program's code may catch it.
    private func catching(_ error: ModelError) -> ModelError {
        state.caught = CaughtError()
        state.caught.note(error)
        return error
    }

    /// The error of a struct's property, or the error of a later property whose value comes earlier in the file.
    ///
    /// - Parameters:
    ///   - error: The error of the property.
    ///   - slot: The index of the property's value in the document; nil if the value is missing.
    ///   - level: The level of the struct. `depth` is the number of levels of nesting at the struct.
    ///   - row: The index of the property in the struct's list of properties.
    @inline(never)
    func first(
        _ error: any Error, at slot: Int?, _ level: Int, depth: Int, in rows: PropertyRows, after row: Int
    ) -> any Error {
        var fault = FirstFault()
        fault.note(error, at: slot ?? .max)
        cursor.unwind(to: level, depth: depth)
        for code in rows.codes.dropFirst(row + 1) {
            decode(&fault, code.key) { if $0 { try (code.code as? any CheckedCode)?.check(self) } }
        }
        return fault.error.map { catching($0) } ?? error
    }
}

/// The function that decodes a property, called only to find its error.
private protocol CheckedCode {
    /// Decodes the value at the position, and drops the result.
    func check(_ decoder: ModelDecoder) throws
}

extension PropertyCode: CheckedCode {
    fileprivate func check(_ decoder: ModelDecoder) throws { _ = try decode(decoder) }
}
