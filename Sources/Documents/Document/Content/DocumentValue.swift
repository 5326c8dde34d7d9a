import FormatSupport

extension ModelDocument {
    /// One value of a document. If a document contains a reference, its value is the container that the reference
    /// refers to.
    public struct Value: Sendable, Identifiable {
        package let document: ModelDocument
        /// The index of the value in the content. It is found by following references and edits.
        package let index: Int

        /// The identity of the value. Two values of a document have the same identity if and only if they are the
        /// same value.
        public var id: Int { index }

        package init(document: ModelDocument, index: Int) {
            self.document = document
            self.index = document.content.resolved(index)
        }

        package var content: Content { document.content }
        package var word: DocumentWord { content.word(at: index) }

        /// The kind of the value.
        public var kind: ModelKind { content.kind(at: index) }

        /// The scalar. Nil for a container.
        public var scalar: ModelScalar? { content.scalar(at: index) }

        // MARK: Scalars

        public var isNull: Bool { word.tag == .null }
        /// True for a null that only means that there is no value, as in keyed archives and FastCoding files: see
        /// ``DocumentBuilder/appendNil()``. Equality ignores the difference.
        public var isNil: Bool { content.isNil(index) }
        /// The boolean. Nil for any other value.
        public var boolValue: Bool? { if case .bool(let value)? = scalar { value } else { nil } }
        /// The number as an integer. Nil if the number has a fraction or doesn't fit, and for any other value.
        public var intValue: Int? { number?.intValue }
        /// The number as a double. Nil if a double can't hold the number exactly, and for any other value.
        public var doubleValue: Double? { number?.doubleValue }
        /// The text. Nil for any other value.
        public var stringValue: String? { word.tag == .string ? content.text(at: index + 1) : nil }
        /// The digits of a number with more digits than a double or a decimal has. Nil for any other value. The
        /// ``scalar`` of such a number is the nearest double.
        public var numeral: String? { content.digits(at: index) }
        /// The data. Nil for any other value.
        public var dataValue: Data? { if case .data(let value)? = scalar { value } else { nil } }
        /// The date. Nil for any other value.
        public var dateValue: Date? { if case .date(let value)? = scalar { value } else { nil } }

        private var number: ModelNumber? {
            guard let scalar, scalar.kind != .bool, !content.isBeyondDouble(index) else { return nil }
            return ModelNumber(scalar)
        }

        // MARK: Containers

        /// The name of the object's class in the file. Nil if the value is no object.
        public var className: String? { codedClass?.name }

        /// The object's class and its superclasses, as the file names them. Nil if the value is no object.
        public var codedClass: CodedClass? { content.codedClass(at: index) }

        /// A number that is the same for all references to this container. Nil if no reference refers to the
        /// container.
        public var identity: Int? { word.tag.isContainer && word.isShared ? content.number(at: index) : nil }

        /// The size of the value in a document, in bytes. The targets of references in the value aren't included.
        package var byteCount: Int { content.size(at: index) * 8 }

        /// The number of elements, entries or properties. 0 for a scalar. The time is linear in the number of an
        /// object's keys, and constant for any other value.
        public var count: Int {
            switch word.tag {
            case .array, .set, .orderedSet, .dictionary: content.low(at: index)
            case .object: presentMembers
            default: 0
            }
        }

        /// The elements of an array or a set in their order. Empty for any other value. The time is linear in the
        /// number of elements.
        public var elements: [Value] {
            guard word.tag.arrayKind != nil else { return [] }
            return children.map { Value(document: document, index: $0) }
        }

        /// The keys and values of an object or a dictionary. Entries of a dictionary whose keys aren't text are
        /// omitted. Empty for any other value. The time is linear in the number of keys.
        public var properties: [(key: String, value: Value)] {
            members.map { ($0.key, Value(document: document, index: $0.place)) }
        }

        /// The text keys of an object or a dictionary, and the index of each key's value.
        package var members: [(key: String, place: Int)] {
            let children = children
            switch word.tag {
            case .object:
                return zip(content.shapes.keys(of: content.low(at: index)), children).filter {
                    !content.isMissing(at: $1)
                }
            case .dictionary:
                return stride(from: 0, to: children.count - 1, by: 2).compactMap { position in
                    let key = Value(document: document, index: children[position])
                    return key.stringValue.map { ($0, children[position + 1]) }
                }
            default: return []
            }
        }

        /// True for an object, and for a dictionary whose keys are all text.
        package var hasTextKeys: Bool {
            word.tag == .object || word.tag == .dictionary && content.low(at: index) == members.count
        }

        /// The keys and values of a dictionary with any kind of keys, or of an object. Empty for any other value. The
        /// time is linear in the number of keys.
        public var entries: [(key: Value, value: Value)] {
            switch word.tag {
            case .object:
                // All keys share one content, because each content takes kilobytes.
                let keys = Content()
                return members.map { key, place in
                    let start = keys.words.count
                    keys.append(.string(key), flags: DocumentWord.mark)
                    return (
                        Value(document: ModelDocument(keys, root: start), index: start),
                        Value(document: document, index: place)
                    )
                }
            case .dictionary:
                let all = children.map { Value(document: document, index: $0) }
                return stride(from: 0, to: all.count - 1, by: 2).map { (all[$0], all[$0 + 1]) }
            default: return []
            }
        }

        /// The text keys of an object or a dictionary, in their order.
        public var keys: [String] { properties.map(\.key) }

        /// All keys in the shape of an object, or of a dictionary with text keys. They include the keys of properties
        /// that are nil and whose keys other readers don't see. Empty for any other value.
        public var shapeKeys: [String] { word.tag == .object ? content.shapes.keys(of: content.low(at: index)) : [] }

        /// The value of a key of an object or a dictionary. Nil if there is no such key.
        ///
        /// The time is linear in the number of keys at first, and constant after that. Therefore asking for all keys
        /// is linear. Asking for ``properties`` takes less time and memory.
        public subscript(key: String) -> Value? { child(key).map { Value(document: document, index: $0) } }

        /// The element of an array or a set at an index. Nil if there is no such element.
        ///
        /// The time is linear in the index at first, and constant after that. Therefore asking for all elements is
        /// linear. Asking for ``elements`` takes less time.
        public subscript(index: Int) -> Value? {
            guard word.tag.arrayKind != nil, index >= 0, index < content.low(at: self.index) else { return nil }
            return Value(document: document, index: place(ofElement: index))
        }

        /// The value at one more step of a path. Nil if there is no such value.
        package subscript(component: ModelPath.Component) -> Value? {
            switch component {
            case .key(let key): self[key]
            case .index(let index): self[index]
            }
        }

        /// Returns the value at a path from this value. If there is no such value, returns the last value that exists
        /// on the path.
        package func last(on path: ModelPath) -> Value {
            var value = self
            for component in path.components {
                guard let next = value[component] else { break }
                value = next
            }
            return value
        }

        /// Returns the index in the content of the element at a position, which must exist. It takes the same time as
        /// ``subscript(_:)-(Int)``.
        package func place(ofElement position: Int) -> Int { content.place(position, in: index) }

        /// The indexes of the values that are directly in this container.
        package var children: [Int] {
            guard word.tag.isContainer else { return [] }
            var found: [Int] = []
            var place = index + 3
            let end = index + Int(content.words[index + 2])
            while place < end {
                found.append(place)
                place += content.size(at: place)
            }
            return found
        }

        /// The number of an object's keys that have a value.
        private var presentMembers: Int {
            var count = 0
            var place = index + 3
            for _ in 0..<content.shapes.count(of: content.low(at: index)) {
                if !content.isMissing(at: place) { count += 1 }
                place += content.size(at: place)
            }
            return count
        }

        /// Returns the index of a key's value. Returns nil if the key isn't there.
        package func child(_ key: String) -> Int? {
            guard word.tag == .object else {
                guard word.tag == .dictionary, content.low(at: index) > DocumentIndex.small else {
                    return members.first { $0.key.utf8.elementsEqual(key.utf8) }?.place
                }
                return content.index.withLock { $0.place(ofKey: key, in: self) }
            }
            guard let position = content.position(of: key, in: content.low(at: index)) else { return nil }
            let place = content.place(position, in: index)
            return content.isMissing(at: place) ? nil : place
        }

        // MARK: Where it is

        /// The offset in the file at which the value begins, in bytes. Nil if the document doesn't come from a file,
        /// or if an edit has set the value.
        public var byteOffset: Int? { word.offset }

        /// The path from the root to the value. If there are references to the value, this is one of several paths.
        ///
        /// The time grows with the depth of the value. The first call also takes time that is linear in the number of
        /// values in the containers around the value. If the value is reached through a reference or an edit, the
        /// first call takes time and memory that are linear in the size of the document. The memory is kept with the
        /// document.
        public var path: ModelPath? { document.path(to: index) }
    }
}
