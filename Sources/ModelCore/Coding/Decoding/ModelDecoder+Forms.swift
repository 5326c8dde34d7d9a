import FormatSupport

// Properties that a writer would store differently from the file of an object. The file may have no value, a null,
// another key, or another encoded form of the value.

/// A property of a class whose objects are written as they were read. It knows how to compare the value in memory with
/// the file's value.
final class FormRow: Sendable {
    let property: ModelProperty
    /// The index of the property in the class's list of properties.
    let index: Int
    /// The offset of the value from the instance's address, in bytes. -1 if the property is only reached by its
    /// accessors.
    private let offset: Int
    /// The type of the property's values, if it is a collection type.
    private let emptiable: (any EmptiableValue.Type)?
    /// The kind of the property's values, if they are read without a function of their type.
    fileprivate let kind: PropertyRows.Step.Kind
    /// The form of the property's values, if they are scalars.
    fileprivate let scalar: ValueForm?
    /// False for models, which keep their encoded forms themselves.
    fileprivate let isValue: Bool

    /// All properties of a class, except its tags.
    static func all(of rows: PropertyRows) -> [FormRow] {
        rows.properties.enumerated().filter { $1.tagKey == nil }.map { FormRow($1, $0, rows.steps[$0]) }
    }

    private init(_ property: ModelProperty, _ index: Int, _ step: PropertyRows.Step) {
        self.property = property
        self.index = index
        kind = step.kind
        offset = step.offset
        emptiable = property.valueType as? any EmptiableValue.Type
        scalar = property.form == nil ? ValueContents.scalarForm(of: property.valueType) : nil
        isValue = property.form != nil || !ValueContents.areModels(property.valueType)
    }

    /// True if the property of an instance has the given value. False if only a function of the value's type can
    /// compare the two.
    ///
    /// - Parameter memory: The address of an instance whose properties are in its memory.
    func has(_ read: ReadValue, in memory: UnsafeRawPointer) -> Bool {
        let place = unsafe memory + offset
        return switch read {
        case .none: unsafe scalar?.isNil(at: place) ?? false
        case .scalar(let value): unsafe scalar?.scalarValue(at: place).map { ExactScalar($0) == value } ?? false
        case .document(let document): unsafe document.root.count == 0 && emptiable?.isEmpty(at: place) ?? false
        case .other: false
        }
    }

    /// True if the file's value has the encoded form in which every value of the property is written.
    fileprivate func isWritten(as tag: DocumentTag) -> Bool {
        switch (kind, tag) {
        case (.text, .string), (.integer, .int64), (.double, .double), (.double, .int64): true
        case (.bool, .yes), (.bool, .no): true
        default: false
        }
    }
}

/// A collection that may be empty.
private protocol EmptiableValue: SendableMetatype {
    /// True if the value at an address is empty.
    @unsafe static func isEmpty(at place: UnsafeRawPointer) -> Bool
}

extension EmptiableValue where Self: Collection {
    @unsafe
    fileprivate static func isEmpty(at place: UnsafeRawPointer) -> Bool {
        unsafe place.assumingMemoryBound(to: Self.self).pointee.isEmpty
    }
}

extension Array: EmptiableValue {}
extension Set: EmptiableValue {}
extension Dictionary: EmptiableValue {}

/// For each shape of objects in a file: the members in which the class's properties are stored.
struct FormPlans {
    /// The member that has a property's value: its position among the members of its object.
    enum Member {
        case position(Int)
        case absent
        /// The position is different in each object, and is found from the object's keys.
        case unknown
    }

    private var shapes: ObjectIdentifier?
    private var plans = DocumentShapes.Cache<[Member]>()

    /// - Parameter make: Makes the plan for objects of the shape.
    mutating func plan(for shape: Int, of shapes: DocumentShapes, make: () -> [Member]) -> [Member] {
        // An object may have come from another document, which a migration has made.
        if self.shapes != ObjectIdentifier(shapes) { (self.shapes, plans) = (ObjectIdentifier(shapes), .init()) }
        return plans.value(of: shape, make: make)
    }
}

extension ModelDecoder {
    /// Notes the file's encoded forms of the object that was entered last, if objects of its class, or the properties
    /// themselves, are written as they were read.
    ///
    /// - Parameter isPart: True if the object may lack properties. The model then keeps the forms of the properties
    ///   that it lacks.
    @inline(never)
    func noteForms(of object: BaseModel, _ decodedClass: DecodedClass, isPart: Bool) {
        let isNoted = !cursor.holdsInstances && context.purpose == .use
        let rows = !isNoted ? [] : object.isOfUnknownClass ? decodedClass.allFormRows : decodedClass.formRows
        let origin = object.extras?.origin
        guard !rows.isEmpty || origin != nil else { return }
        var forms: [KeptForm] = []
        var isPresent: [String: Bool] = [:]
        let values = values(of: rows, decodedClass)
        for (row, value) in zip(rows, values) {
            if origin != nil { isPresent[row.property.name] = value != nil }
            if isPart, value == nil { continue }
            if let form = form(of: row, in: object, value) { forms.append(form) }
        }
        guard let origin else {
            if !forms.isEmpty { object.keep { $0.forms = forms } }
            return
        }
        let root = ModelDocument.Value(document: ModelDocument(cursor.content), index: cursor.frame.start)
        func isPresentNow(_ name: String) -> Bool {
            if let known = isPresent[name] { return known }
            let property = decodedClass.rows.properties.first { $0.name == name }
            return property.flatMap { decodedClass.value(of: $0, in: root) } != nil
        }
        let told = Set(origin.forms.lazy.filter(\.isTold).map(\.property))
        let isReplaced = { (name: String) in !isPart || isPresentNow(name) }
        object.keep {
            $0.forms.removeAll { !$0.isTold && isReplaced($0.property) }
            $0.forms += forms.filter { !told.contains($0.property) }
            for name in $0.skipped.keys where isReplaced(name) { $0.skipped[name] = nil }
        }
    }

    /// Notes the encoded form of the value at a position, with which a property was set.
    func noteForm(of row: FormRow, in object: BaseModel, at slot: Int) {
        guard slot != ModelDocument.Content.noIndex, context.purpose == .use,
            object.extras?.origin?.forms.contains(where: { $0.isTold && $0.property == row.property.name }) != true,
            let form = form(of: row, in: object, FileValue(index: cursor.content.resolved(slot)))
        else { return }
        object.keep { $0.set(form, of: row.property.name) }
    }

    /// A value of a property in the object that was entered last.
    private struct FileValue {
        let index: Int
        /// The key path of the value, if it isn't the property's current key path.
        var way: [String]?
    }

    /// For each property: its value in the object that was entered last. Nil if the object lacks the property.
    private func values(of rows: [FormRow], _ decodedClass: DecodedClass) -> [FileValue?] {
        let content = cursor.content
        let root = ModelDocument.Value(document: ModelDocument(content), index: cursor.frame.start)
        func found(_ row: FormRow) -> FileValue? {
            decodedClass.found(row.property, in: root).map { FileValue(index: $0.value.index, way: $0.way) }
        }
        guard content.word(at: cursor.frame.start).tag == .object else { return rows.map(found) }
        let shape = content.low(at: cursor.frame.start)
        let plan = decodedClass.formPlans.plan(for: shape, of: content.shapes) {
            decodedClass.plan(for: content.shapes.keys(of: shape))
        }
        var places: ContiguousArray<Int> = []
        places.reserveCapacity(cursor.frame.count)
        var place = cursor.frame.start + 3
        for _ in 0..<cursor.frame.count {
            places.append(place)
            place += content.size(at: place)
        }
        return rows.map { row in
            switch plan[row.index] {
            case .absent: nil
            case .unknown: found(row)
            case .position(let position):
                content.isMissing(at: places[position]) ? nil : FileValue(index: content.resolved(places[position]))
            }
        }
    }

    /// The form that the file has for a property. Nil if a writer would store the property in the same form.
    private func form(of row: FormRow, in object: BaseModel, _ value: FileValue?) -> KeptForm? {
        let property = row.property
        func kept(_ file: KeptForm.File) -> KeptForm? {
            let read = property.readValue(of: object)
            guard read.isKnown else { return nil }
            return KeptForm(
                property: property.name, file: file, read: read, way: value?.way, isMapped: property.isMapped)
        }
        guard let value else { return kept(.absent) }
        let tag = cursor.content.word(at: value.index).tag
        if value.way == nil, row.isWritten(as: tag) { return nil }
        if isNull(value.index) { return kept(.null) }
        // Archives and FastCoding files have only one form for each value.
        guard row.isValue, !cursor.capabilities.contains(.identity), cursor.isPlainValue(at: value.index),
            value.way != nil || !isWritten(row, in: object, as: value.index)
        else { return nil }
        return BaseModel.evolution.keptValue(at: value.index, in: self).flatMap { kept(.value($0)) }
    }

    /// True for a null. In a format without nulls, an archive represents a null. False for a nil, by which a format
    /// that can't omit keys represents a missing value.
    private func isNull(_ index: Int) -> Bool {
        cursor.content.word(at: index).tag == .null
            ? !cursor.content.isNil(index)
            : cursor.hasArchives && (try? cursor.archivedScalar(at: index))?.kind == .null
    }

    /// True if a writer stores a model's value of a property as the file contains it.
    private func isWritten(_ row: FormRow, in object: BaseModel, as index: Int) -> Bool {
        let conventions = context.conventions
        if let form = row.scalar {
            var isSame = false
            _ = unsafe row.property.withValue(PropertyOwner(object)) { value in
                guard let scalar = unsafe form.scalarValue(at: value),
                    let found = cursor.content.scalar(at: index),
                    let written = try? scalar.written(for: cursor.capabilities, by: conventions)
                else { return false }
                isSame = written.isSame(as: found)
                return true
            }
            return isSame
        }
        // The file's value was read as nil.
        if AnyValue.wrapped(row.property.read(object)) == nil { return false }
        guard let written = row.property.written(of: object, for: cursor.capabilities, by: conventions) else {
            return true
        }
        return written.root == ModelDocument.Value(document: ModelDocument(cursor.content), index: index)
    }
}

extension ModelProperty {
    /// The property's value in a model, as a file contains it whose objects don't name their classes. Nil if the value
    /// can't be written, or contains models.
    func written(
        of model: BaseModel, for capabilities: FormatCapabilities, by conventions: FileConventions
    ) -> ModelDocument? {
        var unstyled = conventions
        unstyled.keyStyle = nil
        let encoder = ModelEncoder(unstyled, capabilities: capabilities, limits: Self.formLimits, models: .kept)
        encoder.writesAll = true
        guard (try? encode(PropertyOwner(model), nil, encoder)) != nil, let document = try? encoder.finish(),
            document.content.instances.isEmpty
        else { return nil }
        return try? document.lowered(for: capabilities, by: conventions, limits: Self.formLimits)
    }

    /// The limits of a value whose form is kept.
    static let formLimits = DecodingLimits(depth: 64, nodes: 10_000)
}

extension ModelDocument {
    /// The document as a file with these conventions has it.
    func lowered(
        for capabilities: FormatCapabilities, by conventions: FileConventions, limits: DecodingLimits
    ) throws -> ModelDocument {
        var walker = DocumentWalker(self, for: capabilities, limits: limits)
        walker.conventions = conventions
        return try walker.document(limits: limits)
    }
}

extension ModelProperty {
    /// True if objects of a class keep the encoded form of this property, to be written as they were read.
    func notesForm(in type: BaseModel.Type, _ conventions: FileConventions) -> Bool {
        switch written(in: type) {
        case .asRead: true
        case .all: conventions.writtenDefaults == .asRead && writtenDefaults == nil
        case .omitted: false
        }
    }
}
