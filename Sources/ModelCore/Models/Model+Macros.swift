#if Macros
    /// Makes a class a model: its stored properties are known, saved and loaded. Makes structs and enums values that
    /// are saved and loaded.
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
    /// A class is no actor's, also in a module whose default isolation is the main actor.
    ///
    /// A class may write `encodeProperties(to:)`, `decodeProperties(from:)`, `modelProperties` or `modelClass` itself;
    /// the macro then leaves that one to it.
    ///
    /// A struct conforms to ``ModelValue``: files have a dictionary with its properties. A property without a default
    /// has to be in the file. An enum without raw values does, too: files have a case's name, or a dictionary with that
    /// as its only key and the case's values.
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
    /// Swift expands it on no type in a function.
    @attached(
        member, names: named(modelClass), named(modelProperties), named(encodeProperties(to:)),
        named(decodeProperties(from:)), named(modelType), named(recordType), named(codesOneValue), named(encode(_:to:)),
        named(decode(from:)))
    @attached(
        extension, conformances: ModelValue,
        names: named(modelType), named(recordType), named(codesOneValue), named(encode(_:to:)), named(decode(from:)),
        named(init(from:like:)))
    public macro Model() = #externalMacro(module: "ModelMacros", type: "ModelMacro")

    /// Makes a class a model, or a struct or an enum a value in files, and says how files have it where that isn't as
    /// its declaration does.
    ///
    /// ```swift
    /// @Model("Account", aliases: ["User"], keys: .snakeCase, unknownKeys: .refuse)
    /// final class UserAccount: BaseModel {
    ///     var firstName = ""
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - name: The class's name in files; a literal. Without one, it is the Swift name. Files name no structs and
    ///     enums.
    ///   - aliases: Names that the class had before, as literals: files with them are read as well.
    ///   - keys: How files write the names of those properties that have no ``Key(_:aliases:for:)``; by default as they
    ///     are. It holds for this class's own properties, not for its superclass's.
    ///   - unknownKeys: What becomes of keys in files that the class doesn't know; by default what its superclass says,
    ///     and in the end that they are kept: see ``BaseModel/unknownValues``. A struct or an enum
    ///     ignores or refuses them.
    ///   - version: The version of the class's objects, from 1 on, which is written to files and asked of them: see
    ///     ``BaseModel/migrate(_:from:)``. Without one, files tell none. A struct with a version has the static method
    ///     `migrate(_:from:)` in its own declaration.
    ///   - hashable: The names of the properties by which two objects are equal, in a `Set` and elsewhere, as literals;
    ///     by default each object is equal to itself alone. While an object is in a `Set`, they mustn't change.
    ///
    /// See ``Model()``.
    @attached(
        member, names: named(modelClass), named(modelProperties), named(encodeProperties(to:)),
        named(decodeProperties(from:)), named(unknownKeys), named(migrate(_:from:)), named(isEqual(to:)),
        named(hash(into:)), named(modelType), named(recordType), named(codesOneValue), named(encode(_:to:)),
        named(decode(from:)))
    @attached(
        extension, conformances: ModelValue,
        names: named(modelType), named(recordType), named(codesOneValue), named(encode(_:to:)), named(decode(from:)),
        named(init(from:like:)))
    public macro Model(
        _ name: String? = nil, aliases: [String] = [], keys: KeyStyle? = nil, unknownKeys: UnknownKeys? = nil,
        version: Int? = nil, hashable: [String] = []
    ) = #externalMacro(module: "ModelMacros", type: "ModelMacro")

    /// Gives a property, or a case of an enum, with ``Model()`` another key in files than its name, or older ones. A
    /// computed property, which needs a setter, is part of files with it.
    ///
    /// ```swift
    /// @Key("first_name", aliases: ["forename"]) var firstName = ""
    /// @Key("ISBN") @Key("isbn13", for: [.json]) var isbn = ""
    /// @Key(aliases: ["e-mail"]) var email = ""
    /// @Key var stars: Int { get { rating / 2 } set { rating = newValue * 2 } }
    /// ```
    ///
    /// In the program the property keeps its name: `value(forKey:)`, `encode(_:forKey:)` and their relatives know it by
    /// that.
    ///
    /// - Parameters:
    ///   - key: The key, whatever characters it has, but not `$version`, which is that of an object's version; by
    ///     default the one that the property has without this.
    ///   - aliases: Keys that the property had before. They are read where the first is missing, and never written.
    ///   - formats: The formats for which it holds; by default all for which the property has no other. A property may
    ///     have several.
    @attached(peer)
    public macro Key(_ key: String? = nil, aliases: [String] = [], for formats: [FileFormat] = []) =
        #externalMacro(module: "ModelMacros", type: "KeyMacro")

    /// Has files keep a property deeper, in dictionaries on the way.
    ///
    /// ```swift
    /// @Key(path: "user.address.city") var city = ""
    /// @Key(path: "user.address.zip") var zip = ""
    /// ```
    ///
    /// Properties whose ways begin alike share the dictionaries. One of them may be a model that another property
    /// holds: what the model writes itself under that key stays. A missing or null value on the way means that the
    /// property is missing; anything else that is no dictionary is an error.
    ///
    /// - Parameters:
    ///   - path: Keys with dots between them. One that has a dot or a bracket stands in brackets and quotes:
    ///     `user["first.name"]`.
    ///   - aliases: Paths that the property had before.
    ///   - formats: As in ``Key(_:aliases:for:)``.
    @attached(peer)
    public macro Key(path: String, aliases: [String] = [], for formats: [FileFormat] = []) =
        #externalMacro(module: "ModelMacros", type: "KeyMacro")

    /// Keeps both ends of a relationship equal: when the property changes, the models that it leads to lead back.
    ///
    /// ```swift
    /// @Model final class Author: BaseModel {
    ///     @Relationship(inverse: \Book.author) var books: [Book] = []
    /// }
    /// @Model final class Book: BaseModel {
    ///     @Relationship weak var author: Author?
    /// }
    /// ```
    ///
    /// A book that is added to an author's leaves the one that it had; one that is taken out has none. That holds when
    /// the property is assigned, changed, set by name, and read from a file that has one end alone. One of both should
    /// be weak, or neither ever goes; a change takes time linear in the number of models.
    ///
    /// Formats that can't refer to a model twice get the tree from the root, and nothing that leads back up.
    ///
    /// - Parameter inverse: The property of the other class: a model or nil, or an array of models, or nil. It needs
    ///   `@Relationship` too, if it is to be followed when it is set itself, and can't name this one: the compiler goes
    ///   round in circles then.
    @attached(accessor, names: named(didSet))
    public macro Relationship<Target: BaseModel, Value: RelationshipValue>(
        inverse: ReferenceWritableKeyPath<Target, Value>
    ) = #externalMacro(module: "ModelMacros", type: "RelationshipMacro")

    /// Says what an inverse is that is none.
    @available(*, unavailable, message: "an inverse is for models: a model or nil, or an array of models, or nil")
    @attached(accessor, names: named(didSet))
    public macro Relationship<Target: BaseModel, Value>(inverse: ReferenceWritableKeyPath<Target, Value>) =
        #externalMacro(module: "ModelMacros", type: "RelationshipMacro")

    /// Marks the end of a relationship whose other end names it, or that has no inverse; or keeps both ends equal where
    /// the inverse can't be told by a key path: the property itself, as of those who are each other's friends, or one
    /// that names this one.
    ///
    /// - Parameter inverse: The name of the saved property that leads back, as a literal; nil where it isn't said here.
    ///   Where there is none of that name, the class can't be read or written: `unknownRelationship`.
    @attached(accessor, names: named(didSet))
    public macro Relationship(inverse: String? = nil) =
        #externalMacro(module: "ModelMacros", type: "RelationshipMacro")

    /// Has a case of an enum with ``Model()`` stand for those that the enum doesn't know, as newer programs write them.
    ///
    /// ```swift
    /// @Model enum Shape {
    ///     case circle(radius: Double)
    ///     @Unknown case other(ModelDocument)
    /// }
    /// ```
    ///
    /// With a ``ModelDocument`` it keeps what the file has, and writes that back. Without a value that is lost: the
    /// case's own name is written in its place.
    @attached(peer)
    public macro Unknown() = #externalMacro(module: "ModelMacros", type: "UnknownMacro")

    /// Leaves a stored property of a class or a struct with ``Model()`` out of files and of the list of its
    /// properties.
    @attached(peer)
    public macro Transient() = #externalMacro(module: "ModelMacros", type: "TransientMacro")
#endif
