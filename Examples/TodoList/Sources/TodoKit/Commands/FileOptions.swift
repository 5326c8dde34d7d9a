import ArgumentParser
import ModelCore

/// The options of every command that needs the list.
public struct FileOptions: ParsableArguments {
    @Option(help: "The file of the list, in any format. (default: TodoList.todo in the folder for the program's data)")
    public var file: String?

    public init() {}

    /// The shared list, from the file that the options name.
    func open(format: FileFormat? = nil) throws -> TodoList {
        TodoFile.use(try TodoFile(path: file, format: format))
        return try TodoList.shared
    }
}

/// The option of every command that saves the list.
public struct SavingOptions: ParsableArguments {
    @OptionGroup public var place: FileOptions

    @Option(help: "Save in this format: see `todo formats`. (default: the one that the file has)")
    public var format: String?

    public init() {}

    /// Loads the list, changes it, saves it, and says how it looks then.
    func update(_ change: (TodoList) throws -> Void) throws -> [String] {
        let list = try place.open(format: try format.map(Self.format))
        try change(list)
        try list.save()
        return list.lines
    }

    /// - Throws: `unknownFormat` for a name that nobody has heard of.
    private static func format(named name: String) throws -> FileFormat {
        let known = FormatRegistry.current.formats + FileFormat.wellKnown
        guard let format = known.first(where: { $0.rawValue.lowercased() == name.lowercased() }) else {
            throw ModelError(
                .unknownFormat, "There is no format named \(name). `todo formats` lists those that there are.")
        }
        guard format.fileExtension != nil else {
            throw ModelError(.unknownFormat, "\(format.displayName) has no file.")
        }
        return format
    }
}
