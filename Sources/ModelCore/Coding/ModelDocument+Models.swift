extension ModelDocument {
    /// The document of a model, with the keys of a format.
    ///
    /// - Parameter expected: The class that a reader assumes unless the document names another.
    package init(
        of model: BaseModel, expected: BaseModel.Type, format: FileFormat, limits: DecodingLimits = .standard
    ) throws {
        self = try ModelEncoder.document(format: format, limits: limits) {
            try $0.encodeObject(model, expected: expected)
        }
    }
}
