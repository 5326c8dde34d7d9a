#if Macros
    /// Has files hold a property of a class with ``Model()`` in another form than its own.
    ///
    /// ```swift
    /// @Transform(.date(.secondsSince1970)) var created = Date()
    /// @Transform(.unknown(Status.other)) var status = Status.open
    /// @Transform(.older { (age: String) -> Int? in Int(age) }) var age = 0
    /// ```
    ///
    /// It holds for an optional property as for another: nil stays nil. The property's type needn't be one that can be
    /// saved by itself.
    ///
    /// - Parameter transform: The form, of values of the property's type.
    @attached(peer)
    public macro Transform<Value>(_ transform: ModelTransform<Value>) =
        #externalMacro(module: "ModelMacros", type: "TransformMacro")
#endif
