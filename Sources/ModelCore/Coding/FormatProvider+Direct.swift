import Foundation

// The direct way between memory and files, without a document between.

extension FormatProvider {
    /// The bytes of a value, written straight from memory; nil if it has to be written by way of a document.
    ///
    /// - Parameter type: The type that a reader expects: the static one, or a model's own class.
    package func encodeDirectly<Value: ModelValue>(
        _ value: Value, of type: any ModelValue.Type = Value.self, as format: FileFormat,
        _ limits: DecodingLimits = .standard
    ) -> Data? {
        let capabilities = capabilities(of: format)
        guard let form = ValueForms.form(of: type, in: conventions(ofFileIn: format), capabilities),
            form.rootKind.map(capabilities.allowsRoot) != false
        else { return nil }
        let context = FormatContext(format: format, limits: limits)
        // A plain format doesn't name the class of the root, and the table of a subclass does.
        let namesRoot = !capabilities.isDisjoint(with: [.classes, .rootClass])
        // The memory belongs to the parameter, which doesn't change.
        let data: Data? = unsafe withUnsafePointer(to: value) {
            if !namesRoot, unsafe form.isOfSubclass(at: UnsafeRawPointer($0)) { return nil }
            return serialize(
                unsafe DirectSource(UnsafeRawPointer($0), form, limits: limits, capabilities), context: context)
        }
        guard let data, data.count <= limits.bytes else { return nil }
        return data
    }

    /// The value of a file, read straight into memory; nil if the file has to be read by way of a document.
    package func decodeDirectly<Value: ModelValue>(
        _ type: Value.Type, from content: Data, as format: FileFormat?, _ limits: DecodingLimits = .standard
    ) -> Value? {
        guard let format = format ?? detect(content)?.format, content.count <= limits.bytes else { return nil }
        let conventions = conventions(ofFileIn: format, limits: limits)
        let capabilities = capabilities(of: format)
        guard let form = ValueForms.form(of: type, in: conventions, capabilities) else { return nil }
        let limits = limits.forFile(of: content.count)
        let context = FormatContext(format: format, limits: limits)
        let place = UnsafeMutablePointer<Value>.allocate(capacity: 1)
        defer { unsafe place.deallocate() }
        // The format leaves a value in the memory if and only if it returns true.
        let target = unsafe DirectTarget(
            UnsafeMutableRawPointer(place), form, limits: limits, capabilities, conventions)
        return parse(content, into: target, context: context) ? unsafe place.move() : nil
    }
}
