import Documents

/// A class definition in a file.
struct FileClass {
    let codedClass: CodedClass
    let names: [String]
    /// The names as the builder's keys. Nil until the first object of the class is read.
    var keys: DocumentBuilder.ObjectKeys?
}

extension ChunkLayout {
    /// Returns the class that is defined at an offset, and the offset of the object's chunk that follows.
    func fileClass(at offset: Int) throws -> (definition: FileClass, end: Int) {
        let nameEnd = try endOfText(at: offset + 1)
        let place = try checked(dialect.aligned(nameEnd + 1, to: 4), 4)
        let count = source.integer(at: place, UInt32.self)
        guard count <= source.count - place - 4 else { throw endOfFile(at: offset) }
        var names: [String] = []
        var next = place + 4
        for _ in 0..<count {
            let end = try endOfText(at: next)
            names.append(try text(next..<end))
            next = end + 1
        }
        guard Set(names).count == names.count else { throw error("A class definition has a name twice.", at: offset) }
        guard try type(at: next).isObject else { throw error("No object follows a class definition.", at: next) }
        let codedClass = CodedClass(name: try text(offset + 1..<nameEnd), propertyNames: names)
        return (FileClass(codedClass: codedClass, names: names), next)
    }

    /// Returns the offset of the object's chunk that follows the class definition at an offset. The definition must
    /// have been read before.
    func fileClassEnd(at offset: Int) throws -> Int {
        let nameEnd = try endOfText(at: offset + 1)
        let place = try checked(dialect.aligned(nameEnd + 1, to: 4), 4)
        var next = place + 4
        for _ in 0..<source.integer(at: place, UInt32.self) { next = try endOfText(at: next) + 1 }
        return next
    }

    /// Returns the text of a range, which must lie within the file.
    @inline(__always)
    func text(_ range: Range<Int>) throws -> String {
        guard let text = source.bytes(range).validText else {
            throw error("Text that isn't UTF-8.", at: range.lowerBound)
        }
        return text
    }
}
