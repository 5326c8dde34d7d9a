import ArgumentParser
import Foundation
import ModelCore
import Modelmatic

struct GenerateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "generate",
        abstract: "Makes Swift classes of a Core Data model.",
        discussion: """
            Each entity is a class with @Model: attributes are properties, keys from the model's user info are @Key, \
            relationships @Relationship with their inverses, transient ones @Transient. A transformable attribute is \
            an Any, unless its class is known, or --transform says what its transformer makes: then it has \
            @Transform, and the program registers a ModelTransform of that name.

            EXAMPLES
              basemodel generate Library.xcdatamodeld > Library.swift
              basemodel generate Library.xcdatamodeld --transform 'StringArray=[String]' --public
            """)

    @OptionGroup var source: DataModelSource

    @Option(
        name: .customLong("transform"),
        help: ArgumentHelp("The Swift type that a transformer makes.", valueName: "name=type"))
    var transforms: [TransformedType] = []

    @Flag(help: "For classes that other modules see.")
    var `public` = false

    func run() throws {
        var generator = SwiftGenerator(try source.model())
        generator.isPublic = `public`
        generator.transformed = Dictionary(transforms.map { ($0.name, $0.type) }) { $1 }
        do {
            let origin = URL(fileURLWithPath: source.path).lastPathComponent
            for line in try generator.lines(origin: origin) { try Output.standard.line(line) }
        } catch let error as ModelError {
            throw error.named(source.path)
        }
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

/// The data model that a command reads.
struct DataModelSource: ParsableArguments {
    @Argument(help: "A folder .xcdatamodeld, .xcdatamodel or .momd, or a file .mom or contents.", completion: .file())
    var path: String

    @Option(name: .customLong("model-version"), help: ArgumentHelp("By default the current one.", valueName: "name"))
    var version: String?

    func model() throws -> DataModel {
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
