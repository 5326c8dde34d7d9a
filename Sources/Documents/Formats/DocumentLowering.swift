extension DocumentWalker {
    /// Creates a walker before the root of a document.
    ///
    /// The walker lowers values to the capabilities. A value that the capabilities don't include is visited as
    /// another value. The declared type of a property reads the original value back exactly:
    /// - Sets arrive as arrays, dictionary keys as text, floats as doubles, data as base64, dates as ISO 8601,
    ///   decimals, URLs and UUIDs as text, and UIDs as integers.
    /// - A shared object is repeated at each reference.
    /// - Objects arrive as dictionaries. If a reader couldn't tell the object's class otherwise, the dictionary
    ///   begins with the key `$class`. If a dictionary's own first key is `$class`, and its value may be text, the
    ///   key gets another `$`.
    /// - With `.ordinaryDates`, a finite date that has no text in ISO 8601 arrives as `1e+300 seconds from 2001`.
    /// - Null, geometry, a URL with a base, and a date with a fraction in a format with `.wholeDates` alone can't be
    ///   lowered. With the capability `.archives`, each of them arrives as a keyed archive. Without this capability,
    ///   the value is an error.
    /// - A number with more digits than a double or a decimal has arrives as the nearest double. A number beyond the
    ///   largest double is an error.
    /// - Numbers that aren't finite, and cycles, are errors even with `.archives`, unless the format has the capability
    ///   for them.
    ///
    /// - Parameters:
    ///   - document: The document.
    ///   - capabilities: The values that aren't lowered. By default, all values.
    ///   - limits: The limits for the depth and the number of values. Each reading of a shared container counts.
    public init(
        _ document: ModelDocument, for capabilities: FormatCapabilities = [.all, .longNumbers],
        limits: DecodingLimits = .standard
    ) {
        self.init(document, capabilities: capabilities, limits: limits) {
            (scalar, isProperty) throws(ModelError) in
            do {
                return try scalar.plain(for: capabilities, limits: limits, isProperty: isProperty)
            } catch {
                throw ModelError(wrapping: error)
            }
        }
        // Lowered values are going to be written, and most formats write a long text in each place again.
        sharesLongText = capabilities.isSuperset(of: .all)
        sharesLongData = sharesLongText
    }

    /// Returns all values from the walker's position on as a document, lowered to the capabilities. For writers that
    /// need all values at once.
    ///
    /// - Throws: The errors of ``next()``, with the path of the value.
    public mutating func document(limits: DecodingLimits = .standard) throws(ModelError) -> ModelDocument {
        var builder = DocumentBuilder(limits: limits)
        let isStyled = conventions.keyStyle != nil || conventions.dateStyle != nil
        builder.conventions = isStyled ? conventions : document.conventions
        try copy(into: &builder)
        return try builder.finish()
    }

    /// Appends all values from the walker's position on to a document.
    ///
    /// - Throws: The errors of ``next()`` and of the builder, with the path of the value.
    public mutating func copy(into builder: inout DocumentBuilder) throws(ModelError) {
        do {
            while let step = try next() {
                builder.offset = offset
                try append(step, to: &builder)
            }
        } catch {
            var error = error
            error.path = path
            throw error
        }
    }

    private func append(_ step: Step, to builder: inout DocumentBuilder) throws(ModelError) {
        switch step {
        case .key: try builder.key(text)
        case .end: try builder.end()
        case .beginArray(let kind, _): try builder.beginArray(kind, number: number)
        case .beginDictionary: try builder.beginDictionary(number: number)
        case .beginValueDictionary: try builder.beginValueDictionary(number: number)
        case .beginObject:
            guard let codedClass else { return }
            try builder.beginObject(codedClass, number: number, isExpected: isExpected)
        case .reference(let number): try builder.appendReference(to: number, isExpected: isExpected)
        default: try builder.append(scalarOf: self, isDeclared: !isUndeclared)
        }
    }
}
