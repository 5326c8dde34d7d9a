/// The key of an object's version. The value is a number if only the object's own class has a version, otherwise a
/// dictionary with a number for each name of the class and its superclasses.
enum VersionKey {
    static let key: ModelKey = "$version"
    static let text = "$version"
}
