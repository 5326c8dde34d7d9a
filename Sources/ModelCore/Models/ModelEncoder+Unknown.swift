// What files had for an object beyond what its class knows, written back.

extension ModelEncoder {
    /// Encodes unknown values behind an object's own, but for those whose keys it has.
    ///
    /// - Parameters:
    ///   - keys: Under which keys the file has the object's properties.
    ///   - owned: Ways to what other objects encode.
    func encodeUnknown(_ unknown: UnknownValues, _ keys: PropertyKeys?, besides owned: Set<[String]> = []) throws {
        let shape = openShape
        func encode(_ dictionary: ModelDocument.Value, _ way: [String]) throws {
            for (key, place) in dictionary.members {
                let way = way + [key]
                let value = ModelDocument.Value(document: dictionary.document, index: place)
                if owned.contains(way) {
                    continue
                } else if let keys, keys.leads(along: way), value.kind == .dictionary {
                    try encode(value, way)
                } else if try encodeNewKey(keys?.key(for: way) ?? key, behind: shape) {
                    let part = ModelDocument(unknown.file.content, root: place)
                    try self.encode(part, with: unknown.file.models(in: value))
                }
            }
        }
        try encode(unknown.value, [])
    }
}
