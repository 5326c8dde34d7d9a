import FormatSupport

// The loop that encodes the properties of a model or a struct, in the order of its type's list of properties.

/// The list of the properties of a class or a struct, and the shape that an object has after they were encoded.
final class EncodedRows {
    let rows: PropertyRows
    /// The shape of an object before and after the keys of its properties were added.
    fileprivate var shapes = (before: -1, behind: 0)

    init(_ rows: PropertyRows) { self.rows = rows }
}

extension ModelEncoder {
    /// Encodes the properties of a model into the object that was begun for this model. Into any other object,
    /// ``encodePassedOn(_:)`` encodes them.
    func encodeProperties(of object: BaseModel) throws {
        guard state.open.id == ObjectIdentifier(object), state.open.level == builder.frames.depth else {
            return try encodePassedOn(object)
        }
        if let members = state.open.members { return try encodeProperties(to: members) }
        let encodedClass = try encodedClass(of: type(of: object))
        if encodedClass.leavesOut && !writesAll || object.extras?.origin != nil {
            return try encodeSparse(object, encodedClass.encodedRows.rows)
        }
        try encodeProperties(of: PropertyOwner(object), encodedClass.encodedRows)
    }

    /// Encodes the properties of a model or a struct, each after its key.
    func encodeProperties(of owner: PropertyOwner, _ encoded: EncodedRows) throws {
        let rows = encoded.rows
        // All objects that begin with the same keys have the same keys in the end. Their shape is therefore set at
        // once.
        guard builder.beginRows(encoded.shapes) else { return try encodeWithKeys(owner, encoded) }
        var next = 0
        do {
            while unsafe try builder.appendPlain(owner.memory, rows, &next) {
                try rows.codes[next].encode(owner, rows.offset(next), self)
                next &+= 1
            }
        } catch {
            throw failing(.key(rows.codes[next].key.stringValue), error)
        }
    }

    @inline(never)
    private func encodeWithKeys(_ owner: PropertyOwner, _ encoded: EncodedRows) throws {
        let (rows, before) = (encoded.rows, builder.shape)
        for (row, code) in rows.codes.enumerated() {
            try atKey(code.key) { try code.encode(owner, rows.offset(row), self) }
        }
        encoded.shapes = (before, builder.shape)
    }
}

extension DocumentBuilder {
    /// The shape of the object that was begun last, with the keys that it has so far.
    var shape: Int { frame.shape }

    /// Gives the object that was begun last the shape of earlier objects that began with the same keys. Its values
    /// follow without keys.
    ///
    /// - Returns: False if the object has begun with other keys.
    @inline(__always)
    mutating func beginRows(_ shapes: (before: Int, behind: Int)) -> Bool {
        guard frame.shape == shapes.before, frame.state == .key, !frame.hasManyKeys else {
            return false
        }
        frame.shape = shapes.behind
        return true
    }

    /// Appends the values of an object's properties, from the property at the index `next` on. Stops at a property
    /// whose value only the encode function of its type can write.
    ///
    /// - Returns: True if it has stopped at such a property: `next` is the property's index. False after the last
    ///   property.
    mutating func appendPlain(
        _ memory: UnsafeRawPointer, _ rows: PropertyRows, _ next: inout Int
    ) throws(ModelError) -> Bool {
        frame.state = .key
        while next < rows.steps.count {
            let step = rows.steps[next]
            if step.kind == .other {
                frame.state = .keyed
                return true
            }
            if values >= valueLimit { try passCheckpoint(values &+ 1) }
            values &+= 1
            // The memory belongs to an object with these rows, and nothing changes it meanwhile.
            let value = unsafe memory + step.offset
            switch step.kind {
            case .integer:
                let bits = unsafe UInt64(bitPattern: value.assumingMemoryBound(to: Int64.self).pointee)
                document.words.append(head(.int64, 0), bits)
            case .double:
                let bits = unsafe value.assumingMemoryBound(to: Double.self).pointee.bitPattern
                document.words.append(head(.double, 0), bits)
            case .bool:
                document.words.append(head(unsafe value.assumingMemoryBound(to: Bool.self).pointee ? .yes : .no, 0))
            case .texts: unsafe try appendTexts(value.assumingMemoryBound(to: [String].self).pointee)
            case .text, .other: unsafe try appendText(value.assumingMemoryBound(to: String.self).pointee)
            }
            next &+= 1
        }
        return false
    }

    /// Appends an array of texts, and counts the texts. The array itself was counted before.
    private mutating func appendTexts(_ texts: [String]) throws(ModelError) {
        guard depth < limits.depth else { throw ModelError.tooDeep(limits, at: depth) }
        if texts.count > valueLimit &- values { try passCheckpoint(values &+ texts.count) }
        values &+= texts.count
        let start = document.words.count
        document.words.append(head(.array, 0), UInt64(texts.count), 0)
        for (index, text) in texts.enumerated() {
            if index % LongWork.values == LongWork.values &- 1 { try LongWork.check() }
            try appendText(text)
        }
        document.words[start &+ 2] = UInt64(document.words.count &- start)
    }
}
