import FormatSupport
import Synchronization

extension ModelDocument {
    /// The content of a document: the words of all values, 8 bytes each, one value after the other, and the data that
    /// the values share.
    ///
    /// It is a class, because each call would get a copy of a structure of this size. Code that changes a content is
    /// its only user at that time, so accesses can't overlap.
    @usableFromInline
    package final class Content: @unchecked Sendable {
        // Exclusive access to these, and to the facts below that are set for each value, isn't checked: code that changes
        // them calls nothing meanwhile that accesses them. Other modules would check it, so they get accessors that are inlined there.
        @usableFromInline @safe @exclusivity(unchecked) var storedWords = WordBuffer()
        @usableFromInline @safe @exclusivity(unchecked) var storedTargets = Stack<Int>()
        @inlinable package var words: WordBuffer {
            @inline(__always) _read { yield storedWords }
            @inline(__always) _modify { yield &storedWords }
        }
        @usableFromInline package let shapes: DocumentShapes
        /// The index of each container by its number. The index is -1 if only references have the number.
        @inlinable package var targets: Stack<Int> {
            @inline(__always) _read { yield storedTargets }
            @inline(__always) _modify { yield &storedTargets }
        }
        /// The index of the root.
        @safe @exclusivity(unchecked) package var root = Content.firstValue
        /// The identity of the content from which this content was copied. Nil if it is no copy.
        private var original: ObjectIdentifier?
        /// The identity that a content has in common with its copies.
        package var origin: ObjectIdentifier { original ?? ObjectIdentifier(self) }
        /// True if the values may be stored in another order than a walk from the root finds them.
        @safe @exclusivity(unchecked) var isUnordered = false
        /// For each class, by its number in the shapes: the index of the text value with the class's name. For
        /// formats in which the class is an entry of a dictionary.
        package private(set) var classNames: ContiguousArray<Int> = []
        /// True if objects were copied here from a content that has `classNames`, and the names of their classes
        /// aren't appended yet.
        @safe @exclusivity(unchecked) package var lacksClassNames = false
        /// The errors of the values that can't be read.
        @safe @exclusivity(unchecked) package var errors: [ModelError] = []
        /// The conventions of the file.
        package var conventions: FileConventions
        /// True if other code may use the content while it is edited. Then edits append values, and change no
        /// existing words.
        package var isEditedWhileShared = false
        /// The numbers of the containers that were replaced while `isEditedWhileShared` was true.
        package var redefined: [Int] = []
        /// The indexes of the data values that the file stores as the archive of an object.
        @safe @exclusivity(unchecked) package var archives: Set<Int> = []
        /// The limits within which the document was made. Nil if the content was changed since then.
        @safe @exclusivity(unchecked) package var limits: DecodingLimits?
        /// False if the key `$class` only names classes: no object and no dictionary has a property or an entry with
        /// this key.
        @safe @exclusivity(unchecked) package var hasClassKey = true
        /// True if a dictionary of the file has the key `$class` after other keys. If a model is expected in place of
        /// the dictionary, this entry names the model's class.
        @safe @exclusivity(unchecked) package var namesLateClasses = false
        /// The number of words of 8 bytes above which the document is copied before the next edit. Nil if the
        /// document wasn't edited yet.
        var mostWords: Int?
        /// Swift values of the program, in a document that only its decoder uses: models, collections that weren't
        /// converted yet, and long scalars.
        @safe @exclusivity(unchecked) package var instances: [Any] = []
        /// The text that the offsets of the values refer to. Nil if the source is no text, or if the source isn't
        /// kept.
        package var source: ByteSource?
        /// The indexes of values that were asked for by their positions or keys. Several threads may ask at the same
        /// time.
        let index = Mutex(DocumentIndex())

        package init(shapes: DocumentShapes = DocumentShapes(), conventions: FileConventions = FileConventions()) {
            self.shapes = shapes
            self.conventions = conventions
            words.append(DocumentWord(.absent).bits)
            // A decimal and four bytes are stored as three words.
            assert(MemoryLayout<(Decimal, UInt32)>.size == 24)
        }

        /// Creates an empty content for values of the same file.
        package convenience init(forPartsOf file: Content, shapes: DocumentShapes = DocumentShapes()) {
            self.init(shapes: shapes, conventions: file.conventions)
            source = file.source
        }

        /// Returns a copy of the content that may be changed.
        package func copy() -> Content {
            let copy = Content(forPartsOf: self, shapes: shapes.copy())
            copy.words = words.copy()
            copy.targets = targets.copy()
            copy.root = root
            copy.original = origin
            copy.isUnordered = isUnordered
            copy.classNames = classNames
            copy.errors = errors
            copy.archives = archives
            copy.instances = instances
            copy.hasClassKey = hasClassKey
            copy.namesLateClasses = namesLateClasses
            copy.mostWords = mostWords
            return copy
        }

        /// Removes all values. The shapes are kept. No other code may use the content.
        package func removeValues() {
            words.truncate(to: Content.firstValue)
            if targets.count > 0 { targets.truncate(to: 0) }
            root = Content.firstValue
            (isUnordered, hasClassKey, namesLateClasses, lacksClassNames) = (false, true, false, false)
            limits = nil
            if !errors.isEmpty { errors = [] }
            if !archives.isEmpty { archives = [] }
            if !instances.isEmpty { instances = [] }
        }

        /// The index of a word that represents no value. The index is the same in each document.
        package static let noIndex = 0
        /// The index of a document's first value.
        static let firstValue = 1

        // MARK: Writing

        @safe
        @inlinable
        @inline(__always)
        func appendBytes(_ bytes: UnsafeBufferPointer<UInt8>) { words.append(counted: bytes) }

        /// Appends a word and the bytes of a text, and returns the number of bytes. If there are more than `most`
        /// bytes, appends nothing and returns nil. A string that is stored as UTF-8 isn't copied, and its references
        /// aren't counted. For any other string, the result is nil.
        @inlinable
        @inline(__always)
        package func append(_ word: UInt64, short text: String, atMost most: Int) -> Int? {
            text.withStoredUTF8 { bytes in
                guard bytes.count <= most else { return nil }
                words.append(word, counted: bytes)
                return bytes.count
            } ?? nil
        }

        /// Appends the names of all classes as text, except those that were appended before.
        package func appendClassNames() {
            lacksClassNames = false
            for codedClass in shapes.classes.dropFirst(classNames.count) {
                classNames.append(words.count)
                append(.string(codedClass.name))
            }
        }

        /// Returns the index of the text value with the name of an object's class. Returns 0 if there is no such
        /// value, or no class.
        package func classNamePlace(at index: Int) -> Int {
            let number = shapes.classNumber(of: low(at: index))
            return classNames.indices.contains(number) ? classNames[number] : 0
        }

        // MARK: Numbers of containers

        @inlinable
        @inline(__always)
        package func target(_ number: Int) -> Int {
            UInt(bitPattern: number) < UInt(bitPattern: targets.count) ? targets[number] : -1
        }

        /// Throws `invalidCoding` if no container can have the number, or if a container has it already.
        @inlinable
        @inline(__always)
        package func check(_ number: Int) throws(ModelError) {
            // Numbers belong to containers, each of which has been counted, so a number far beyond them is a mistake.
            guard UInt(bitPattern: number) < UInt(UInt32.max), number <= words.count &+ 1_000_000, target(number) < 0
            else { throw misusedNumber(number) }
        }

        @inline(never)
        @usableFromInline func misusedNumber(_ number: Int) -> ModelError {
            target(number) < 0
                ? ModelError.misuse("The number \(number) isn't one of a container, or far beyond all of them.")
                : ModelError.misuse("Two containers have the number \(number).")
        }

        /// Sets the index of the container with a number. The number was checked before.
        @inlinable
        @inline(__always)
        package func define(_ number: Int, at index: Int) {
            while number >= targets.count { targets.append(-1) }
            targets[number] = index
        }

        /// Gives the number of a container to its replacement at `index`.
        package func redefine(_ number: Int, at index: Int) {
            targets[number] = index
            if isEditedWhileShared { redefined.append(number) }
        }

        /// Returns a new number for the container at `index`. `index` is -1 if the container doesn't exist yet.
        package func newNumber(at index: Int) -> Int {
            targets.append(index)
            return targets.count - 1
        }

        /// Marks a container as shared, and returns the number by which references identify it. A container without a
        /// number gets a new number.
        package func share(_ index: Int) -> Int {
            words[index] |= DocumentWord.shared
            if let number = number(at: index) { return number }
            let number = newNumber(at: index)
            words[index + 1] |= UInt64(number + 1) << 32
            return number
        }

        /// Appends a value that can't be read.
        package func append(unreadable error: ModelError, at offset: Int?) {
            words.append(DocumentWord(.unreadable, at: offset).bits, UInt64(errors.count))
            errors.append(error)
        }

        /// Returns the error of a value that can't be read. Returns nil for any other value.
        package func error(at index: Int) -> ModelError? {
            word(at: index).tag == .unreadable ? errors[Int(truncatingIfNeeded: words[index + 1])] : nil
        }

        /// Appends a Swift value without converting it: a model, a collection that is converted when it is read, or a
        /// long scalar.
        package func append(instance: Any) {
            words.append(DocumentWord(.instance).bits, UInt64(instances.count))
            instances.append(instance)
        }

        /// Returns the Swift value that ``append(instance:)`` appended. Returns nil for any other value.
        package func instance(at index: Int) -> Any? {
            word(at: index).tag == .instance ? instances[Int(truncatingIfNeeded: words[index + 1])] : nil
        }

        // MARK: Reading

        @inlinable
        @inline(__always)
        package func word(at index: Int) -> DocumentWord { DocumentWord(bits: words[index]) }

        /// Returns the number of words of 8 bytes that a value takes.
        @inlinable
        @inline(__always)
        package func size(at index: Int) -> Int {
            switch word(at: index).tag {
            case .absent, .null, .no, .yes: 1
            case .int64, .uint64, .float, .double, .date, .uid, .reference, .weakReference, .unreadable, .instance: 2
            case .string, .data, .numeral: 1 &+ textSize(at: index &+ 1)
            case .array, .set, .orderedSet, .dictionary, .object: Int(truncatingIfNeeded: words[index &+ 2])
            case let tag: rareSize(at: index, tag)
            }
        }

        /// Returns the number of words of 8 bytes that a scalar would take if the document contained all of its
        /// bytes. The number measures the cost of making the scalar.
        package func work(at index: Int) -> Int {
            let tag = word(at: index).tag
            let isCounted = tag == .string || tag == .data
            return isCounted ? 2 + words.view.byteCount(at: index + 1) / 8 : size(at: index)
        }

        /// Returns the index of the next value in the order in which values are stored. The values of a container
        /// follow the head of the container.
        package func behind(_ index: Int) -> Int { index + (word(at: index).tag.isContainer ? 3 : size(at: index)) }

        @inline(never)
        @usableFromInline func rareSize(at index: Int, _ tag: DocumentTag) -> Int {
            switch tag {
            case .uuid, .point, .size, .range: 3
            case .decimal: 4
            case .rect: 5
            case .transform: 7
            case .url: (0..<Int(words[index + 1])).reduce(2) { size, _ in size + textSize(at: index + size) }
            case .indexSet: 2 + 2 * Int(words[index + 1])
            case .moved where !word(at: index).isMarked: Int(words[index + 1])
            default: 1
            }
        }

        /// Returns the number of words of 8 bytes that the text at an index takes: one for its byte count, and the
        /// words of its bytes.
        @inlinable
        @inline(__always)
        package func textSize(at index: Int) -> Int { words.view.textSize(at: index) }

        /// Returns the index of the value that a reference refers to, or that has replaced the value at the index in
        /// an edit. For a weak reference whose container is missing, returns the index of the reference.
        @inlinable
        @inline(__always)
        package func resolved(_ index: Int) -> Int {
            var index = index
            while true {
                switch word(at: index).tag {
                case .reference, .weakReference:
                    let target = target(Int(truncatingIfNeeded: words[index + 1]))
                    // A weak reference to a container that is missing.
                    guard target >= 0 else { return index }
                    index = target
                case .moved: index = word(at: index).offset ?? index
                default: return index
                }
            }
        }

        /// Returns the index of the value or the reference that has replaced the value at the index in edits. Doesn't
        /// follow references.
        @usableFromInline package func unmoved(_ index: Int) -> Int {
            var index = index
            while word(at: index).tag == .moved, let next = word(at: index).offset { index = next }
            return index
        }

        /// Returns true if the key of the entry at an index has no value. Then the property is nil, or the container
        /// of a weak reference is missing.
        @inlinable
        @inline(__always)
        package func isMissing(at index: Int) -> Bool {
            switch word(at: index).tag {
            case .absent: true
            case .weakReference: resolved(index) == index
            case .moved: isMissing(at: unmoved(index))
            default: false
            }
        }

        /// Returns true for a null that only means that there is no value, as appended by
        /// ``DocumentBuilder/appendNil()``.
        package func isNil(_ index: Int) -> Bool {
            let word = word(at: unmoved(index))
            return word.tag == .null && word.isShared
        }

        /// Returns the number of an array's elements, or the number of a dictionary's entries. For an object, returns
        /// its shape: the index of its list of keys.
        @inlinable
        @inline(__always)
        package func low(at index: Int) -> Int { Int(words[index + 1] & 0xFFFF_FFFF) }

        /// Returns the class of the object at an index. Returns nil for any other value.
        package func codedClass(at index: Int) -> CodedClass? {
            word(at: index).tag == .object ? shapes.codedClass(of: low(at: index)) : nil
        }

        /// Returns the position of a dictionary's member that may name its class although other keys come before it.
        /// Returns nil if there is no such member, and for any other value.
        ///
        /// The members of a JSON object have no order, and software that stores them may reorder them.
        package func lateClassMember(at index: Int) -> Int? {
            guard hasClassKey, word(at: index).tag == .object, shapes.classNumber(of: low(at: index)) < 0,
                let member = memberOfClassKey(at: index),
                // As the first key in a file, it would have made an object. Dictionaries of the program have no order.
                member > 0 || !instances.isEmpty
            else { return nil }
            return member
        }

        /// Returns the position of the key `$class` in an object, or in a dictionary with text keys. Returns nil if
        /// the key isn't in it.
        private func memberOfClassKey(at index: Int) -> Int? {
            shapes.keyNumber(of: ClassKey.text).flatMap { key in
                shapes.keyNumbers(inOrderOf: low(at: index)).firstIndex(of: key)
            }
        }

        /// Returns true if an object has a property with the key `$class`, but not as its first key. Readers would
        /// take this key for the name of a class. Returns false in the document of a file in which such a key names a
        /// class.
        func hasOwnLateClassKey(at index: Int) -> Bool {
            guard !namesLateClasses, shapes.classNumber(of: low(at: index)) >= 0 else { return false }
            return memberOfClassKey(at: index) ?? 0 > 0
        }

        /// Returns the name of a class that a dictionary contains under `$class`, but not as its first key. Returns
        /// nil for any other value.
        package func lateClassName(at index: Int) -> String? {
            guard let member = lateClassMember(at: index) else { return nil }
            var place = index + 3
            for _ in 0..<member { place += size(at: place) }
            return word(at: resolved(place)).tag == .string ? text(at: resolved(place) + 1) : nil
        }

        /// Returns the kind of the value at an index. Returns `null` for a reference, for a Swift value of the
        /// program, and for a value that can't be read.
        package func kind(at index: Int) -> ModelKind {
            switch word(at: index).tag {
            case .absent, .null, .reference, .weakReference, .moved, .unreadable, .instance: .null
            case .no, .yes: .bool
            case .int64, .uint64: .integer
            case .float, .double, .numeral: .real
            case .decimal: .decimal
            case .string: .string
            case .data: .data
            case .date: .date
            case .url: .url
            case .uuid: .uuid
            case .uid: .uid
            case .point, .size, .rect, .range, .indexSet, .transform: .geometry
            case .array: .array
            case .set: .set
            case .orderedSet: .orderedSet
            case .dictionary: .dictionary
            case .object: shapes.classNumber(of: low(at: index)) < 0 ? .dictionary : .object
            }
        }

        /// Returns the number by which references identify a container. Returns nil if the container has no number.
        @inlinable
        package func number(at index: Int) -> Int? {
            let number = words[index + 1] >> 32
            return number == 0 ? nil : Int(number) - 1
        }

        /// Returns a long scalar that was appended as a Swift value. Returns nil for any other value.
        package func keptScalar(at index: Int) -> ModelScalar? { instance(at: index) as? ModelScalar }

        /// Returns true for text, digits and data of more than ``DecodingLimits/shortText`` bytes. Making such a
        /// value again for each use would be costly.
        package func isLong(_ index: Int) -> Bool {
            let tag = word(at: index).tag
            return (tag == .string || tag == .data || tag == .numeral) && words[index + 1] > DecodingLimits.shortText
        }

        /// Returns true for a scalar that is costly to make again for each use: a URL, an index set, or a long value.
        package func isCostly(_ index: Int) -> Bool {
            let tag = word(at: index).tag
            return tag == .url || tag == .indexSet || isLong(index)
        }

        /// Returns the digits of a number with more digits than a double or a decimal has. Returns nil for any other
        /// value.
        package func digits(at index: Int) -> String? { word(at: index).tag == .numeral ? text(at: index + 1) : nil }

        /// Calls `body` with the bytes of text or data. The number of the bytes is stored at `index`.
        @safe
        @inlinable
        @inline(__always)
        package func withBytes<Result>(at index: Int, _ body: (UnsafeBufferPointer<UInt8>) throws -> Result) rethrows
            -> Result
        {
            try words.withBytes(at: index, body)
        }

        @inlinable
        @inline(__always)
        package func text(at index: Int) -> String {
            // The bytes should be valid UTF-8; this makes sure of it.
            withBytes(at: index) { $0.text }
        }
    }
}
