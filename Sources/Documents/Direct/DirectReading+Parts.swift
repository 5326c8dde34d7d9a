import FormatSupport

// Values and objects of a file that the program's code reads, through documents.

extension DirectReading {
    /// Decodes an element through a document, by the decode function of its type.
    ///
    /// - Parameters:
    ///   - place: The address of memory that has no value yet.
    ///   - runs: The value of ``runs`` before the element was read.
    ///   - parse: Parses the element into the document.
    @usableFromInline
    @inline(never)
    mutating func read(
        _ code: any OwnCode, into place: UnsafeMutableRawPointer, runs: Int,
        _ parse: (inout DocumentBuilder) throws -> Void
    ) -> Bool {
        guard failure == nil, runs == self.runs, levels.haveRoomForCode else { return false }
        return parsed(code, parse) { (decoder, index, depth) throws(ModelError) in
            try unsafe decoder.read(code, into: place, from: index, depth: depth)
        } ?? false
    }

    /// Calls the program's code for an object that was read. Returns the object that replaces it.
    @usableFromInline
    @inline(never)
    mutating func awake(_ object: AnyObject, _ table: PropertyTable, expected: PropertyTable) -> AnyObject? {
        // The code may copy the object, with its unknown members.
        guard let code = table.code, table.isRelated || !hasUnknown(object) else {
            _ = fail(object, table, .max, isOpen: false)
            return nil
        }
        runs += 1
        do {
            return try part(code).decoder.awake(object, expected: expected.code)
        } catch {
            failure = ModelError(wrapping: error)
            return nil
        }
    }

    /// Parses a value into the document of the values that aren't read directly. Calls the last closure to make a
    /// result of the parsed value.
    ///
    /// - Parameter unlessNull: True to return nil for a null. The property then decides what the null means, and not
    ///   the class of its value.
    mutating func parsed<Value>(
        _ code: any OwnCode, _ parse: (inout DocumentBuilder) throws -> Void, unlessNull: Bool = false,
        _ make: (any OwnDecoder, _ index: Int, _ depth: Int) throws(ModelError) -> Value?
    ) -> Value? {
        let part = part(code)
        let (decoder, depth) = (part.decoder, depth)
        var used = limits.nodes - left
        do {
            let index: Int
            do {
                index = try part.parse(limits, depth: depth, values: &used, parse)
                if unlessNull, part.mayBeNull(index) { return nil }
            } catch  where hasIdentity {
                // The parser may need the rest of the file.
                return nil
            }
            left = limits.nodes - used
            if code.mayBeProgram { runs += 1 }
            return try make(decoder, index, depth)
        } catch {
            let error = ModelError(wrapping: error)
            // An error without a location belongs to a value that is stored elsewhere. A document of the whole file
            // knows the location.
            if !decoder.needsWhole, !hasIdentity || error.location != nil { failure = error }
            return nil
        }
    }

    /// Removes and returns the objects that were made from parsed values, with their numbers.
    @usableFromInline
    mutating func takeMade() -> [(object: AnyObject, number: Int)] {
        nesting < parts.count ? parts[nesting].decoder.takeMade() : []
    }

    mutating func part(_ code: any OwnCode) -> PartReading {
        if nesting == parts.count {
            parts.append(PartReading(code, capabilities, conventions, limits, byteCount: byteCount))
        }
        return parts[nesting]
    }

    /// Returns the decoder for the object at the position, which its class's code reads. Returns nil if the code
    /// can't run.
    @usableFromInline
    mutating func decoder(for table: PropertyTable) -> (any OwnDecoder)? {
        guard failure == nil, let code = table.code, levels.haveRoomForCode else { return nil }
        runs += 1
        return part(code).decoder
    }

    /// The number of levels around the position.
    @usableFromInline var depth: Int { limits.depth - levels.left }

    /// Begins to read values in an object whose class's code runs. These values get another decoder.
    @usableFromInline mutating func beginInner() { nesting += 1 }
    /// Ends the reading that ``beginInner()`` began.
    @usableFromInline mutating func endInner() { nesting -= 1 }

    /// Notes an error that the code of an object's class has thrown.
    @usableFromInline
    mutating func note(_ error: ModelError, _ decoder: any OwnDecoder) {
        if failure == nil, !decoder.needsWhole { failure = error }
    }

    /// Parses a member of an object whose class's code runs, and adds it to the open dictionary of the object's
    /// members.
    @usableFromInline
    @inline(never)
    mutating func parse(
        member key: String, depth: Int, _ parse: (inout DocumentBuilder) throws -> Void
    ) -> Bool {
        // After other keys, a mark means something else than at the beginning.
        guard !ClassKey.mayBeMark(key) else { return false }
        do {
            try parts[nesting].parse(member: key, limits, depth: depth, values: limits.nodes - left, parse)
            return true
        } catch {
            failure = error
            return false
        }
    }

    /// Ends the dictionary that collects an object's members. Returns its index in the content, or
    /// ``ModelDocument/Content/noIndex`` if there are no members. Returns nil on failure.
    @usableFromInline
    mutating func endMembers() -> Int? {
        do {
            guard let (index, count) = try parts[nesting].endMembers() else { return ModelDocument.Content.noIndex }
            left -= count
            return left >= 0 ? index : nil
        } catch {
            failure = error
            return nil
        }
    }

    /// Parses the whole of an object whose class's code runs. Returns its index in the content. Returns nil on
    /// failure.
    ///
    /// - Parameter left: The value of ``left`` before the object: the number of values that the limit still allowed.
    @usableFromInline
    @inline(never)
    mutating func parse(
        objectAt depth: Int, left: Int, _ parse: (inout DocumentBuilder) throws -> Void
    ) -> Int? {
        var used = limits.nodes - left
        do {
            let index = try parts[nesting].parse(limits, depth: depth, values: &used, parse)
            self.left = limits.nodes - used
            return index
        } catch {
            failure = error
            return nil
        }
    }
}
