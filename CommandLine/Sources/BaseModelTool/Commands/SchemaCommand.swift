import ArgumentParser
import JSONSchema
import ModelCore
import Modelmatic

struct SchemaCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schema",
        abstract: "Prints the JSON Schema of what JSON has of an entity of a Core Data model.",
        discussion: """
            EXAMPLES
              basemodel schema Library.xcdatamodeld Book > book.schema.json
            """)

    @OptionGroup var source: DataModelSource

    @Argument(help: "The entity; needed where the model has several.")
    var entity: String?

    @Option(help: ArgumentHelp("The schema's own address, $id.", valueName: "address"))
    var id: String?

    func run() throws {
        let model = try source.model()
        let names = model.entities.map(\.name)
        guard let name = entity ?? (names.count == 1 ? names[0] : nil), let found = model[name] else {
            let all = names.joined(separator: ", ")
            throw Failure(
                "\(source.path): " + (entity.map { "There is no entity \($0): \(all)." } ?? "Which entity? \(all)."))
        }
        do {
            try Output.standard.write(JSONSchema(of: found, id: id).data())
            try Output.standard.line()
        } catch let error as ModelError {
            throw error.named(source.path)
        }
    }
}
