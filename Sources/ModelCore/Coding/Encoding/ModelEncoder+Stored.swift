import FormatSupport

// Properties that are read in place, in the object's memory.

extension ModelEncoder {
    /// Encodes the properties of a model.
    func encodeStored(_ object: BaseModel, _ layout: StoredLayout, _ encodedClass: EncodedClass) throws {
        let memory = unsafe UnsafeRawPointer(StoredLayout.memory(of: object))
        guard builder.beginStored(encodedClass.storedShapes) else {
            return unsafe try encodeFirstStored(memory, layout, encodedClass)
        }
        var next = 0
        do {
            while unsafe try builder.appendStored(memory, layout, &next) {
                unsafe try layout.values[next].encode(memory + layout.steps[next].offset, self)
                next &+= 1
            }
        } catch {
            throw failing(.key(layout.names[next]), error)
        }
    }

    /// Encodes the properties with their keys, and keeps the resulting shape: all objects that begin alike have it.
    @inline(never)
    private func encodeFirstStored(
        _ memory: UnsafeRawPointer, _ layout: StoredLayout, _ encodedClass: EncodedClass
    ) throws {
        let before = builder.shape
        for (name, (step, value)) in zip(layout.names, zip(layout.steps, layout.values)) {
            try atKey(ModelKey(name)) { unsafe try value.encode(memory + step.offset, self) }
        }
        encodedClass.storedShapes = (before, builder.shape)
    }
}

extension DocumentBuilder {
    /// The shape of the object that was begun last, with the keys that it has so far.
    var shape: Int { frame.shape }

    /// Gives the object that was begun last the shape of earlier objects that began alike. Its values follow without
    /// keys.
    ///
    /// - Returns: False if it began otherwise.
    @inline(__always)
    mutating func beginStored(_ shapes: (before: Int, behind: Int)) -> Bool {
        guard frame.shape == shapes.before, frame.state == .key, !frame.hasManyKeys else { return false }
        frame.shape = shapes.behind
        return true
    }

    /// Appends the values of an object's properties, from the index `next` on, up to a property that needs its type's
    /// code.
    ///
    /// - Returns: True if there is such a property: `next` is its index. False after the last property.
    mutating func appendStored(
        _ memory: UnsafeRawPointer, _ layout: StoredLayout, _ next: inout Int
    ) throws(ModelError) -> Bool {
        frame.state = .key
        while next < layout.steps.count {
            let step = layout.steps[next]
            if step.kind == .other {
                frame.state = .keyed
                return true
            }
            guard values < valueLimit else { throw tooMany() }
            values &+= 1
            // The memory belongs to an object with this layout, and nothing changes it meanwhile.
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
        guard texts.count <= valueLimit &- values else {
            values = valueLimit
            throw tooMany()
        }
        values &+= texts.count
        let start = document.words.count
        document.words.append(head(.array, 0), UInt64(texts.count), 0)
        for text in texts { try appendText(text) }
        document.words[start &+ 2] = UInt64(document.words.count &- start)
    }
}
