extension DocumentWalker {
    /// Stands before a document's root.
    ///
    /// What the capabilities don't name never comes. It is put in plainer terms, which the declared type of a property
    /// reads back exactly: sets are arrays, dictionary keys text, floats doubles, data base64, dates ISO 8601,
    /// decimals, URLs and UUIDs text, UIDs integers, and shared objects are repeated. Objects are dictionaries; one
    /// whose class a reader wouldn't choose by itself begins with the key `$class`, and a dictionary's own first key of
    /// that name gets another `$` if its value may be text. What has no plainer terms is a keyed archive with the
    /// capability `.archives`, else an error: null, geometry, and a URL with a base; numbers that aren't finite always,
    /// and cycles.
    ///
    /// - Parameters:
    ///   - document: The document.
    ///   - capabilities: What comes as it is.
    ///   - limits: How deep and how many values, each reading of a shared container counted.
    public init(
        _ document: ModelDocument, for capabilities: FormatCapabilities = .all, limits: DecodingLimits = .standard
    ) {
        self.init(document, capabilities: capabilities, limits: limits) {
            (scalar, isProperty) throws(ModelError) in
            do {
                return try scalar.plain(for: capabilities, limits: limits, isProperty: isProperty)
            } catch {
                throw ModelError(wrapping: error)
            }
        }
        // What is told in a format's own terms is written.
        sharesLongText = capabilities == .all
        sharesLongData = capabilities == .all
    }

    /// All values from here on as a document, in the terms in which they come: for writers that want them at hand.
    ///
    /// - Throws: As ``next()``, with the path of the value.
    public mutating func document(limits: DecodingLimits = .standard) throws(ModelError) -> ModelDocument {
        var builder = DocumentBuilder(limits: limits)
        let isStyled = conventions.keyStyle != nil || conventions.dateStyle != nil
        builder.conventions = isStyled ? conventions : document.conventions
        try copy(into: &builder)
        return try builder.finish()
    }

    /// Appends all values from here on to a document.
    ///
    /// - Throws: As ``next()`` and the builder, with the path of the value.
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
        default: try builder.append(scalar ?? .null, isDeclared: !isUndeclared)
        }
    }
}
