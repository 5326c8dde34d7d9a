import FormatSupport

// Arrays, sets, dictionaries and optionals, read into memory.

extension DirectReader where Self: ~Copyable {
    @inlinable
    @inline(never)
    mutating func putEntries(
        _ place: UnsafeMutableRawPointer, _ form: ValueForm, _ reading: inout DirectReading, replacing: Bool
    ) -> Bool {
        guard let element = form.element, let access = form.entries, reading.levels.hasOne, beginDictionary() else {
            return false
        }
        reading.values &-= 1
        reading.levels.left &-= 1
        var elements = DirectElements(of: element, &reading)
        var keys: [String] = []
        var key = ""
        var step = nextEntry(&key, isFirst: true)
        while step == .value {
            guard let weight = PropertyTable.weight(of: key, namesClasses: reading.namesClasses) else { break }
            if weight > 0 { reading.count(longKey: key, weight) }
            guard reading.values >= 0 || reading.passCheckpoint(),
                unsafe readElement(into: elements.next(), element, form.elementCode, &reading)
            else {
                // The error of a key that the dictionary's type doesn't accept comes before that of its value.
                if access.accepts(keys + [key]) { _ = reading.fail(.key(key)) } else { reading.forgetFailure() }
                break
            }
            elements.count &+= 1
            keys.append(key)
            step = nextEntry(&key, isFirst: false)
        }
        reading.levels.left &+= 1
        // If the dictionary wasn't read to its end, a key or a value isn't as expected.
        guard step == .end else {
            unsafe access.destroy(elements.start, count: elements.count)
            return false
        }
        let isPut = unsafe access.put(keys, elements.start, count: keys.count, at: place, replacing: replacing)
        elements.end(&reading)
        return isPut
    }

    @inlinable
    @inline(never)
    mutating func putSet(
        _ place: UnsafeMutableRawPointer, _ form: ValueForm, _ reading: inout DirectReading, replacing: Bool
    ) -> Bool {
        guard let element = form.element, let access = form.entries, reading.levels.hasOne,
            beginArray(reading.hasSets ? .set : .array)
        else { return false }
        var elements = DirectElements(of: element, &reading)
        guard readElements(into: &elements, element, form.elementCode, &reading) else {
            unsafe access.destroy(elements.start, count: elements.count)
            return false
        }
        let isPut = unsafe access.put([], elements.start, count: elements.count, at: place, replacing: replacing)
        elements.end(&reading)
        return isPut
    }

    /// Reads the elements of the array that was entered last, and leaves it.
    @inlinable
    @inline(__always)
    mutating func readElements(
        into elements: inout DirectElements, _ form: ValueForm, _ code: (any OwnCode)?, _ reading: inout DirectReading
    ) -> Bool {
        reading.values &-= 1
        reading.levels.left &-= 1
        defer { reading.levels.left &+= 1 }
        var step = nextElement(isFirst: true)
        while step == .value {
            guard reading.values >= 0 || reading.passCheckpoint(),
                unsafe readElement(into: elements.next(), form, code, &reading)
            else {
                return reading.fail(.index(elements.count))
            }
            elements.count &+= 1
            step = nextElement(isFirst: false)
        }
        return step == .end
    }

    /// Reads an element of an array, a set or a dictionary into memory that has no value yet.
    ///
    /// - Parameter code: Decodes the element through a document if the element doesn't match its form. Nil if that
    ///   isn't possible.
    @inlinable
    @inline(__always)
    mutating func readElement(
        into place: UnsafeMutableRawPointer, _ form: ValueForm, _ code: (any OwnCode)?, _ reading: inout DirectReading
    ) -> Bool {
        let (start, runs) = (offset, reading.runs)
        return unsafe readFrequent(into: place, form, &reading)
            || readOwn(into: place, code, at: start, runs: runs, &reading)
    }

    /// Reads a value into memory that has no value yet. The longest arrays are of numbers and texts.
    @inlinable
    @inline(__always)
    mutating func readFrequent(
        into place: UnsafeMutableRawPointer, _ form: ValueForm, _ reading: inout DirectReading
    ) -> Bool {
        switch form.kind {
        case .double:
            guard let value = readDouble() else { return false }
            unsafe place.initializeMemory(as: Double.self, to: value)
        case .int64:
            guard let value = readInteger() else { return false }
            unsafe place.initializeMemory(as: Int64.self, to: value)
        case .text:
            guard let value = readString() else { return false }
            unsafe place.initializeMemory(as: String.self, to: value)
        default: return unsafe read(into: place, form, &reading)
        }
        reading.values &-= 1
        return true
    }

    /// Reads an element through a document, by the decode function of its type. The element may have any
    /// representation.
    ///
    /// - Parameters:
    ///   - start: The offset of the value.
    ///   - runs: The value of `reading.runs` before the element was read: the number of values that the program's code
    ///     may have read.
    @inlinable
    @inline(never)
    mutating func readOwn(
        into place: UnsafeMutableRawPointer, _ code: (any OwnCode)?, at start: Int, runs: Int,
        _ reading: inout DirectReading
    ) -> Bool {
        // In a format whose reader doesn't go back, the error of the value would have no location.
        guard Self.parsedParts >= .values, let code else { return false }
        let isRead = unsafe reading.read(code, into: place, runs: runs) { try parse(valueAt: start, into: &$0) }
        if isRead { noteMade(&reading) }
        return isRead
    }

    @inlinable
    @inline(__always)
    mutating func readTexts(_ reading: inout DirectReading) -> [String]? {
        guard reading.levels.left > 0, beginArray(.array) else { return nil }
        var texts: [String] = []
        var step = nextElement(isFirst: true)
        if step == .value { texts.reserveCapacity(4) }
        while step == .value {
            guard let text = readString() else { return nil }
            texts.append(text)
            if texts.count & (LongWork.values &- 1) == 0, !reading.mayGoOn(with: texts) { return nil }
            step = nextElement(isFirst: false)
        }
        reading.values &-= texts.count &+ 1
        return step == .end ? texts : nil
    }

    @inlinable
    @inline(never)
    mutating func setArray(
        _ place: UnsafeMutableRawPointer, _ form: ValueForm, _ reading: inout DirectReading
    ) -> Bool {
        guard let parts = form.uncounted, reading.levels.hasOne, beginArray(.array) else {
            return false
        }
        return unsafe parts.element._withUnsafeGuaranteedRef { element in
            var elements = DirectElements(of: element, &reading)
            guard readElements(into: &elements, element, form.elementCode, &reading) else {
                unsafe parts.container._withUnsafeGuaranteedRef {
                    unsafe $0.destroy(elements.start, count: elements.count)
                }
                return false
            }
            unsafe parts.container._withUnsafeGuaranteedRef {
                unsafe $0.set(elements.start, count: elements.count, at: place)
            }
            elements.end(&reading)
            return true
        }
    }

    @inlinable
    @inline(never)
    mutating func setOptional(
        _ place: UnsafeMutableRawPointer, _ form: ValueForm, _ reading: inout DirectReading
    ) -> Bool {
        guard let parts = form.uncounted else { return false }
        if skipNull() {
            reading.values &-= 1
            unsafe parts.container._withUnsafeGuaranteedRef { unsafe $0.set(nil, count: 0, at: place) }
            return true
        }
        if parts.kind == .text {
            guard let text = readString() else { return false }
            unsafe place.assumingMemoryBound(to: String?.self).pointee = text
            reading.values &-= 1
            return true
        }
        return unsafe parts.element._withUnsafeGuaranteedRef { element in
            var value = DirectElements(of: element, &reading)
            guard unsafe read(into: value.next(), element, &reading) else { return false }
            unsafe parts.container._withUnsafeGuaranteedRef { unsafe $0.set(value.start, count: 1, at: place) }
            value.end(&reading)
            return true
        }
    }
}
