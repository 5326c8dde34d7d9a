/// The state of an instance besides its properties: the unknown values of its file, and other facts about the file.
class ModelExtras {
    /// The facts about the instance in its file, besides its values. Set before other code refers to the extras.
    var origin: ObjectOrigin?

    /// A copy of the extras, which can be changed.
    func copy() -> ModelExtras { ModelExtras() }

    /// True if the extras consist only of values at these key paths.
    func isWithin(_ ways: Set<[String]>) -> Bool { false }

    /// Encodes the extras after an object's own properties.
    ///
    /// - Parameters:
    ///   - keys: The keys of the object's properties in the file.
    ///   - writtenByOthers: The key paths of values that other objects encode.
    func encode(_ keys: PropertyKeys?, besides writtenByOthers: Set<[String]>, to encoder: ModelEncoder) throws {}

    /// Texts that contain the keys and the short values of the first `count` unknown values. Models in a set are
    /// sorted by them.
    func sortTexts(first count: Int) -> [String] { [] }
}

/// The elements of one property that couldn't be read.
class SkippedElements {
    /// The indexes of the elements in the file's list, or their keys in the file's dictionary.
    let components: [ModelPath.Component]

    init(_ components: [ModelPath.Component]) { self.components = components }

    /// Encodes the element with a number at the encoder's position. `number` is an index into ``components``.
    func append(_ number: Int, to encoder: ModelEncoder) throws {}
}
