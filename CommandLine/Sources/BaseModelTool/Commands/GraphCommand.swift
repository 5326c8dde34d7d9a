import ArgumentParser
import FormatSupport
import ModelCore

struct GraphCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "graph",
        abstract: "Draws the objects of a file and what leads from one to another.",
        discussion: """
            EXAMPLES
              basemodel graph todo.plist --as svg > todo.svg
              basemodel graph todo.plist | dot -Tpdf > todo.pdf
              basemodel graph todo.plist --as mermaid
            """)

    /// The language of the output.
    enum Language: String, CaseIterable, ExpressibleByArgument {
        case dot, mermaid, svg
    }

    @Argument(help: "The file; - is the standard input.", completion: .file())
    var file: String

    @Option(
        name: .customLong("as"), help: "For Graphviz, for Mermaid, or drawn by Graphviz, which has to be installed.")
    var language = Language.dot

    @Option(help: ArgumentHelp("Draw this value and what is in it.", valueName: "path"), transform: PathArgument.init)
    var path: PathArgument?

    @Option(help: ArgumentHelp("How many objects to draw at most.", valueName: "number"))
    var limit = 500

    @OptionGroup(title: "Reading") var reading: ReadingOptions

    func validate() throws {
        try path?.requireSingle()
        guard limit > 0 else { throw ValidationError("--limit has to be at least 1.") }
    }

    func run() throws {
        let input = try reading.read(file)
        let value = try path?.value(in: input.document, of: input.name) ?? input.document.root
        let graph = try ObjectGraph(ModelDocument(value), nodeLimit: limit, limits: reading.limits)
        if graph.isCut { Output.complain("\(input.name): There are more than \(limit) objects: see --limit.") }
        switch language {
        case .dot: for line in GraphText.dot(graph) { try Output.standard.line(line) }
        case .mermaid: for line in GraphText.mermaid(graph) { try Output.standard.line(line) }
        case .svg: try Graphviz.draw(GraphText.dot(graph).joined(separator: "\n"))
        }
    }
}

/// The Graphviz program, which draws graphs.
private enum Graphviz {
    /// Draws a graph, and writes the drawing to the standard output.
    static func draw(_ dot: String) throws {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        guard path.split(separator: ":").contains(where: { FileManager.default.isExecutableFile(atPath: $0 + "/dot") })
        else { throw Failure("SVG needs Graphviz: apt-get install graphviz. Or take --as mermaid.") }
        // There is no temporary file, which would be left if this program is interrupted.
        guard let program = unsafe popen("exec env -i PATH=\"$PATH\" dot -Tsvg", "w") else {
            throw Failure("Graphviz can't be started.")
        }
        // Graphviz reads everything before it draws anything. If it ends before that, its exit status tells.
        unsafe _ = fputs(dot, program)
        guard unsafe pclose(program) == 0 else { throw Failure("Graphviz couldn't draw it.") }
    }
}
