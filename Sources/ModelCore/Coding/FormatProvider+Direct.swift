import FormatSupport

// Direct coding between memory and files, without a document.

extension FormatProvider {
    /// Returns the bytes of a value, written directly from memory. Returns nil if the value has to be written through
    /// a document.
    ///
    /// - Parameters:
    ///   - type: The type that a reader expects: the static type, or a model's own class.
    ///   - reasons: Gets the reasons why values become documents. Nil if the caller needs no reasons.
    /// - Throws: The errors of types that implement coding themselves.
    package func encodeDirectly<Value: ModelValue>(
        _ value: Value, of type: any ModelValue.Type = Value.self, as format: FileFormat,
        _ limits: DecodingLimits = .standard, reasons: DocumentReasons? = nil
    ) throws(ModelError) -> Data? {
        let capabilities = capabilities(of: format)
        let conventions = conventions(ofFileIn: format)
        guard let known = ValueForms.known(of: type, in: conventions, capabilities, reasons: reasons) else {
            return nil
        }
        guard known.form.rootKind.map(capabilities.allowsRoot) != false else {
            reasons?.add(DocumentReason(.file, .root))
            return nil
        }
        let form = known.form
        var failure: ModelError?
        let runsCode = known.code.mayRun
        // A document counts exactly what the limits allow. Near the limits, only the document is written, so that the
        // program's code runs once.
        if limits.areTight, runsCode {
            reasons?.add(DocumentReason(.file, .limits))
            return nil
        }
        // A plain format doesn't name the class of the root, but the table of a subclass would.
        let namesRoot = !capabilities.isDisjoint(with: [.classes, .rootClass])
        let data: Data?
        do {
            // The memory belongs to the parameter, which doesn't change.
            data = try unsafe withUnsafePointer(to: value) { value in
                let place = unsafe UnsafeRawPointer(value)
                if !namesRoot, unsafe form.isOfSubclass(at: place) {
                    reasons?.add(DocumentReason(.file, .subclass))
                    return nil
                }
                let root = unsafe form.object(at: place).map { unsafe unsafeDowncast($0, to: BaseModel.self) }
                return try serialize(
                    unsafe DirectSource(
                        place, form, limits: limits, capabilities, conventions, runsCode: runsCode, failure: &failure,
                        reasons: reasons),
                    context: FormatContext(
                        format: format, limits: limits, rootType: root.map { Swift.type(of: $0) },
                        rootClass: root.map { ModelClass.of(Swift.type(of: $0)).codedClass }))
            }
        } catch {
            throw parsingError(error, in: format).in(format).under(.writing)
        }
        if let failure { throw direct(failure, format).under(.writing) }
        try LongWork.requireWhole()
        // A subclass that implements coding itself was seen for the first time. None of its code has run yet.
        if data == nil, !runsCode, known.code.mayRun {
            return try encodeDirectly(value, of: type, as: format, limits, reasons: reasons)
        }
        guard let data, data.count <= limits.bytes else { return nil }
        // A document may take several words for a value that is one byte in the file.
        let isCertain = !limits.areTight || limits.allow(valuesOf: data.count) && limits.bytes / 64 >= data.count
        return isCertain ? data : nil
    }

    private func direct(_ failure: ModelError, _ format: FileFormat) -> ModelError {
        (isConfidential(format) ? failure.withoutContent : failure).in(format)
    }

    /// Returns the value of a file, read directly into memory. Returns nil if the file has to be read through a
    /// document.
    ///
    /// - Parameters:
    ///   - opened: Gets the opened content of the file, which may be read through a document after that.
    ///   - reasons: Gets the reasons why values become documents. Nil if the caller needs no reasons.
    /// - Throws: The error of a value, in a file whose syntax has no error.
    package func decodeDirectly<Value: ModelValue>(
        _ type: Value.Type, from content: Data, as format: FileFormat?, _ limits: DecodingLimits = .standard,
        opened: OpenedContent? = nil, reasons: DocumentReasons? = nil
    ) throws(ModelError) -> Value? {
        guard let format = format ?? detect(content)?.format, content.count <= limits.bytes,
            limits.allow(valuesOf: content.count)
        else {
            reasons?.add(DocumentReason(.file, .limits))
            return nil
        }
        let conventions = conventions(ofFileIn: format, limits: limits)
        let capabilities = capabilities(of: format)
        // Only a document shows the key paths of skipped elements before everything is read.
        guard let known = ValueForms.known(of: type, in: conventions, capabilities, reasons: reasons) else {
            return nil
        }
        guard !known.code.mayRun || DecodingReport.collector == nil else {
            reasons?.add(DocumentReason(.file, .report))
            return nil
        }
        var failure = DirectFailure()
        let (given, limits) = (limits, limits.forFile(of: content.count))
        let root = RootClass.expected(by: type)
        var context = FormatContext(format: format, limits: limits, rootType: root)
        context.content = opened
        let place = UnsafeMutablePointer<Value>.allocate(capacity: 1)
        defer { unsafe place.deallocate() }
        // The format leaves a value in the memory if and only if it returns true.
        let isRead: Bool
        do {
            isRead = try unsafe withUnsafeMutablePointer(to: &failure) {
                let target = unsafe DirectTarget(
                    UnsafeMutableRawPointer(place), known.form, limits: limits, capabilities, conventions,
                    byteCount: content.count, runsCode: known.code.mayRun, failure: $0, reasons: reasons)
                return try parse(content, into: target, context: context)
            }
        } catch {
            throw parsingError(error, in: format).in(format)
        }
        if isRead { return unsafe place.move() }
        try LongWork.requireWhole()
        opened?.unfilledRoot = failure.root
        // An error in the file's syntax comes first, and is found through a document.
        guard let error = failure.error,
            (try? parsed(content, capabilities, conventions, limits: given, rootType: root, opened: opened)) != nil
        else { return nil }
        throw direct(error, format)
    }
}

/// The class of a file's root.
enum RootClass {
    /// Returns the class that a type expects. Returns nil for a type that is neither a model nor an optional model.
    static func expected(by type: any ModelValue.Type) -> BaseModel.Type? {
        type as? BaseModel.Type ?? (type as? any OptionalValue.Type)?.wrappedType as? BaseModel.Type
    }
}
