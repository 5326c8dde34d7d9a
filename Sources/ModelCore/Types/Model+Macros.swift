#if Macros
    /// Makes a class a model, whose stored properties are saved and loaded. Makes a struct or an enum a value that can
    /// be saved and loaded.
    ///
    /// ```swift
    /// @Model final class TodoItem: BaseModel {
    ///     var text = ""
    ///     var due: Date?
    ///     @Transient var isSelected = false
    /// }
    /// ```
    ///
    /// Every stored property is saved, whatever its access level, except properties that are marked ``Transient()``.
    /// A `let` is written and not read back. A `weak` property is written as a reference. Properties under `#if` and
    /// properties with a property wrapper are saved too. The type of a property must conform to ``ModelValue``, have
    /// raw values, or be `Codable`. It may also be `Any`, or an array or dictionary whose type is written with `Any`.
    /// Any other type is a compiler error at the property.
    ///
    /// The class is stored under its Swift name, with the names of the types around it: `Outer.Inner`. It is registered
    /// under that name when the program is loaded. Generic classes, and classes inside generic declarations, aren't
    /// registered: a file can't name them.
    ///
    /// A property that is nil is omitted from a file if a missing key would be read as nil. It is written if its
    /// declaration has another default, or if the class has an `init()` or a `setUp()`.
    ///
    /// Model classes are `nonisolated`, even in a module with `defaultIsolation(MainActor.self)`.
    ///
    /// A class may implement `modelProperties` or `modelClass` itself; the macro then doesn't generate that member.
    ///
    /// A struct conforms to ``ModelRecord`` and is stored as a dictionary of its properties. A property without a
    /// default must be in the file. An enum without raw values conforms too: a case is stored as its name, or, if it
    /// has values, as a dictionary with the name as its only key.
    ///
    /// ```swift
    /// @Model struct Address {
    ///     var street: String
    ///     var city = "London"
    /// }
    /// @Model enum Shape {
    ///     case empty
    ///     case circle(radius: Double = 1)
    /// }
    /// ```
    ///
    /// Swift doesn't expand the macro for a type inside a function.
    @attached(
        member, names: named(modelClass), named(modelProperties), named(modelType), named(modelCases))
    @attached(
        extension, conformances: ModelRecord, names: named(modelType), named(modelProperties), named(init(from:)))
    public macro Model() = #externalMacro(module: "ModelMacros", type: "ModelMacro")

    /// Makes a class a model, or a struct or an enum a value, with arguments that change how files store it.
    ///
    /// ```swift
    /// @Model("Account", aliases: ["User"], keys: .snakeCase, unknownKeys: .refuse)
    /// final class UserAccount: BaseModel {
    ///     var firstName = ""
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - name: The class's name in files, as a literal; by default its Swift name. Written files don't name structs
    ///     and enums: objects in files with this name are read as the type, as are objects with its Swift name.
    ///   - tag: The key under which objects of the class and its subclasses name their class in files, such as
    ///     `"type"` in the JSON of many services. See ``BaseModel/classTag``. For an enum: the key of the case's
    ///     name, among the keys of the case's values.
    ///   - content: The key of the values of an enum's case, beside the key `tag` of the case's name.
    ///   - untagged: For an enum: true if files contain only the values of a case, without its name: see
    ///     ``ModelType/CaseForm/untagged``. For a class: true if objects without a tag, or with a null, are of the
    ///     class. This applies in the hierarchy that begins with the class, or else in the hierarchy of its
    ///     superclass. New objects of the class have no tag either, unless there is a `tagged`.
    ///   - tagged: The text under the key of the hierarchy that the class belongs to; by default its name. The
    ///     aliases are read under this key, too, and never written.
    ///   - aliases: The earlier names of the class, as literals: files with these names are read as well.
    ///   - keys: The style of the keys of the properties that have no ``Key(_:aliases:for:)``; by default their
    ///     unchanged names. The style applies to this class's own properties, not to the properties of its
    ///     superclass.
    ///   - unknownKeys: The treatment of keys in files that the class doesn't know. By default the superclass's
    ///     treatment; without a superclass, unknown keys are kept: see ``BaseModel/unknownValues``. A struct or an
    ///     enum ignores or refuses unknown keys.
    ///   - unknownSubclasses: The treatment of objects whose class isn't known, where an instance of the class is
    ///     expected. By default the superclass's treatment; without a superclass, ``UnknownSubclasses/keepTagged``.
    ///   - writtenDefaults: The treatment of properties with the values of a new instance, when objects are written.
    ///     By default the superclass's treatment; without a superclass, these properties are written.
    ///   - readNulls: The treatment of nulls in files. By default the superclass's treatment; without a superclass, a
    ///     property is nil, or keeps its default if it can't be nil.
    ///   - version: The version of the class's objects, from 1 on, which is written to files and checked when files
    ///     are read: see ``BaseModel/migrate(_:from:)``. Without this argument, files contain no version. A struct
    ///     with a version declares the static method `migrate(_:from:)` itself.
    ///   - hashable: The names of the properties by which two objects are equal, in a `Set` and elsewhere, as
    ///     literals; by default each object is only equal to itself. The properties must be declared in the class or
    ///     a superclass, not in an extension. These properties mustn't change while an object is in a `Set`.
    ///
    /// See ``Model()``.
    @attached(
        member, names: named(modelClass), named(modelProperties), named(unknownKeys), named(migrate(_:from:)),
        named(unknownSubclasses), named(writtenDefaults), named(readNulls), named(isEqual(to:)), named(hash(into:)),
        named(modelType), named(modelCases))
    @attached(
        extension, conformances: ModelRecord, names: named(modelType), named(modelProperties), named(init(from:)))
    public macro Model(
        _ name: String? = nil, tag: String? = nil, content: String? = nil, untagged: Bool = false,
        tagged: String? = nil, aliases: [String] = [], keys: KeyStyle? = nil, unknownKeys: UnknownKeys? = nil,
        unknownSubclasses: UnknownSubclasses? = nil, writtenDefaults: WrittenDefaults? = nil,
        readNulls: ReadNulls? = nil, version: Int? = nil, hashable: [String] = []
    ) = #externalMacro(module: "ModelMacros", type: "ModelMacro")

    /// Makes a class a model whose objects have one of several texts under the key of its hierarchy.
    ///
    /// ```swift
    /// @Model(tagged: "image", "picture") final class ImageBlock: Block {}
    /// ```
    ///
    /// A new object has the first of the texts. An object that is read keeps its text: see ``BaseModel/classTag``.
    /// The other arguments are those of the macro for classes with one text.
    @attached(
        member, names: named(modelClass), named(modelProperties), named(unknownKeys), named(migrate(_:from:)),
        named(unknownSubclasses), named(writtenDefaults), named(readNulls), named(isEqual(to:)), named(hash(into:)),
        named(modelType), named(modelCases))
    @attached(
        extension, conformances: ModelRecord, names: named(modelType), named(modelProperties), named(init(from:)))
    public macro Model(
        _ name: String? = nil, tag: String? = nil, untagged: Bool = false, tagged: String, _ second: String,
        _ others: String..., aliases: [String] = [], keys: KeyStyle? = nil, unknownKeys: UnknownKeys? = nil,
        unknownSubclasses: UnknownSubclasses? = nil, writtenDefaults: WrittenDefaults? = nil,
        readNulls: ReadNulls? = nil, version: Int? = nil, hashable: [String] = []
    ) = #externalMacro(module: "ModelMacros", type: "ModelMacro")

    /// Gives a property, or an enum's case, of a type with ``Model()`` aliases, or another key in files than its
    /// name. A computed property is saved if it has this macro; it needs a setter.
    ///
    /// ```swift
    /// @Key("first_name", aliases: ["forename"]) var firstName = ""
    /// @Key("ISBN") @Key("isbn13", for: [.json]) var isbn = ""
    /// @Key(aliases: ["e-mail"]) var email = ""
    /// @Key var stars: Int { get { rating / 2 } set { rating = newValue * 2 } }
    /// ```
    ///
    /// In the program the property keeps its name: `value(forKey:)`, `encode(_:forKey:)` and similar functions use the
    /// name.
    ///
    /// - Parameters:
    ///   - key: The key, with any characters. Only `$version` and `$class` aren't allowed: files use them for an
    ///     object's version and class. By default the key that the property has without this macro.
    ///   - aliases: The earlier keys of the property. They are read if the key is missing. They are only written to
    ///     an object that was read with an alias, and only with `writtenDefaults: .asRead`.
    ///   - formats: The formats in which the key is used. By default all formats for which the property has no other
    ///     key. A property may have several of these macros.
    @attached(peer)
    public macro Key(_ key: String? = nil, aliases: [String] = [], for formats: [FileFormat] = []) =
        #externalMacro(module: "ModelMacros", type: "KeyMacro")

    /// Stores a property deeper in files, inside nested dictionaries.
    ///
    /// ```swift
    /// @Key(path: "user.address.city") var city = ""
    /// @Key(path: "user.address.zip") var zip = ""
    /// ```
    ///
    /// Properties whose key paths begin with the same keys share the dictionaries. A dictionary on the key path may
    /// also be a model that another property holds. If this model, too, has a value under the key, the value that the
    /// program has set is written. If the program has set both, to different values, writing throws
    /// `unrepresentableValue`. A missing or null value on the key path means that the property is missing; any other
    /// value that is no dictionary is an error.
    ///
    /// - Parameters:
    ///   - path: The keys, with dots between them. A key with a dot or a bracket is written in brackets and quotes:
    ///     `user["first.name"]`.
    ///   - aliases: The earlier key paths of the property.
    ///   - formats: As in ``Key(_:aliases:for:)``.
    @attached(peer)
    public macro Key(path: String, aliases: [String] = [], for formats: [FileFormat] = []) =
        #externalMacro(module: "ModelMacros", type: "KeyMacro")

    /// Marks the case of an enum with ``Model()`` that represents unknown cases, which newer programs may write.
    ///
    /// ```swift
    /// @Model enum Shape {
    ///     case circle(radius: Double)
    ///     @Unknown case other(ModelDocument)
    /// }
    /// ```
    ///
    /// A case with a ``ModelDocument`` keeps the file's value and writes it back. A case without a value loses the
    /// file's value: the case's own name is written instead.
    @attached(peer)
    public macro Unknown() = #externalMacro(module: "ModelMacros", type: "UnknownMacro")

    /// Treats a property's default, or a null, differently than the class of the property does.
    ///
    /// ```swift
    /// @Default(written: .omitted) var tags: [String] = []
    /// @Default(null: .refuse) var name = ""
    /// ```
    ///
    /// - Parameters:
    ///   - written: The treatment of the default when a model is written. A struct always writes its properties.
    ///   - null: The treatment of a null that is read.
    @attached(peer)
    public macro Default(written: WrittenDefaults? = nil, null: ReadNulls? = nil) =
        #externalMacro(module: "ModelMacros", type: "FormMacro")

    /// Excludes a stored property of a class or a struct with ``Model()`` from files, and from the list of properties.
    @attached(peer)
    public macro Transient() = #externalMacro(module: "ModelMacros", type: "TransientMacro")
#endif
