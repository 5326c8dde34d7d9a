import ArgumentParser
import ModelCore

/// The path of a value in a file, as an argument.
struct PathArgument: ExpressibleByArgument {
    let path: ModelPath

    init?(argument: String) {
        guard let path = ModelPath(argument) else { return nil }
        self.path = path
    }

    /// The value at the path.
    func value(in document: ModelDocument, of file: String) throws -> ModelDocument.Value {
        if let value = document[path] { return value }
        // Finds how far the path leads.
        var way = path
        while document[way] == nil, !way.components.isEmpty { way.components.removeLast() }
        let last = document[way] ?? document.root
        let kind = ValueText.summary(last)
        let place = way.components.isEmpty ? "the root" : way.description
        var error = ModelError(.unknownProperty, "There is nothing here: \(place) is \(kind).")
        error.file = file
        error.path = path
        throw error
    }
}
