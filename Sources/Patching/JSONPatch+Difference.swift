import Documents

extension JSONPatch {
    /// Makes a patch that turns one document into another. It has no operations for values that are equal.
    ///
    /// Elements of arrays are compared by their positions, after equal elements at the beginning and before equal
    /// elements at the end. Linear in the sizes of the documents, for each level. A container that occurs several
    /// times in both documents is compared once, because a patch changes all of its occurrences.
    ///
    /// - Throws: `nodesExceeded` for documents that repeat their values without end.
    public init(from old: ModelDocument, to new: ModelDocument) throws(ModelError) {
        self.init()
        var steps = DecodingLimits.standard.forFile(of: old.byteCount + new.byteCount).nodes
        var partners: [Int: Int] = [:]
        var pending = [(old.root, new.root, JSONPointer([]))]
        while let (old, new, pointer) = pending.popLast() {
            if let number = old.identity {
                let partner = partners.updateValue(new.id, forKey: number)
                if partner == new.id { continue }
                if partner != nil {
                    operations.append(.replace(pointer, ModelDocument(new)))
                    continue
                }
            }
            if old.hasTextKeys, new.hasTextKeys, old.className == new.className {
                for key in old.keys where new[key] == nil { operations.append(.remove(pointer.appending(key))) }
                var changed: [(ModelDocument.Value, ModelDocument.Value, JSONPointer)] = []
                for (key, value) in new.properties {
                    guard let before = old[key] else {
                        operations.append(.add(pointer.appending(key), ModelDocument(value)))
                        continue
                    }
                    changed.append((before, value, pointer.appending(key)))
                }
                pending += changed.reversed()
            } else if old.kind == .array, new.kind == .array {
                pending += try addDifference(of: old.elements, new.elements, pointer, &steps).reversed()
            } else if try !old.isSame(as: new, &steps) {
                operations.append(.replace(pointer, ModelDocument(new)))
            }
        }
    }

    /// Adds the operations that insert or remove elements, if one array has more elements than the other. Returns the
    /// pairs of elements that are to be compared.
    private mutating func addDifference(
        of old: [ModelDocument.Value], _ new: [ModelDocument.Value], _ pointer: JSONPointer, _ steps: inout Int
    ) throws(ModelError) -> [(ModelDocument.Value, ModelDocument.Value, JSONPointer)] {
        let count = min(old.count, new.count)
        guard old.count != new.count else {
            return (0..<count).map { (old[$0], new[$0], pointer.appending("\($0)")) }
        }
        var (start, end) = (0, 0)
        while start < count, try old[start].isSame(as: new[start], &steps) { start += 1 }
        while end < count - start, try old[old.count - 1 - end].isSame(as: new[new.count - 1 - end], &steps) {
            end += 1
        }
        let (removed, added) = (old.count - end, new.count - end)
        let middle = min(removed, added)
        // From the end, so that the indexes of earlier elements stay the same.
        for index in (middle..<max(removed, middle)).reversed() {
            operations.append(.remove(pointer.appending("\(index)")))
        }
        for index in middle..<max(added, middle) {
            operations.append(.add(pointer.appending("\(index)"), ModelDocument(new[index])))
        }
        return (start..<max(start, middle)).map { (old[$0], new[$0], pointer.appending("\($0)")) }
    }
}

extension JSONPointer {
    fileprivate func appending(_ token: String) -> JSONPointer { JSONPointer(tokens + [token]) }
}
