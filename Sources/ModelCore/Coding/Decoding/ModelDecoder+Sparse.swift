// Properties that the file of an object lacks, or has a null for: they may have to be written back so.

extension ModelDecoder {
    /// Notes the properties that the object which was entered last lacks, if its class or its kind is written as it was
    /// read.
    @inline(never)
    func noteAbsent(in object: BaseModel, _ decodedClass: DecodedClass) {
        // What a model is set with needn't be whole.
        guard context.merged == nil, !cursor.holdsInstances, context.purpose == .use,
            decodedClass.overrides.contains(.sparse) || object.isOfUnknownClass
        else { return }
        let root = ModelDocument.Value(document: ModelDocument(cursor.content), index: cursor.frame.start)
        var (absent, null): (Set<String>, Set<String>) = ([], [])
        for property in decodedClass.rows.properties where property.tagKey == nil {
            let entry = decodedClass.keys?.entry(named: property.name)
            let ways = [entry?.place ?? [property.name]] + (entry?.aliases ?? [])
            let values = ways.lazy.compactMap { way in way.reduce(root) { $0?[$1] } }
            guard let value = values.first else {
                absent.insert(property.name)
                continue
            }
            if isNull(value) { null.insert(property.name) }
        }
        guard !absent.isEmpty || !null.isEmpty else { return }
        object.keep { ($0.absent, $0.null) = (absent, null) }
    }

    /// True for a null, also in a format that has none: there it is an archive.
    private func isNull(_ value: ModelDocument.Value) -> Bool {
        value.kind == .null || cursor.hasArchives && (try? cursor.archivedScalar(at: value.index))?.kind == .null
    }
}
