/// The rest of an instance beside its properties: the unknown values of its file, and what else that said of it.
class ModelExtras {
    /// The facts that the instance's file has told of it. Set before anything else has the extras.
    var origin: ObjectOrigin?

    /// A copy, which can be changed.
    func copy() -> ModelExtras { ModelExtras() }

    /// True if nothing is left of it without the values at these key paths.
    func isWithin(_ ways: Set<[String]>) -> Bool { false }

    /// Encodes it after an object's own properties.
    ///
    /// - Parameters:
    ///   - keys: The keys of the object's properties in the file.
    ///   - writtenByOthers: The key paths of values that other objects encode.
    func encode(_ keys: PropertyKeys?, besides writtenByOthers: Set<[String]>, to encoder: ModelEncoder) throws {}

    /// Texts for the first values, to sort models by.
    func sortTexts(first count: Int) -> [String] { [] }
}

/// The elements of one property that couldn't be read.
class SkippedElements {
    /// Their places in the file's list, or their keys in its dictionary.
    let components: [ModelPath.Component]

    init(_ components: [ModelPath.Component]) { self.components = components }

    /// Encodes one of them at the position of a value.
    func append(_ number: Int, to encoder: ModelEncoder) throws {}
}
