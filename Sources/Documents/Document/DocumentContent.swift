import FormatSupport
import Foundation

extension ModelDocument {
    /// The words of all values, one behind the other, and what they share.
    ///
    /// A class, because of a structure of this size each call would be handed a copy. Whoever changes it has it alone:
    /// so accesses can't overlap.
    package final class Content: @unchecked Sendable {
        // Accesses to this and `targets` aren't checked: whoever changes them calls nothing that accesses them while it
        // does.
        @safe @exclusivity(unchecked) package var words = WordBuffer()
        package let shapes: DocumentShapes
        /// Where each container stands that has a number; -1 for those that only references name.
        @safe @exclusivity(unchecked) package private(set) var targets = Stack<Int>()
        /// Where the value stands that all others are in.
        package var root = Content.firstValue
        /// True where a container needn't stand where it is met first.
        package var isUnordered = false
        /// Where the names of classes stand as text, by the class's number in the shapes: for formats in which a class
        /// is one of a dictionary's entries.
        package private(set) var classNames: ContiguousArray<Int> = []
        /// True while values are copied here from a content that has them.
        package var lacksClassNames = false
        /// Why values can't be read.
        package var errors: [ModelError] = []
        /// How the file says what it holds.
        package var conventions: FileConventions
        /// True where edits may be seen by whoever has it: they write behind all values, and change none.
        package var isOnlyAppended = false
        /// The containers, by their numbers, that were changed since then.
        package var redefined: [Int] = []
        /// The positions of data that the file stores as the archive of an object.
        package var archives: Set<Int> = []
        /// The limits within which it was made; nil where it was changed since.
        package var limits: DecodingLimits?
        /// False where the key that names classes does nothing else, and so is none of an object's or a dictionary's.
        package var hasClassKey = true
        /// True where a file's dictionary has that key behind others: it names a class to whoever expects a model.
        package var namesLateClasses = false
        /// With more words than this it is copied before the next edit; nil where there was none yet.
        package var mostWords: Int?
        /// What the program gave, in a document that only its decoder sees: models as themselves, and collections that
        /// nobody has looked into yet.
        package var instances: [Any] = []
        /// The text in which values have their offsets; nil where the source is no text, or isn't kept.
        package var source: ByteSource?

        package init(shapes: DocumentShapes = DocumentShapes(), conventions: FileConventions = FileConventions()) {
            self.shapes = shapes
            self.conventions = conventions
            words.append(DocumentWord(.absent).bits)
            // Three words are made of one, and one of three words.
            assert(MemoryLayout<(Decimal, UInt32)>.size == 24)
        }

        /// An empty one, for values of the same file.
        package convenience init(forPartsOf file: Content, shapes: DocumentShapes = DocumentShapes()) {
            self.init(shapes: shapes, conventions: file.conventions)
            source = file.source
        }

        /// The same, to be changed.
        package func copy() -> Content {
            let copy = Content(forPartsOf: self, shapes: shapes.copy())
            copy.words = words.copy()
            copy.targets = targets.copy()
            copy.root = root
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

        /// Where a word stands for no value: in each document the same.
        package static let nowhere = 0
        /// Where a document's first value stands.
        package static let firstValue = 1

        // MARK: Writing

        @safe
        @inline(__always)
        package func appendBytes(_ bytes: UnsafeBufferPointer<UInt8>) { words.append(counted: bytes) }

        /// Appends a word and a text's bytes where they are few, and tells how many; else does nothing and returns nil.
        /// Without a copy, and so without counting a reference, for every string that is stored as UTF-8.
        @inline(__always)
        package func append(_ word: UInt64, short text: String, atMost most: Int) -> Int? {
            text.withStoredUTF8 { bytes in
                guard bytes.count <= most else { return nil }
                words.append(word, counted: bytes)
                return bytes.count
            } ?? nil
        }

        /// Keeps the names of all classes as text, those that it hasn't yet.
        package func appendClassNames() {
            lacksClassNames = false
            for codedClass in shapes.classes.dropFirst(classNames.count) {
                classNames.append(words.count)
                append(.string(codedClass.name))
            }
        }

        /// Where the name of an object's class stands as text; 0 where it isn't kept, or there is no class.
        package func classNamePlace(at index: Int) -> Int {
            let number = shapes.classNumber(of: low(at: index))
            return classNames.indices.contains(number) ? classNames[number] : 0
        }

        // MARK: Numbers of containers

        @inline(__always)
        package func target(_ number: Int) -> Int {
            UInt(bitPattern: number) < UInt(bitPattern: targets.count) ? targets[number] : -1
        }

        /// Throws where no container can have that number.
        @inline(__always)
        package func check(_ number: Int) throws(ModelError) {
            // Numbers are those of containers, so each has been counted; a number far beyond them is a mistake.
            guard UInt(bitPattern: number) < UInt(UInt32.max), number <= words.count &+ 1_000_000, target(number) < 0
            else { throw misusedNumber(number) }
        }

        @inline(never)
        private func misusedNumber(_ number: Int) -> ModelError {
            target(number) < 0
                ? DocumentBuilder.misuse("The number \(number) isn't one of a container, or far beyond all of them.")
                : DocumentBuilder.misuse("Two containers have the number \(number).")
        }

        /// Notes where the container stands that has a number, which was checked.
        @inline(__always)
        package func define(_ number: Int, at index: Int) {
            while number >= targets.count { targets.append(-1) }
            targets[number] = index
        }

        /// Moves a container's number to what takes its place.
        package func redefine(_ number: Int, at index: Int) {
            targets[number] = index
            if isOnlyAppended { redefined.append(number) }
        }

        /// A number for a container that stands at `index`; -1 for one that isn't there yet.
        package func newNumber(at index: Int) -> Int {
            targets.append(index)
            return targets.count - 1
        }

        /// Gives a container without a number one, by which references lead to it.
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

        /// Why the value can't be read; nil where it can.
        package func error(at index: Int) -> ModelError? {
            word(at: index).tag == .unreadable ? errors[Int(truncatingIfNeeded: words[index + 1])] : nil
        }

        /// Appends a model of the program as itself, or a collection that is looked into when somebody reads it.
        package func append(instance: Any) {
            words.append(DocumentWord(.instance).bits, UInt64(instances.count))
            instances.append(instance)
        }

        /// The model or the collection that stands for itself; nil for any other value.
        package func instance(at index: Int) -> Any? {
            word(at: index).tag == .instance ? instances[Int(truncatingIfNeeded: words[index + 1])] : nil
        }

        // MARK: Reading

        @inline(__always)
        package func word(at index: Int) -> DocumentWord { DocumentWord(bits: words[index]) }

        /// How many words a value takes.
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

        /// How many words a single value would take if its bytes were a part of it: what making it costs.
        package func work(at index: Int) -> Int {
            let tag = word(at: index).tag
            let isCounted = tag == .string || tag == .data
            return isCounted ? 2 + words.view.byteCount(at: index + 1) / 8 : size(at: index)
        }

        /// Where the next value stands of all that there are, one behind the other: those of a container come behind
        /// its head.
        package func behind(_ index: Int) -> Int { index + (word(at: index).tag.isContainer ? 3 : size(at: index)) }

        @inline(never)
        private func rareSize(at index: Int, _ tag: DocumentTag) -> Int {
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

        /// How many words a length and so many bytes take.
        @inline(__always)
        package func textSize(at index: Int) -> Int { words.view.textSize(at: index) }

        /// Where the value itself stands that a reference or an edit leads to.
        @inline(__always)
        package func resolved(_ index: Int) -> Int {
            var index = index
            while true {
                switch word(at: index).tag {
                case .reference, .weakReference:
                    let target = target(Int(truncatingIfNeeded: words[index + 1]))
                    // A weak one that nothing was found for.
                    guard target >= 0 else { return index }
                    index = target
                case .moved: index = word(at: index).offset ?? index
                default: return index
                }
            }
        }

        /// Where the value or the reference stands that edits have put in the place of another.
        package func unmoved(_ index: Int) -> Int {
            var index = index
            while word(at: index).tag == .moved, let next = word(at: index).offset { index = next }
            return index
        }

        /// True for a key without a value: one that is nil, or a weak reference that leads nowhere.
        @inline(__always)
        package func isAbsent(_ index: Int) -> Bool {
            switch word(at: index).tag {
            case .absent: true
            case .weakReference: resolved(index) == index
            case .moved: isAbsent(unmoved(index))
            default: false
            }
        }

        /// True for a null that only says that there is no value: see ``DocumentBuilder/appendNil()``.
        package func isNil(_ index: Int) -> Bool {
            let word = word(at: unmoved(index))
            return word.tag == .null && word.isShared
        }

        /// The count of an array's elements or a dictionary's entries, or an object's shape.
        @inline(__always)
        package func low(at index: Int) -> Int { Int(words[index + 1] & 0xFFFF_FFFF) }

        /// The class of the object at an index; nil for anything else.
        package func codedClass(at index: Int) -> CodedClass? {
            word(at: index).tag == .object ? shapes.codedClass(of: low(at: index)) : nil
        }

        /// Which member of the dictionary at an index may name its class behind other keys; nil for any other value.
        ///
        /// JSON's members have no order, and what stores them may give them one of its own.
        package func lateClassMember(at index: Int) -> Int? {
            guard hasClassKey, word(at: index).tag == .object, shapes.classNumber(of: low(at: index)) < 0,
                let member = memberOfClassKey(at: index),
                // As a file's first key it would have made an object. Dictionaries of the program's have no order.
                member > 0 || !instances.isEmpty
            else { return nil }
            return member
        }

        /// Which member has the key that names classes, of an object or a dictionary with text keys.
        private func memberOfClassKey(at index: Int) -> Int? {
            shapes.keyNumber(of: ClassKey.text).flatMap { key in
                shapes.keyNumbers(inOrderOf: low(at: index)).firstIndex(of: key)
            }
        }

        /// True for an object whose own key behind others would be taken for that of its class, where nothing else
        /// tells that.
        package func hasOwnLateClassKey(at index: Int) -> Bool {
            guard !namesLateClasses, shapes.classNumber(of: low(at: index)) >= 0 else { return false }
            return memberOfClassKey(at: index) ?? 0 > 0
        }

        /// The name of the class that the dictionary at an index has behind other keys; nil for any other value.
        package func lateClassName(at index: Int) -> String? {
            guard let member = lateClassMember(at: index) else { return nil }
            var place = index + 3
            for _ in 0..<member { place += size(at: place) }
            return word(at: resolved(place)).tag == .string ? text(at: resolved(place) + 1) : nil
        }

        /// What kind of value stands at an index; null where there is none of a document's.
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

        /// By which number references lead to a container; nil where none does.
        package func number(at index: Int) -> Int? {
            let number = words[index + 1] >> 32
            return number == 0 ? nil : Int(number) - 1
        }

        /// How many bytes text and data may have to be copied for each place that they are read at.
        package static let fewBytes = 64

        /// A long scalar that stands for itself; nil for any other value.
        package func keptScalar(at index: Int) -> ModelScalar? { instance(at: index) as? ModelScalar }

        /// True for text, digits and data that are better kept than made again.
        package func isLong(_ index: Int) -> Bool {
            let tag = word(at: index).tag
            return (tag == .string || tag == .data || tag == .numeral) && words[index + 1] > Self.fewBytes
        }

        /// True for what is better kept than made again.
        package func isCostly(_ index: Int) -> Bool {
            let tag = word(at: index).tag
            return tag == .url || tag == .indexSet || isLong(index)
        }

        /// The digits of a number that has more of them than a double or a decimal; nil for anything else.
        package func digits(at index: Int) -> String? { word(at: index).tag == .numeral ? text(at: index + 1) : nil }

        /// The bytes of a text or of data, of which `index` is the length.
        @safe
        @inline(__always)
        package func withBytes<Result>(at index: Int, _ body: (UnsafeBufferPointer<UInt8>) throws -> Result) rethrows -> Result
        {
            try words.withBytes(at: index, body)
        }

        @inline(__always)
        package func text(at index: Int) -> String {
            // The bytes should be valid; this makes sure of it.
            withBytes(at: index) { $0.text }
        }
    }
}
