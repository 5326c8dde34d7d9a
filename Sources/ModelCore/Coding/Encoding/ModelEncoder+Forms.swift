import FormatSupport

// Values that are written back in the encoded form of the file that they were read from.

extension ModelEncoder {
    /// Encodes a property in the form in which its model's file contained it: a kept form.
    ///
    /// - Returns: False if the property has changed, or if the form can't be used in this file. Then nothing was
    ///   encoded.
    func encode(
        _ form: KeptForm, of property: ModelProperty, in model: BaseModel, _ encodedClass: EncodedClass
    ) throws -> Bool {
        guard form.isMapped == property.isMapped else { return false }
        let isSame = property.readValue(of: model).isSame(as: form.read)
        switch form.file {
        case .absent: return isSame
        case .null:
            guard isSame else { return false }
            try encode(form, property, encodedClass) { try encodeNull() }
            return true
        case .value(let kept):
            guard let value = kept.value else { return false }
            if isSame {
                guard
                    form.isTold && property.form != nil
                        || writes(property, of: model, as: kept, isTold: form.isTold)
                else { return false }
                try encode(form, property, encodedClass) { try kept.encode(value, to: self) }
                return true
            }
            guard case .document(let read) = form.read, writesAlike(kept),
                let merge = FormMerge(value, kept, read, property, of: model, capabilities, state.classes.conventions)
            else { return false }
            try encode(form, property, encodedClass) { try merge.encode(to: self) }
            return true
        }
    }

    /// Encodes a value under the key of a kept form.
    private func encode(
        _ form: KeptForm, _ property: ModelProperty, _ encodedClass: EncodedClass, _ body: () throws -> Void
    ) throws {
        guard let key = key(of: form, encodedClass) else { return try atKey(property.key, body) }
        try build { (builder) throws(ModelError) in try builder.key(key) }
        try body()
    }

    /// The key under which a kept form is written to this file. Nil if it is the property's current key, or if
    /// readers of this file don't accept it.
    private func key(of form: KeptForm, _ encodedClass: EncodedClass) -> String? {
        guard let way = form.way, let keys = try? styledKeys(of: encodedClass) ?? nil,
            let entry = keys.entry(named: form.property)
        else { return nil }
        let isKnown = entry.aliases.contains { $0.elementsEqual(way) { ExactText($0) == ExactText($1) } }
        // The key would be changed by the file's key style, which applies to names of properties.
        let isStyled = entry.isStyled && way.contains { keys.styledKeys[$0] != nil }
        guard isKnown || entry.isLoose && way.count == entry.place.count && !isStyled else { return nil }
        return keys.key(for: way)
    }

    /// The conventions with which this file is read.
    private var readConventions: FileConventions {
        var conventions = state.classes.conventions
        conventions.take(capabilities)
        return conventions
    }

    /// True if this file writes values like the file from which a kept value was read.
    private func writesAlike(_ kept: KeptValue) -> Bool { state.classes.conventions.writeAlike(capabilities, kept) }

    /// True if a kept value may be written to this file in place of the property's value.
    ///
    /// - Parameter isTold: True if the type reads the form in every format.
    private func writes(
        _ property: ModelProperty, of model: BaseModel, as kept: KeptValue, isTold: Bool
    ) -> Bool {
        if writesAlike(kept) { return true }
        let (conventions, source) = (state.classes.conventions, kept.conventions)
        if !capabilities.contains(.null), kept.capabilities.contains(.null), kept.value?.kind.isContainer != false {
            return false
        }
        // If the file reads a text as a number, for example, another format may not do so.
        guard isTold || readConventions.scalars == source.scalars else { return false }
        guard let here = property.written(of: model, for: capabilities, by: conventions),
            let there = property.written(of: model, for: kept.capabilities, by: source)
        else { return false }
        return here == there
    }
}

/// Merges the current value of a property with the value in the file, if only a part of the value has changed.
private struct FormMerge {
    private typealias Value = ModelDocument.Value

    private let (file, kept): (ModelDocument.Value, KeptValue)
    /// The value that was read and the current value, both as they would be written.
    private let (read, now): (ModelDocument, ModelDocument)

    /// - Parameter read: The value that was read.
    init?(
        _ file: ModelDocument.Value, _ kept: KeptValue, _ read: ModelDocument, _ property: ModelProperty,
        of model: BaseModel, _ capabilities: FormatCapabilities, _ conventions: FileConventions
    ) {
        // The writer would escape the special keys among these keys a second time.
        guard file.kind.isContainer, capabilities.isDisjoint(with: [.classes, .everyClass]),
            let now = property.written(of: model, for: capabilities, by: conventions),
            let read = try? read.lowered(for: capabilities, by: conventions, limits: ModelProperty.formLimits),
            !now.content.shapes.keys.contains(where: ClassKey.isClassKey)
        else { return nil }
        (self.file, self.kept, self.read, self.now) = (file, kept, read, now)
    }

    func encode(to encoder: ModelEncoder) throws { try encode(file, read.root, now.root, to: encoder) }

    /// Encodes the current value. Parts that haven't changed are encoded as the file contains them.
    private func encode(_ file: Value, _ read: Value, _ now: Value, to encoder: ModelEncoder) throws {
        if read == now { return try kept.encode(file, to: encoder) }
        if [file, read, now].allSatisfy(\.hasTextKeys) {
            try encodeEntries(file, read, now, to: encoder)
        } else if file.kind == .array, read.kind == .array, now.kind == .array, file.count == read.count {
            try encodeElements(file, read, now, to: encoder)
        } else {
            try encode(now, to: encoder)
        }
    }

    private func encode(_ now: Value, to encoder: ModelEncoder) throws {
        try encoder.encode(ModelDocument(now.content, root: now.index)) { _, _ in [:] }
    }

    private func encodeEntries(_ file: Value, _ read: Value, _ now: Value, to encoder: ModelEncoder) throws {
        let (known, new) = (Self.places(read), Self.places(now))
        try encoder.beginDictionary()
        var met: Set<ExactText> = []
        for (key, value) in file.properties {
            met.insert(ExactText(key))
            let (old, present) = (known[ExactText(key)], new[ExactText(key)])
            // An entry that was read, and that the present value lacks, is dropped. An entry that wasn't read is
            // kept.
            if old != nil, present == nil { continue }
            try encoder.encodeKey(key)
            switch (old, present) {
            case (let old?, let present?): try encode(value, old, present, to: encoder)
            case (nil, let present?): try encode(present, to: encoder)
            default: try kept.encode(value, to: encoder)
            }
        }
        for (key, now) in now.properties where !met.contains(ExactText(key)) {
            // The entry hasn't changed since it was read, and the file omits it.
            if let read = known[ExactText(key)], read == now { continue }
            try encoder.encodeKey(key)
            try encode(now, to: encoder)
        }
        try encoder.end()
    }

    private static func places(_ value: Value) -> [ExactText: Value] {
        Dictionary(value.properties.map { (ExactText($0.key), $0.value) }) { first, _ in first }
    }

    /// Encodes an array's elements. The unchanged elements at its beginning and its end are encoded as the file has
    /// them. If the number of elements hasn't changed, the other elements are merged one by one.
    private func encodeElements(_ file: Value, _ read: Value, _ now: Value, to encoder: ModelEncoder) throws {
        let (file, read, now) = (file.elements, read.elements, now.elements)
        let least = min(read.count, now.count)
        var start = 0
        while start < least, read[start] == now[start] { start += 1 }
        var end = 0
        while end < least - start, read[read.count - 1 - end] == now[now.count - 1 - end] { end += 1 }
        try encoder.beginArray()
        for element in file[..<start] { try kept.encode(element, to: encoder) }
        let (old, new) = (start..<(read.count - end), start..<(now.count - end))
        for index in new {
            if old.count == new.count {
                try encode(file[index], read[index], now[index], to: encoder)
            } else {
                try encode(now[index], to: encoder)
            }
        }
        for element in file[old.upperBound...] { try kept.encode(element, to: encoder) }
        try encoder.end()
    }
}
