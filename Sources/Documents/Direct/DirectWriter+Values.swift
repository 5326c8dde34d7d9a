import FormatSupport

// The loop from memory to a writer.

extension DirectWriter where Self: ~Copyable {
    /// Writes the value at an address.
    ///
    /// - Parameter isShared: True if more than one reference may point to the value: to the array that contains it,
    ///   for example.
    @inlinable
    mutating func write(
        _ place: UnsafeRawPointer, _ form: ValueForm, isShared: Bool, _ writing: inout DirectWriting
    ) -> Bool {
        writing.values &-= 1
        guard writing.values >= 0 || writing.passCheckpoint() else { return false }
        return unsafe write(place, form.kind, Unmanaged.passUnretained(form), isShared: isShared, &writing)
    }

    /// Writes a value that was already counted towards the limit. The kind is a separate parameter: for the most
    /// frequent kinds, the function needs nothing else of the form.
    @inlinable
    @inline(__always)
    mutating func write(
        _ place: UnsafeRawPointer, _ kind: ValueForm.Kind, _ form: Unmanaged<ValueForm>, isShared: Bool,
        _ writing: inout DirectWriting
    ) -> Bool {
        switch kind {
        case .text: return unsafe append(place.assumingMemoryBound(to: String.self).pointee)
        case .int64: unsafe append(place.assumingMemoryBound(to: Int64.self).pointee)
        case .double: return unsafe append(place.assumingMemoryBound(to: Double.self).pointee)
        case .bool: unsafe append(place.assumingMemoryBound(to: Bool.self).pointee)
        case .texts: return unsafe writeTexts(place.assumingMemoryBound(to: [String].self).pointee, &writing)
        default:
            return unsafe form._withUnsafeGuaranteedRef {
                unsafe writeRare(place, $0, isShared: isShared, &writing)
            }
        }
        return true
    }

    @inlinable
    mutating func writeRare(
        _ place: UnsafeRawPointer, _ form: ValueForm, isShared: Bool, _ writing: inout DirectWriting
    ) -> Bool {
        switch form.kind {
        case .float: return unsafe append(place.assumingMemoryBound(to: Float.self).pointee)
        case .date: return unsafe append(place.assumingMemoryBound(to: Date.self).pointee)
        case .integer:
            guard let value = unsafe form.integer.integer(at: place, form.scalar) else { return false }
            append(value)
            return true
        case .choice:
            guard let value = unsafe form.scalar?.text(at: place) else { return false }
            return append(value)
        case .object:
            guard let table = form.table else { return false }
            return unsafe writeObject(place, table, isShared: isShared, &writing)
        case .constant: return append(form.constant ?? "")
        case .version:
            append(form.version)
            return true
        case .record:
            guard let table = form.table, unsafe form.isCoded(at: place) else {
                return writing.end(.valueWithCode)
            }
            guard let count = unsafe memberCount(of: place, table, writing) else {
                return writing.end(.uncountable)
            }
            return unsafe writeRows(place, table, count: count, isShared: isShared, &writing)
        case .array: return unsafe writeArray(place, form, isShared: isShared, &writing)
        case .optional:
            guard let parts = form.uncounted,
                let value = unsafe parts.container._withUnsafeGuaranteedRef({ unsafe $0.elements(at: place).start })
            else { return appendNull() }
            return unsafe write(value, parts.kind, parts.element, isShared: isShared, &writing)
        case .scalar:
            guard let value = unsafe writing.lowered(place, form) else { return false }
            return write(value)
        case .entries: return unsafe writeEntries(place, form, isShared: isShared, &writing)
        case .set: return unsafe writeSet(place, form, &writing)
        case .cases: return unsafe writeCase(place, form, &writing)
        case .group, .accessed, .own, .text, .int64, .double, .bool, .texts: return false
        }
    }

    /// Writes a lowered scalar.
    @inlinable
    mutating func write(_ scalar: ModelScalar) -> Bool {
        switch scalar {
        case .int64(let number): append(number)
        case .bool(let value): append(value)
        case .double(let number): return append(number) || append(scalar)
        case .float(let number): return append(number) || append(scalar)
        case .date(let date): return append(date) || append(scalar)
        case .null: return appendNull()
        default: return append(scalar)
        }
        return true
    }

    /// Writes a dictionary with text keys, in the order of their bytes.
    @inlinable
    @inline(never)
    mutating func writeEntries(
        _ place: UnsafeRawPointer, _ form: ValueForm, isShared: Bool, _ writing: inout DirectWriting
    ) -> Bool {
        guard let element = form.element, let access = form.entries, writing.levels.hasOne else { return false }
        let count = unsafe access.count(at: place)
        writing.levels.left &-= 1
        guard writing.values >= 0 || writing.passCheckpoint(), beginDictionary(count: count) else { return false }
        var isFirst = true
        let isWritten = unsafe access.forEachEntry(at: place, sortsKeys: sortsKeys) { key, value in
            guard let weight = PropertyTable.weight(of: key, namesClasses: !writing.hasParts) else { return false }
            writing.values &-= weight
            guard writing.values >= 0 || writing.passCheckpoint(),
                key.withStoredUTF8({ unsafe self.key($0, number: nil, isFirst: isFirst) }) == true
            else { return false }
            isFirst = false
            // The values are copies: more than one reference points to the objects in them.
            return unsafe write(value, element, isShared: true, &writing) || writing.fail(.key(key))
        }
        endDictionary(isEmpty: isFirst)
        writing.levels.left &+= 1
        return isWritten
    }

    /// Writes a set. The elements are in an order that depends only on their values, so that equal sets give equal
    /// files.
    @inlinable
    @inline(never)
    mutating func writeSet(
        _ place: UnsafeRawPointer, _ form: ValueForm, _ writing: inout DirectWriting
    ) -> Bool {
        guard let element = form.element, let access = form.entries, writing.levels.hasOne,
            beginArray(writing.hasSets ? .set : .array, count: unsafe access.count(at: place))
        else { return false }
        writing.levels.left &-= 1
        var count = 0
        let isWritten = unsafe access.forEachEntry(at: place, sortsKeys: false) { _, value in
            self.element(isFirst: count == 0)
            count &+= 1
            return unsafe write(value, element, isShared: true, &writing) || writing.fail(.index(count &- 1))
        }
        endArray(isEmpty: count == 0)
        writing.levels.left &+= 1
        return isWritten
    }

    @inlinable
    @inline(__always)
    mutating func writeTexts(_ texts: [String], _ writing: inout DirectWriting) -> Bool {
        writing.values &-= texts.count
        guard writing.levels.left > 0, writing.values >= 0 || writing.passCheckpoint(), beginArray(.array, count: texts.count)
        else { return false }
        var isFirst = true
        if texts.count > LongWork.values {
            guard writeManyTexts(texts) else { return false }
            isFirst = false
        } else {
            for text in texts {
                element(isFirst: isFirst)
                guard append(text) else { return false }
                isFirst = false
            }
        }
        endArray(isEmpty: isFirst)
        return true
    }

    /// Writes texts with a checkpoint after each ``LongWork/values`` of them.
    @inlinable
    @inline(never)
    mutating func writeManyTexts(_ texts: [String]) -> Bool {
        for (index, text) in texts.enumerated() {
            if index & (LongWork.values &- 1) == 0, !LongWork.mayGoOn { return false }
            element(isFirst: index == 0)
            guard append(text) else { return false }
        }
        return true
    }

    @inlinable
    @inline(never)
    mutating func writeArray(
        _ place: UnsafeRawPointer, _ form: ValueForm, isShared: Bool, _ writing: inout DirectWriting
    ) -> Bool {
        guard let parts = form.uncounted, writing.levels.hasOne else { return false }
        let (start, count) = unsafe parts.container._withUnsafeGuaranteedRef { unsafe $0.elements(at: place) }
        guard beginArray(.array, count: count) else { return false }
        writing.levels.left &-= 1
        let isShared = unsafe isShared || !Self.isUnique(place)
        // The program's code might change the array meanwhile.
        let kept = unsafe writing.runsCode ? Self.retain(place) : nil
        defer { unsafe kept?.release() }
        let stride = unsafe parts.element._withUnsafeGuaranteedRef { $0.stride }
        if let start = unsafe start, parts.kind == .double {
            guard unsafe writeDoubles(start.assumingMemoryBound(to: Double.self), count, &writing) else { return false }
        } else if let start = unsafe start {
            for index in 0..<count {
                self.element(isFirst: index == 0)
                let value = unsafe start + index &* stride
                writing.values &-= 1
                guard writing.values >= 0 || writing.passCheckpoint() else { return writing.fail(.index(index)) }
                let isWritten =
                    if let table = parts.table {
                        unsafe table._withUnsafeGuaranteedRef {
                            unsafe writeObject(value, $0, isShared: isShared, &writing)
                        }
                    } else {
                        unsafe write(value, parts.kind, parts.element, isShared: isShared, &writing)
                    }
                guard isWritten else { return writing.fail(.index(index)) }
            }
        }
        writing.levels.left &+= 1
        endArray(isEmpty: count == 0)
        return true
    }

    /// Writes the elements of an array of doubles: the longest arrays.
    @inlinable
    @inline(__always)
    mutating func writeDoubles(
        _ start: UnsafePointer<Double>, _ count: Int, _ writing: inout DirectWriting
    ) -> Bool {
        for index in 0..<count {
            element(isFirst: index == 0)
            writing.values &-= 1
            guard writing.values >= 0 || writing.passCheckpoint(), unsafe append(start[index]) else {
                return writing.fail(.index(index))
            }
        }
        return true
    }
}
