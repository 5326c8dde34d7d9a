/// A class as a file names it: by its name, and by the names of the classes that it inherits from.
///
/// A decoder hands out one instance for each class of a file, so that a class is looked up once a file.
public final class CodedClass: Sendable {
    /// The name that the file has.
    public let name: String
    /// The names of its superclasses, the nearest first. May be empty in formats that keep only `name`.
    public let superclassNames: [String]

    /// A class of that name.
    public init(name: String, superclassNames: [String] = []) {
        self.name = name
        self.superclassNames = superclassNames
    }
}
