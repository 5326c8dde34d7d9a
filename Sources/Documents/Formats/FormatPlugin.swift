#if Macros
    /// Registers a format in every program that links the format's library. No import is needed.
    ///
    /// ```swift
    /// @FormatPlugin
    /// public struct YAMLProvider: FormatProvider {
    ///     public init() {}
    ///     …
    /// }
    /// ```
    ///
    /// A ``StoreProvider`` is registered in the same way. The type needs an `init()`. It runs when the program is
    /// loaded, before `main`: it must do no more than make the value.
    @attached(member)
    public macro FormatPlugin() = #externalMacro(module: "ModelMacros", type: "FormatPluginMacro")
#endif
