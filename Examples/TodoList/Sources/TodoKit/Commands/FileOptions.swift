import ArgumentParser
import ModelCore

/// The options of every command that needs the list.
public struct FileOptions: ParsableArguments {
    @Option(help: "The file of the list, in any format. (default: TodoList.todo in the folder for the program's data)")
    public var file: String?

    @Option(
        help: """
            The format to save in, or where else than in a file to keep the list: see `todo formats`. (default: the format that the file has)
            """)
    public var format: String?

    public init() {}

    /// The shared list, from the file, or from the store, that the options name.
    func open() throws -> TodoList {
        TodoFile.use(try TodoFile(path: file, format: try format.map(Self.format)))
        return try TodoList.shared
    }

    /// - Throws: `unknownFormat` for a name that nobody has heard of.
    private static func format(named name: String) throws -> FileFormat {
        let registry = FormatRegistry.current
        let known = registry.formats + registry.storeFormats + FileFormat.wellKnown
        guard let format = known.first(where: { $0.rawValue.lowercased() == name.lowercased() }) else {
            throw ModelError(
                .unknownFormat, "There is no format named \(name). `todo formats` lists those that there are.")
        }
        return format
    }
}

/// What every command does that saves the list.
public struct SavingOptions: ParsableArguments {
    @OptionGroup public var place: FileOptions

    public init() {}

    /// Loads the list, changes it, saves it, and says how it looks then.
    func update(_ change: (TodoList) throws -> Void) throws -> [String] {
        let list = try place.open()
        try change(list)
        try list.save()
        return list.lines
    }
}
