import ArgumentParser
import FormatSupport
import ModelCore
import Modelmatic

struct GenerateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "generate",
        abstract: "Makes Swift classes of samples, or of a Core Data model.",
        discussion: """
            Samples are files of any format that `basemodel formats` lists. Objects become classes with @Model, named \
            after their keys. All samples together tell the types: what some objects lack is optional, texts that are \
            all dates, web addresses or UUIDs are of those types, and values of several kinds have a transform, a type \
            of the library, or an enum. Where a key such as "type" tells the shape of objects, it is the tag of a class \
            with subclasses. Comments mark guesses.
            If some value of the samples would be written in another way than it was, such as a null, all classes are \
            written as they were read.
            Of a Core Data model, each entity is a class: attributes are properties, keys from the model's user info \
            are @Key, relationships @Relationship with their inverses, transient ones @Transient. A transformable \
            attribute is an Any, unless its class is known, or --transform says what its transformer makes: then it \
            has @Transform, and the program registers a ModelTransform of that name.

            EXAMPLES
              basemodel generate people.json more.json --name Person > Person.swift
              basemodel generate Library.xcdatamodeld > Library.swift
              basemodel generate Library.xcdatamodeld --transform 'StringArray=[String]' --public
            """)

    @Argument(
        help: """
            The samples, - is the standard input; or one Core Data model: a folder .xcdatamodeld, .xcdatamodel or \
            .momd, or a file .mom or contents.
            """,
        completion: .file())
    var files: [String]

    @Option(
        help: ArgumentHelp(
            "The class of the samples' root, or of its elements. By default named after the first file.",
            valueName: "class"))
    var name: String?

    @Option(
        name: .customLong("model-version"),
        help: ArgumentHelp("The version of the Core Data model; by default the current one.", valueName: "name"))
    var version: String?

    @Option(
        name: .customLong("transform"),
        help: ArgumentHelp("The Swift type that a Core Data model's transformer makes.", valueName: "name=type"))
    var transforms: [TransformedType] = []

    @Flag(help: "For classes that other modules see.")
    var `public` = false

    @OptionGroup(title: "Reading samples") var reading: ReadingOptions

    func validate() throws {
        let models = files.filter(DataModelSource.isDataModel)
        if models.isEmpty {
            guard version == nil, transforms.isEmpty else {
                throw ValidationError("--model-version and --transform are for a Core Data model.")
            }
        } else {
            guard files.count == 1 else { throw ValidationError("A Core Data model is read alone.") }
            guard name == nil else { throw ValidationError("--name is for samples.") }
        }
        if let name, name.isEmpty { throw ValidationError("--name is empty.") }
    }

    func run() throws {
        let isDataModel = files.count == 1 && DataModelSource.isDataModel(files[0])
        for line in try isDataModel ? linesOfDataModel(files[0]) : linesOfSamples() {
            try Output.standard.line(line)
        }
    }

    private func linesOfDataModel(_ path: String) throws -> [String] {
        var generator = SwiftGenerator(try DataModelSource.model(path, version: version))
        generator.isPublic = `public`
        generator.transformed = Dictionary(transforms.map { ($0.name, $0.type) }) { $1 }
        do {
            return try generator.lines(origin: URL(fileURLWithPath: path).lastPathComponent)
        } catch {
            throw error.named(path)
        }
    }

    private func linesOfSamples() throws -> [String] {
        let inputs = try files.map { try reading.read($0) }
        let file = URL(fileURLWithPath: files[0])
        let stem = files[0] == "-" ? "sample" : file.deletingPathExtension().lastPathComponent
        var generator = SampleGenerator(
            inputs.map(\.document), name: name, file: stem, isJSON: inputs.allSatisfy { $0.format == .json })
        generator.isPublic = `public`
        let others = files.count == 1 ? "" : " and \(files.count - 1) more"
        let lines = generator.lines(origin: (files[0] == "-" ? "standard input" : file.lastPathComponent) + others)
        if lines.isEmpty { throw Failure("\(inputs[0].name): There are no objects, of which classes could be made.") }
        return lines
    }
}

/// The name of a transformer, and the Swift type of the values that it makes.
struct TransformedType: ExpressibleByArgument {
    let name: String
    let type: String

    init?(argument: String) {
        guard let sign = argument.firstIndex(of: "="), sign != argument.startIndex else { return nil }
        name = String(argument[..<sign])
        type = String(argument[argument.index(after: sign)...])
        let isType = type.unicodeScalars.allSatisfy {
            $0.properties.isAlphabetic || $0.properties.numericType != nil || "_.[]:<>, ".unicodeScalars.contains($0)
        }
        guard isType, !type.isEmpty else { return nil }
    }
}

/// The option for the data model that a command reads.
struct DataModelSource: ParsableArguments {
    @Argument(help: "A folder .xcdatamodeld, .xcdatamodel or .momd, or a file .mom or contents.", completion: .file())
    var path: String

    @Option(name: .customLong("model-version"), help: ArgumentHelp("By default the current one.", valueName: "name"))
    var version: String?

    func model() throws -> DataModel { try Self.model(path, version: version) }

    /// Returns true for a path with the name of a data model, and for any folder.
    static func isDataModel(_ path: String) -> Bool {
        let url = URL(fileURLWithPath: path)
        return !path.isEmpty && FolderFiles.isFolder(path)
            || ["mom", "momd", "xcdatamodel", "xcdatamodeld"].contains(url.pathExtension)
            || url.lastPathComponent == "contents"
    }

    static func model(_ path: String, version: String?) throws -> DataModel {
        do {
            return try DataModel(contentsOf: path, version: version)
        } catch {
            var error = error
            if version == nil, error.code == .fileMissing, error.file == path,
                (try? DataModel.versions(ofModelAt: path))?.isEmpty == false
            {
                error.reason += " That is --model-version."
            }
            // An error about a file in a folder names that file already.
            throw error.file?.isEmpty ?? true ? error.named(path) : error
        }
    }
}
