/// The key of an object's version. The value is a number if only the object's own class has a version. Otherwise it is
/// a dictionary with a number for the name of each class with a version: the object's class or a superclass.
enum VersionKey {
    static let key: ModelKey = "$version"
    static let text = "$version"
}
