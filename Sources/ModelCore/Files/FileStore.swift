import Foundation

/// Reads and writes whole files.
enum FileStore {
    static func read(_ path: String) throws(ModelError) -> Data {
        guard let data = FileManager.default.contents(atPath: path) else { throw ModelError(.fileMissing, "There is no such file.") }
        return data
    }
}

extension ModelError {
    func inFile(_ file: String?) -> ModelError {
        guard self.file == nil else { return self }
        var copy = self
        copy.file = file
        return copy
    }
}

extension BaseModel {
    func saveSharedInstance() throws {}

    /// Fills the model from a file's content.
    func fill(fromContent content: Data) throws {}
}
