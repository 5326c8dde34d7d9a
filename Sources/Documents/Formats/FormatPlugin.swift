#if Macros
    /// Makes a format known to every program that links the library in which it is declared. Nobody needs to import it.
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
