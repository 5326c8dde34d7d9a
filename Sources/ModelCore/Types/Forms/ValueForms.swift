import FormatSupport

// The forms of values that are written and read directly, without a document.

/// The types that most properties have. They are compared with a property's type before the runtime looks up
/// conformances: the first look-ups take longer than encoding a small object.
enum FrequentTypes {
    private static let scalars: [any FormedScalar.Type] = [String.self, Int.self, Double.self, Bool.self, Date.self]

    /// Returns a frequent type whose values have a form: a model, a scalar, an optional scalar or an array of
    /// scalars. Returns nil for any other type, which may have a form too.
    static func type(_ type: Any.Type) -> (any FormedValue.Type)? {
        if let model = type as? BaseModel.Type { return model }
        for scalar in scalars { if let found = scalar.same(as: type) { return found } }
        return nil
    }
}

extension FormedScalar {
    fileprivate static func same(as type: Any.Type) -> (any FormedValue.Type)? {
        type == Self.self ? Self.self : type == Self?.self ? Self?.self : type == [Self].self ? [Self].self : nil
    }
}

/// A type whose values may have a form: see ``ValueForm``.
package protocol FormedValue: ModelValue {
    /// Returns the form of the values in the files of `forms`. Returns nil if the values have no form.
    static func form(in forms: ValueForms) -> ValueForm?
}

/// Makes the forms of types for the files of one format, and the tables of the classes that these forms refer to.
package final class ValueForms {
    let conventions: FileConventions
    let capabilities: FormatCapabilities
    /// True if each object names its class.
    var namesClasses: Bool { capabilities.contains(.everyClass) }
    /// False if files contain some scalars, such as dates, as objects.
    var hasScalars: Bool { !conventions.hasDatesAsObjects }
    /// The tables that were made, by class. A class may refer to itself.
    var tables: [ObjectIdentifier: PropertyTable] = [:]
    /// Tells whether the program's code may run when a value is written or read.
    let code = ProgramCode()
    /// True if single values may be coded through a separate document, while other values are coded directly.
    var hasParts: Bool { capabilities.haveParts }
    /// The classes of `tables`.
    var models: [BaseModel.Type] = []
    /// The forms of structs, by type. A struct may contain an array of itself.
    var records: [ObjectIdentifier: ValueForm?] = [:]
    /// True if a table can't be made for a class that other tables may contain.
    var isBroken = false
    /// The first reason why a table can't be made.
    private var refusal: DocumentReason?

    private init(_ conventions: FileConventions, _ capabilities: FormatCapabilities) {
        // A form is made once, whatever limits the first file has.
        var conventions = conventions
        conventions.limits = .standard
        self.conventions = conventions
        self.capabilities = capabilities
    }

    /// The facts on which the form of a type depends. Two providers of one format may differ in these facts.
    private struct Use: Hashable {
        let type: ObjectIdentifier
        /// The format's identifier.
        let format: String
        let style: String?
        let hasDatesAsObjects: Bool
        let hasDateStyle: Bool
        let writtenDefaults: WrittenDefaults
        let capabilities: FormatCapabilities
        let isMarked: Bool
    }

    /// A form, or the reason why the type has no form.
    enum Answer {
        case known(Known), none(DocumentReason)
    }

    /// A form, and the classes in it by their names.
    struct Known {
        let form: ValueForm
        /// Tells whether the program's code may run when a value is written or read.
        let code: ProgramCode
        fileprivate let classes: [(name: String, type: BaseModel.Type)]
    }

    private static let known = ConcurrentCache<Use, Answer>()

    /// Returns the form of a type in files with these conventions. The form is made once for the program.
    ///
    /// - Parameter isMarked: True for objects that name their class in a format whose objects usually don't.
    static func entry(
        for type: any ModelValue.Type, in conventions: FileConventions, _ capabilities: FormatCapabilities,
        isMarked: Bool = false
    ) -> Answer {
        // If the task has its own folder of resources, a class may have another resource file than the table is made
        // for.
        if conventions.classMapping != nil { return .none(DocumentReason(.file, .mapping)) }
        if ResourceFolder.current != nil { return .none(DocumentReason(.file, .resourceFolder)) }
        let use = Use(
            type: ObjectIdentifier(type), format: conventions.format.rawValue, style: conventions.keyStyle?.name,
            hasDatesAsObjects: conventions.hasDatesAsObjects, hasDateStyle: conventions.dateStyle != nil,
            writtenDefaults: conventions.writtenDefaults, capabilities: capabilities, isMarked: isMarked)
        return known.value(for: use) {
            let forms = ValueForms(conventions, capabilities)
            let marked = isMarked ? type as? BaseModel.Type : nil
            guard let form = marked.map({ forms.markedForm(of: $0) }) ?? forms.form(of: type), !forms.isBroken else {
                forms.removeRows()
                return .none(forms.refusal ?? DocumentReason(.file, .noForm, of: "\(type)"))
            }
            return .known(Known(form: form, code: forms.code, classes: forms.classes))
        }
    }

    /// Returns the form of a type in files with these conventions. Returns nil if the type has no form. Returns nil
    /// also if the registry in use has another class, or two classes, with the name of a class in the form.
    ///
    /// - Parameter reasons: Gets the reason why the type has no form.
    static func known(
        of type: any ModelValue.Type, in conventions: FileConventions, _ capabilities: FormatCapabilities,
        reasons: DocumentReasons? = nil
    ) -> Known? {
        let known: Known
        switch entry(for: type, in: conventions, capabilities) {
        case .known(let found): known = found
        case .none(let reason):
            reasons?.add(reason)
            return nil
        }
        guard capabilities.contains(.classes) || capabilities.contains(.everyClass) else { return known }
        let registry = ClassRegistry.current
        let areOwn = known.classes.allSatisfy { name, type in
            guard let found = try? Optional(registry.type(named: name)) else { return false }
            return found == nil || found == type
        }
        if !areOwn { reasons?.add(DocumentReason(.file, .otherClass)) }
        return areOwn ? known : nil
    }

    /// Notes why a table can't be made, so that values of the type aren't coded directly. Returns nil.
    func refuse<Value>(_ cause: DocumentReason.Cause, _ subject: String) -> Value? {
        if refusal == nil { refusal = DocumentReason(.file, cause, of: subject) }
        return nil
    }

    /// The classes of the tables, by their names.
    private var classes: [(name: String, type: BaseModel.Type)] {
        models.map { ModelClass.of($0) }.map { ($0.name, $0.type) }
    }

    /// Empties the tables if they won't be used. Otherwise, tables that refer to each other would stay in memory.
    private func removeRows() {
        for table in tables.values { table.removeRows() }
        for record in records.values { record?.table?.removeRows() }
    }

    /// Returns the form of a type. Returns nil if the type has no form.
    func form(of type: Any.Type) -> ValueForm? {
        if type == Date.self, conventions.hasDatesAsObjects { return dateObject() }
        if let frequent = FrequentTypes.type(type) { return frequent.form(in: self) }
        if let formed = type as? any FormedValue.Type { return formed.form(in: self) }
        if let raw = type as? any (ModelValue & RawRepresentable).Type { return self.raw(coded: raw) }
        if let choice = type as? any (ModelValue & CaseIterable).Type { return self.choice(choice) }
        if let record = type as? any ModelRecord.Type { return self.record(record) }
        return nil
    }

    /// Returns the object that encodes and decodes elements of a type through a document, if an element doesn't match
    /// its form. Returns nil if the elements can't be read separately, because a model keeps the value of a property
    /// as a whole.
    func code<Value: ModelValue>(of type: Value.Type) -> (any OwnCode)? {
        hasParts && !ValueContents.mayTell(type) ? ValueOwnCode<Value>() : nil
    }

    /// Returns the form of a date in files that contain a date as Foundation's object `NSDate`. In memory, a date is
    /// the number of its seconds.
    private func dateObject() -> ValueForm? {
        guard conventions.dateStyle == nil, MemoryLayout<Date>.size == MemoryLayout<Double>.size,
            let seconds = ValueForm(scalar: Double.self)
        else { return nil }
        let table = PropertyTable(
            CodedClass(name: "NSDate"),
            [ClassKey.text, "NS.time"].map { PropertyTable.Property(key: $0, offset: 0, omitsNil: false) },
            namesClass: true)
        table.fill([ValueForm(constant: table.name), seconds])
        return ValueForm(record: table, Date.self)
    }
}
