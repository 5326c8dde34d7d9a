import FormatSupport
import Foundation

// The direct way between memory and files, without a document between.

extension FormatProvider {
    /// The bytes of a value, written straight from memory; nil if it has to be written by way of a document.
    ///
    /// - Parameter type: The type that a reader expects: the static one, or a model's own class.
    /// - Throws: The errors of values with code of their own.
    package func encodeDirectly<Value: ModelValue>(
        _ value: Value, of type: any ModelValue.Type = Value.self, as format: FileFormat,
        _ limits: DecodingLimits = .standard
    ) throws(ModelError) -> Data? {
        let capabilities = capabilities(of: format)
        let conventions = conventions(ofFileIn: format)
        guard let known = ValueForms.known(of: type, in: conventions, capabilities),
            known.form.rootKind.map(capabilities.allowsRoot) != false
        else { return nil }
        let form = known.form
        var failure: ModelError?
        let context = FormatContext(format: format, limits: limits)
        // A plain format doesn't name the class of the root, and the table of a subclass does.
        let namesRoot = !capabilities.isDisjoint(with: [.classes, .rootClass])
        // The memory belongs to the parameter, which doesn't change.
        let data: Data? = unsafe withUnsafePointer(to: value) {
            if !namesRoot, unsafe form.isOfSubclass(at: UnsafeRawPointer($0)) { return nil }
            return serialize(
                unsafe DirectSource(
                    UnsafeRawPointer($0), form, limits: limits, capabilities, conventions,
                    runsCode: known.code.mayRun, failure: &failure),
                context: context)
        }
        if let failure { throw direct(failure, format) }
        try LongWork.requireWhole()
        guard let data, data.count <= limits.bytes else { return nil }
        return data
    }

    private func direct(_ failure: ModelError, _ format: FileFormat) -> ModelError {
        (isConfidential(format) ? failure.withoutContent : failure).in(format)
    }

    /// The value of a file, read straight into memory; nil if the file has to be read by way of a document.
    ///
    /// - Throws: The error of a value, in a file without any error in its form.
    package func decodeDirectly<Value: ModelValue>(
        _ type: Value.Type, from content: Data, as format: FileFormat?, _ limits: DecodingLimits = .standard
    ) throws(ModelError) -> Value? {
        guard let format = format ?? detect(content)?.format, content.count <= limits.bytes else { return nil }
        let conventions = conventions(ofFileIn: format, limits: limits)
        let capabilities = capabilities(of: format)
        // Only the document's way knows the paths of skipped elements before it has read everything.
        guard let known = ValueForms.known(of: type, in: conventions, capabilities),
            !known.code.mayRun || DecodingReport.collector == nil
        else { return nil }
        var failure: ModelError?
        let (given, limits) = (limits, limits.forFile(of: content.count))
        let context = FormatContext(format: format, limits: limits)
        let place = UnsafeMutablePointer<Value>.allocate(capacity: 1)
        defer { unsafe place.deallocate() }
        // The format leaves a value in the memory if and only if it returns true.
        let isRead = unsafe withUnsafeMutablePointer(to: &failure) {
            let target = unsafe DirectTarget(
                UnsafeMutableRawPointer(place), known.form, limits: limits, capabilities, conventions,
                byteCount: content.count, runsCode: known.code.mayRun, failure: $0)
            return parse(content, into: target, context: context)
        }
        if isRead { return unsafe place.move() }
        try LongWork.requireWhole()
        // An error in the file's form comes first, and is found by way of a document.
        guard let failure, (try? parsed(content, capabilities, conventions, limits: given)) != nil else { return nil }
        throw direct(failure, format)
    }
}
