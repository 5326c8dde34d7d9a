// Models in the values of `Codable` types.

extension ModelDecoder {
    /// Decodes a model, or a struct or an enum with `@Model`, for the code of a `Codable` type that contains it. The
    /// position stays the same. The type's code may catch an error, and continue.
    ///
    /// - Parameter place: The index of the model's value in the content.
    func decodeModel<Model: ModelRecord>(_ type: Model.Type, at place: Int) throws -> Model {
        context.objects.mayForget = true
        let mark = cursor.mark
        defer { cursor.rewind(to: mark) }
        cursor.slot = place
        return try trying {
            let level = try cursor.beginValue()
            // The model is inside a value of a type that the library can't change, so no other model can replace it.
            (cursor.frame.isModel, cursor.frame.isStruct) = (true, true)
            let value = try type.decode(from: self)
            try cursor.endValue(level)
            return value
        }
    }

    /// The keys of the properties of a class or a struct. Nil if each key is the property's name. Nil also for an
    /// enum.
    func keys(of type: any ModelRecord.Type) throws -> PropertyKeys? {
        if let model = type as? BaseModel.Type { return try context.keys(of: model) }
        let described = try type.described()
        return described.isEnum ? nil : try described.keys(for: format, style: context.conventions.keyStyle)
    }
}

extension PropertyKeys {
    /// True if an object with these keys contains a property under the property's name, but under none of the
    /// property's keys. A name that is the key of another property doesn't count.
    func haveNames(_ found: [String]) -> Bool {
        found.contains { name in
            guard let entry = entry(named: name), !readKeys.contains(name) else { return false }
            return ([entry.place] + entry.aliases).allSatisfy { !found.contains($0[0]) }
        }
    }
}
