import FormatSupport

extension ModelDocument: Equatable {
    /// Returns true if both documents hold the same graph: the same values, classes and keys, and the same shared
    /// containers.
    ///
    /// Integers of different types are equal if their values are equal. Any other numbers are equal if their types
    /// and their bits are equal. Numbers of many digits are equal if their digits are equal. The order of keys is
    /// ignored, and so are the order of a set's scalars and the positions of the values in a file. Containers in a
    /// set, and keys that are containers, are compared in their order. The time is linear in the size of the
    /// documents.
    public static func == (left: ModelDocument, right: ModelDocument) -> Bool { left.root == right.root }
}

extension ModelDocument.Value: Equatable {
    /// Returns true if both values are the roots of equal graphs, as ``ModelDocument/==(_:_:)`` defines it.
    public static func == (left: ModelDocument.Value, right: ModelDocument.Value) -> Bool {
        if left.content.hasSameScalar(left.index, as: right.index, of: right.content) { return true }
        var comparison = Comparison()
        comparison.pending.append((left, right))
        while let (left, right) = comparison.pending.popLast() {
            guard comparison.areEqual(left, right) else { return false }
        }
        return true
    }

    private struct Comparison {
        typealias Value = ModelDocument.Value

        var pending: [(Value, Value)] = []
        /// For each shared container of the left document that occurred: the container of the right document that it
        /// was paired with. Both are indexes.
        private var partners: [Int: Int] = [:]
        private var taken: Set<Int> = []
        /// For each scalar that the left document contains more than once: the last scalar of the right document to
        /// which it was equal. Both are indexes.
        private var equalScalars: [Int: Int] = [:]

        /// Compares two values. The values in them are added to `pending`, to be compared later.
        mutating func areEqual(_ left: Value, _ right: Value) -> Bool {
            guard left.word.tag.isContainer else {
                return !right.word.tag.isContainer && areScalarsEqual(left, right)
            }
            guard left.kind == right.kind, left.count == right.count else { return false }
            if left.word.isShared || right.word.isShared {
                if let partner = partners[left.index] { return partner == right.index }
                guard taken.insert(right.index).inserted else { return false }
                partners[left.index] = right.index
            }
            switch left.kind {
            case .array, .orderedSet: addElements(left, right)
            case .set: return areSetsEqual(left.elements, right.elements)
            default: return haveEqualEntries(left, right)
            }
            return true
        }

        /// Compares two scalars. Two long scalars that occur often are compared only once.
        private mutating func areScalarsEqual(_ left: Value, _ right: Value) -> Bool {
            guard left.word.isShared, right.word.isShared else { return Self.areEqualScalars(left, right) }
            if equalScalars[left.index] == right.index { return true }
            guard Self.areEqualScalars(left, right) else { return false }
            equalScalars[left.index] = right.index
            return true
        }

        /// Compares the bits first: nearly all equal scalars have equal bits.
        private static func areEqualScalars(_ left: Value, _ right: Value) -> Bool {
            left.content.hasSameScalar(left.index, as: right.index, of: right.content)
                || left.exactScalar == right.exactScalar
        }

        /// Adds the elements of two arrays to `pending`, except pairs of identical scalars. Both arrays have the same
        /// number of elements.
        private mutating func addElements(_ left: Value, _ right: Value) {
            var (place, other) = (left.index + 3, right.index + 3)
            for _ in 0..<left.count {
                if !left.content.hasSameScalar(place, as: other, of: right.content) {
                    pending.append(
                        (Value(document: left.document, index: place), Value(document: right.document, index: other)))
                }
                place += left.content.size(at: place)
                other += right.content.size(at: other)
            }
        }

        private mutating func areSetsEqual(_ left: [Value], _ right: [Value]) -> Bool {
            func scalars(_ elements: [Value]) -> [ExactScalar: Int] {
                // An element that occurs very often is converted only once for all occurrences.
                Dictionary(grouping: elements, by: \.index).values.reduce(into: [:]) {
                    if let scalar = $1[0].exactScalar { $0[scalar, default: 0] += $1.count }
                }
            }
            guard scalars(left) == scalars(right) else { return false }
            pending += zip(left.filter(\.word.tag.isContainer), right.filter(\.word.tag.isContainer))
            return true
        }

        private mutating func haveEqualEntries(_ left: Value, _ right: Value) -> Bool {
            guard areClassesEqual(left.codedClass, right.codedClass) else { return false }
            if left.word.tag == .object, right.word.tag == .object { return haveEqualProperties(left, right) }
            var byKey: [ExactScalar: Value] = [:]
            var others: [(key: Value, value: Value)] = []
            for entry in right.entries {
                if let key = entry.key.exactScalar, byKey[key] == nil {
                    byKey[key] = entry.value
                } else {
                    others.append(entry)
                }
            }
            var met: Set<ExactScalar> = []
            var next = others.startIndex
            for entry in left.entries {
                if let key = entry.key.exactScalar, met.insert(key).inserted {
                    guard let value = byKey[key] else { return false }
                    pending.append((entry.value, value))
                } else {
                    // Keys that are containers, and repeated NaN keys, in their order.
                    guard next < others.endIndex else { return false }
                    pending += [(entry.key, others[next].key), (entry.value, others[next].value)]
                    next += 1
                }
            }
            return true
        }

        private func areClassesEqual(_ left: CodedClass?, _ right: CodedClass?) -> Bool {
            left === right || left.map { ExactText($0.name) } == right.map { ExactText($0.name) }
        }

        /// Compares two containers with the same number of keys. All keys are text, and each key occurs once.
        private mutating func haveEqualProperties(_ left: Value, _ right: Value) -> Bool {
            var places: [ExactText: Int] = [:]
            for (key, place) in right.members { places[ExactText(key)] = place }
            for (key, place) in left.members {
                guard let other = places[ExactText(key)] else { return false }
                pending.append(
                    (Value(document: left.document, index: place), Value(document: right.document, index: other)))
            }
            return true
        }
    }

    package var exactScalar: ExactScalar? {
        content.digits(at: index).map { ExactScalar(numeral: $0) } ?? scalar.map { ExactScalar($0) }
    }
}

extension ModelDocument.Content {
    /// Returns true if the values at both indexes are scalars of one type with the same bits. Equal scalars may
    /// differ in their bits.
    fileprivate func hasSameScalar(_ index: Int, as otherIndex: Int, of other: ModelDocument.Content) -> Bool {
        let (words, others) = (words.view, other.words.view)
        let tag = words[index].tag
        guard tag.isPlain, others[otherIndex].tag == tag else { return false }
        switch tag {
        case .null, .no, .yes: return true
        case .int64, .uint64, .float, .double, .date: return words[index + 1].bits == others[otherIndex + 1].bits
        case .string, .data:
            return words.withBytes(at: index + 1) { bytes in
                others.withBytes(at: otherIndex + 1) { bytes.equals($0) }
            }
        default:
            let size = size(at: index)
            return other.size(at: otherIndex) == size
                && (1..<max(size, 1)).allSatisfy { words[index + $0].bits == others[otherIndex + $0].bits }
        }
    }
}

/// A scalar that is compared exactly: by its type and its bits. All integer types count as one type.
package enum ExactScalar: Hashable {
    case null
    case bool(Bool)
    case integer(Int64)
    case largeInteger(UInt64)
    case float(UInt32)
    case double(UInt64)
    case date(UInt64)
    case uuid(UUID)
    case uid(UInt64)
    /// A value that has no separate case here, as text. The text of geometry includes its type. The text of a URL
    /// includes its base.
    case text(ModelKind, ExactText)

    /// Creates a number from its digits. It equals a double or a decimal with the same digits.
    package init(numeral digits: String) {
        if let double = Double(digits), DecimalText.isShortest(digits, of: double) {
            self = .double(double.bitPattern)
        } else if let decimal = DecimalText.decimal(digits) {
            self.init(.decimal(decimal))
        } else {
            self = .text(.real, ExactText(DecimalText.canonical(digits) ?? digits))
        }
    }

    package init(_ scalar: ModelScalar) {
        switch scalar {
        case .null: self = .null
        case .bool(let value): self = .bool(value)
        case .int64(let value): self = .integer(value)
        case .uint64(let value): self = Int64(exactly: value).map { .integer($0) } ?? .largeInteger(value)
        case .float(let value): self = .float(value.bitPattern)
        case .double(let value): self = .double(value.bitPattern)
        case .date(let value): self = .date(value.timeIntervalSinceReferenceDate.bitPattern)
        case .uuid(let value): self = .uuid(value)
        case .uid(let value): self = .uid(value)
        case .string(let value): self = .text(.string, ExactText(value))
        // `Data` hashes only its first bytes.
        case .data(let value): self = .text(.data, ExactText(Base64.string(from: value)))
        case .decimal(let value): self = .text(.decimal, ExactText(DecimalText.text(of: value)))
        case .url(let value):
            self = .text(.url, ExactText("\(value.relativeString)\u{0}\(value.baseURL?.absoluteString ?? "")"))
        case .geometry(let value): self = .text(.geometry, ExactText("\(value)"))
        }
    }
}
