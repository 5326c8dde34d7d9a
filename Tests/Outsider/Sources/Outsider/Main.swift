import Foundation
import ModelCore

/// Saves and loads with the formats that are linked, and fails where that isn't what an app could expect.
@main
enum Main {
    static func main() throws {
        let formats = FormatRegistry.default.formats
        try expect(formats == [.keyedArchive, .json], "linked: \(formats)")

        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("outsider-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let cat = Cat()
        cat.name = "Felix"
        cat.kittens = [Cat()]
        cat.kittens[0].age = 1
        for format in formats {
            let file = folder.appendingPathComponent(format.rawValue).path
            try cat.write(toFile: file, format: format)
            let loaded = try Cat.load(fromFile: file)
            try expect(loaded.name == "Felix" && loaded.kittens.first?.age == 1, "\(format) isn't read back")
        }

        do {
            try cat.write(toFile: folder.appendingPathComponent("cat").path, format: .xmlPropertyList)
            try expect(false, "a format that isn't linked is written")
        } catch let error as ModelError {
            try expect(error.code == .requisiteLibraryMissing, "\(error)")
        }
        print("Outsider: \(formats.count) formats, no macros")
    }

    static func expect(_ holds: Bool, _ failure: String) throws {
        if !holds { throw Failure(description: failure) }
    }

    struct Failure: Error, CustomStringConvertible {
        var description: String
    }
}
