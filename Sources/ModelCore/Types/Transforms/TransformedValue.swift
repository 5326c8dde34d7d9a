#if Macros
    /// A placeholder for the type of a property in an argument of `@Transform`, if the transform is generic over that
    /// type. It has no values.
    ///
    /// The placeholder conforms to the protocols to which such transforms are usually constrained. A transform with
    /// another constraint needs a parameter for the type, as ``ModelTransform/text(of:)`` has.
    public enum TransformedValue: RawRepresentable, Codable, Comparable, Hashable, CaseIterable,
        LosslessStringConvertible, ModelValue, Sendable
    {
        /// Returns nil.
        public init?(rawValue: String) { nil }
        /// Returns nil.
        public init?(_ description: String) { nil }
        public var rawValue: String { switch self {} }
        public var description: String { switch self {} }
        /// An empty array.
        public static var allCases: [TransformedValue] { [] }
    }

    /// Applies a transform that is generic over its value to a property of a class with ``Model()``. The transform
    /// gets the property's type.
    ///
    /// ```swift
    /// extension ModelTransform where Value: Codable {
    ///     static var jsonText: ModelTransform { … }
    /// }
    /// @Transform(.jsonText) var place = Place()
    /// ```
    @attached(peer)
    public macro Transform(_ transform: ModelTransform<TransformedValue>) =
        #externalMacro(module: "ModelMacros", type: "FormMacro")

    extension ModelTransform where Value == TransformedValue {
        /// A placeholder for `ModelTransform.oneOrMany(writesOne:)` in an argument of `@Transform`, which doesn't know
        /// that the property is an array. This function is never called.
        public static func oneOrMany(writesOne: Bool = false) -> ModelTransform { .own() }
    }
#endif
