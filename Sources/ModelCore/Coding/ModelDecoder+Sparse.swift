// Properties that the file of an object lacks, or has a null for: they may have to be written back so.

extension ModelDecoder {
    /// Notes the properties that the object which was entered last lacks, if its class or its kind is written as it was
    /// read.
    ///
    /// - Parameter isPart: True if the object needn't be whole: the model keeps what is known of its other properties.
    @inline(never)
    func noteAbsent(in object: BaseModel, _ decodedClass: DecodedClass, isPart: Bool) {
        let notes =
            !cursor.holdsInstances && context.purpose == .use
            && (decodedClass.overrides.contains(.sparse) || object.isOfUnknownClass)
        guard notes || object.extras?.origin != nil else { return }
        let root = ModelDocument.Value(document: ModelDocument(cursor.content), index: cursor.frame.start)
        var (present, absent, null): ([String], [String: ReadValue], [String: ReadValue]) = ([], [:], [:])
        for property in decodedClass.rows.properties where property.tagKey == nil {
            let notes = notes && (object.isOfUnknownClass || property.written(in: type(of: object)) == .asRead)
            guard let value = decodedClass.value(of: property, in: root) else {
                if notes, !isPart { absent[property.name] = property.readValue(of: object) }
                continue
            }
            present.append(property.name)
            if notes, isNull(value) { null[property.name] = property.readValue(of: object) }
        }
        guard !absent.isEmpty || !null.isEmpty || object.extras?.origin != nil else { return }
        object.keep { origin in
            if !isPart { (origin.absent, origin.null, origin.skipped) = ([:], [:], [:]) }
            for name in present { (origin.absent[name], origin.null[name], origin.skipped[name]) = (nil, nil, nil) }
            origin.absent.merge(absent) { $1 }
            origin.null.merge(null) { $1 }
        }
    }

    /// True for a null, also in a format that has none: there it is an archive. False for a nil, which a format that can't
    /// omit keys has in place of a missing value.
    private func isNull(_ value: ModelDocument.Value) -> Bool {
        value.kind == .null && !cursor.content.isNil(value.index)
            || cursor.hasArchives && (try? cursor.archivedScalar(at: value.index))?.kind == .null
    }
}
