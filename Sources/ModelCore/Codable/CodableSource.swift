/// The state that all decoders of one `Codable` value share.
final class CodableSource {
    let document: ModelDocument
    let context: DecodingContext
    /// True if text may represent a number: in formats whose single values are all text, and in values of the program.
    let convertsNumbers: Bool
    private var lastKeys: (shape: Int, keys: [String], weight: Int) = (-1, [], 0)

    init(_ document: ModelDocument, _ context: DecodingContext, convertsNumbers: Bool) {
        self.document = document
        self.context = context
        self.convertsNumbers = convertsNumbers || document.scalars == .strings
    }

    /// The keys of a shape, which most objects share with the one before. Long keys count towards the limits: the
    /// reader of an object may hash them, and very many references may lead to it.
    func keys(of shape: Int) throws -> [String] {
        if lastKeys.shape != shape {
            let keys = document.content.shapes.keys(of: shape)
            lastKeys = (shape, keys, keys.reduce(0) { $0 + $1.utf8.count / DocumentShapes.longKey })
        }
        if lastKeys.weight > 0 { try context.count(lastKeys.weight) }
        return lastKeys.keys
    }
}
