#if Macros
    /// Makes a class a model: its stored properties are known, saved and loaded.
    ///
    /// ```swift
    /// @Model final class TodoItem: BaseModel {
    ///     var text = ""
    ///     var due: Date?
    ///     @Transient var isSelected = false
    /// }
    /// ```
    ///
    /// Every stored property is saved, of whatever access, but those that are marked ``Transient()``. A `let` is
    /// written and not read back. A `weak` property is written as a reference. A property's type is one that conforms
    /// to ``ModelValue``, has raw values, or is `Codable`; or `Any`, or an array or dictionary of `Any` that is written
    /// as such. Any other is an error at the property. Properties under `#if` and those with a property wrapper are
    /// saved too.
    ///
    /// Files know the class by its Swift name, with those of the types around it: `Outer.Inner`. It is registered under
    /// that name when the program is loaded. Generic classes aren't, nor classes inside generic declarations: a file
    /// can't name them.
    ///
    /// A property that is nil is left out of a file where nil is what a missing key would be read as: not where the
    /// declaration has another value, or the class has an `init()` or a `setUp()`.
    ///
    /// In a module whose default isolation is the main actor, the class must be declared `nonisolated`.
    ///
    /// A class may write `encodeProperties(to:)`, `decodeProperties(from:)`, `modelProperties` or `modelClass` itself;
    /// the macro then leaves that one to it.
    @attached(
        member, names: named(modelClass), named(modelProperties), named(encodeProperties(to:)),
        named(decodeProperties(from:)))
    public macro Model() = #externalMacro(module: "ModelMacros", type: "ModelMacro")

    /// Makes a class a model, known to files by other names than its own.
    ///
    /// - Parameters:
    ///   - name: The name in files; a literal. Without one, it is the Swift name.
    ///   - aliases: Names that the class had before: files with them are read as well.
    ///
    /// See ``Model()``.
    @attached(
        member, names: named(modelClass), named(modelProperties), named(encodeProperties(to:)),
        named(decodeProperties(from:)))
    public macro Model(_ name: String, aliases: [String] = []) =
        #externalMacro(module: "ModelMacros", type: "ModelMacro")

    /// Makes a class a model, known to files by its own name and by those that it had before.
    ///
    /// - Parameter aliases: The earlier names; literals.
    ///
    /// See ``Model()``.
    @attached(
        member, names: named(modelClass), named(modelProperties), named(encodeProperties(to:)),
        named(decodeProperties(from:)))
    public macro Model(aliases: [String]) = #externalMacro(module: "ModelMacros", type: "ModelMacro")

    /// Leaves a stored property of a class with ``Model()`` out of files and out of the list of its properties.
    @attached(peer)
    public macro Transient() = #externalMacro(module: "ModelMacros", type: "TransientMacro")

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
