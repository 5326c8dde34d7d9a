import ModelCore

/// Names under which Foundation's own values stand in a file.
enum FoundationClass {
    static let uuid = "NSUUID"
    static let uuidKey = "NS.uuidbytes"
    /// A transform in space, which Foundation has no type for: an object of sixteen numbers.
    static let transform3D = "CATransform3D"
    static let transform3DClass = CodedClass(name: transform3D, propertyNames: transform3DKeys)
    static let transform3DKeys = (1...4).flatMap { row in (1...4).map { "m\(row)\($0)" } }
}
