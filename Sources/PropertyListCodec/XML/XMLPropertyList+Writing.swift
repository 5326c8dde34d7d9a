import FormatSupport

extension XMLPropertyList {
    /// Returns the XML text of a binary property list. The function doesn't recurse.
    ///
    /// - Throws: `PropertyListError` if XML can't represent a value, or if there are more than `limit` bytes.
    package static func text(
        of list: BinaryPropertyListReader, limit: Int
    ) throws(PropertyListError) -> Data {
        var writer = XMLPropertyListWriter()
        writer.byteLimit = limit
        /// The objects to write next, in reverse order. Nil represents the end of a container.
        var pending: [(number: Int, isKey: Bool)?] = [(list.topObject, false)]
        while let next = pending.popLast() {
            if writer.isOverfull { throw PropertyListError("More than \(limit) bytes.", at: list.objectsEnd) }
            guard let next else {
                writer.end()
                continue
            }
            let object = try list.object(next.number)
            if next.isKey {
                var key = try list.string(object)
                guard key.withUTF8({ writer.key($0) }) != nil else { throw unwritable(object) }
                continue
            }
            if let container = try list.container(next.number) {
                switch container {
                case .array(let elements):
                    writer.begin(isArray: true)
                    pending.append(nil)
                    for element in elements.reversed() { pending.append((element, false)) }
                case .dictionary(let keys, let values):
                    writer.begin(isArray: false)
                    pending.append(nil)
                    for (key, value) in zip(keys, values).reversed() {
                        pending.append((value, false))
                        pending.append((key, true))
                    }
                case .set: throw unwritable(object)
                }
                guard pending.count <= list.objectsEnd * 4 else { throw unwritable(object) }
                continue
            }
            var isWritten = true
            switch object.kind {
            case .bool: writer.bool(try list.bool(object))
            case .integer:
                if let value = try list.int64(object) {
                    writer.integer(value)
                } else if let value = try list.uint64(object) {
                    writer.integer(value)
                } else {
                    isWritten = false
                }
            case .real:
                if list.isFloat(object) {
                    writer.real(try list.float(object))
                } else {
                    writer.real(try list.double(object))
                }
            case .date: isWritten = writer.date(try list.date(object))
            case .data: writer.data(try list.data(object))
            case .string:
                var text = try list.string(object)
                isWritten = text.withUTF8 { writer.string($0) }
            case .uid: writer.uid(try list.wideUID(object))
            default: isWritten = false
            }
            guard isWritten else { throw unwritable(object) }
        }
        return writer.finish()
    }

    private static func unwritable(_ object: BinaryPropertyListObject) -> PropertyListError {
        PropertyListError("XML has no form for this value.", at: object.offset)
    }
}
