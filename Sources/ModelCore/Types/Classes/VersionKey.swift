/// The key of an object's version. The value is a number if only the object's own class has a version, else a
/// dictionary of numbers by the names of the class and its superclasses.
enum VersionKey {
    static let key: ModelKey = "$version"
    static let text = "$version"
}
