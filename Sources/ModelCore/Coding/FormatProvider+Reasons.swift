import FormatSupport

extension FormatProvider {
    /// The reasons why a value, or parts of it, become documents when the value is written. Empty if everything is
    /// written directly. A format that has no ``DirectWriter`` writes every file through a document.
    ///
    /// Writes the value once, and drops the bytes.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - format: The format, by default the first.
    /// - Throws: The errors of types that implement coding themselves.
    public func documentReasons<Value: ModelValue>(
        writing value: Value, as format: FileFormat? = nil
    ) throws -> [DocumentReason] {
        let reasons = DocumentReasons()
        let data = try LongWork.run {
            try encodeDirectly(
                value, of: (value as? BaseModel).map { Swift.type(of: $0) } ?? Value.self, as: served(format),
                reasons: reasons)
        }
        if data == nil { reasons.addFile() }
        return reasons.all
    }

    /// The reasons why a file, or parts of it, become documents when the file is read as a type. Empty if everything
    /// is read directly. A format that has no ``DirectReader`` reads every file through a document.
    ///
    /// Reads the file once, and drops the value.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - content: The file.
    ///   - format: The format; by default it is detected from the content.
    /// - Throws: The error of a value, in a file whose syntax has no error.
    public func documentReasons<Value: ModelValue>(
        reading type: Value.Type, from content: Data, as format: FileFormat? = nil
    ) throws -> [DocumentReason] {
        let reasons = DocumentReasons()
        let value = try LongWork.run { try decodeDirectly(type, from: content, as: format, reasons: reasons) }
        if value == nil { reasons.addFile() }
        return reasons.all
    }
}
