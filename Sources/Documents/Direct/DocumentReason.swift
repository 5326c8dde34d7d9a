/// A reason why a value isn't written or read directly, but through a document.
///
/// ```swift
/// for reason in try JSONFormat().documentReasons(writing: person) { print(reason) }
/// // value Person.photo: its type or its property has code for coding
/// ```
public struct DocumentReason: Hashable, Sendable, CustomStringConvertible {
    /// The part of a file that becomes a document.
    public enum Extent: String, Sendable {
        /// The value of a property, or an element of a collection.
        case value
        /// An object of a class.
        case object
        /// The whole file.
        case file
    }

    /// The part of the file that becomes a document.
    public let extent: Extent
    /// The class or the property, such as `Person.photo`. Nil if it isn't known.
    public let subject: String?
    package let cause: Cause

    /// The part of the file, the class or the property, and the cause.
    public var description: String {
        "\(extent.rawValue)\(subject.map { " \($0)" } ?? ""): \(cause.rawValue)"
    }

    package init(_ extent: Extent, _ cause: Cause, of subject: String? = nil) {
        self.extent = extent
        self.cause = cause
        self.subject = subject
    }

    /// The cause, with the text that describes it.
    @usableFromInline
    package enum Cause: String, Sendable, CaseIterable {
        // A type, before anything is written or read

        case mapping = "a mapping chooses the keys"
        case resourceFolder = "the task has another folder of resources"
        case limits = "the limits are too near to be checked only by a document"
        case otherClass = "the registry has another class of the same name"
        case noForm = "the type has no form that the loops know"
        case root = "the file's outermost value may be written by a document only"
        case report = "skipped elements are reported with their paths"
        case relationships = "relationships with inverses depend on the whole file"
        case declaration = "the declaration of the class isn't valid, or not known"
        case overlap = "a key path ends in the value of another property"
        case marks = "the format marks each object, and the class has code for coding"
        case key = "a key is long, begins with $, or belongs to several properties"
        case readOnlyProperty = "a property can't be set, or its null has a meaning of its own"

        // A class whose objects its own code writes or reads

        case resource = "the class has a resource file"
        case forgetting = "the class forgets unknown keys"
        case versionedSuperclass = "a superclass has a version"
        case openTag = "a tag of the class has no text"
        case omittedDefaults = "values that equal the defaults are omitted"
        case formsAsRead = "values are written in the form in which they were read"
        case overrides = "the class overrides the methods for coding"
        case tagSetter = "the property of a tag has a setter"

        // A value or an object

        case ownCode = "its type or its property has code for coding"
        case unknownMembers = "the object has members that its class doesn't know"
        case uncountable = "only code of the program tells the number of its members"
        case refused = "the format doesn't store the value as it is"
        case unexpected = "the value isn't as the property's type is written"

        // A file, while it is written or read

        case subclass = "the class of an object isn't known, or its objects need more than their properties"
        case reference = "the format can't refer to an object that was written before"
        case weakReference = "a weak reference points to an object that comes later"
        case cycle = "an object contains itself"
        case repetition = "shared objects are repeated too often"
        case valueWithCode = "a struct or an enum codes itself"
        case repeatedKey = "an object has a key twice"
        case missing = "an object lacks the key of a property that has no default"
        case unknownKey = "an object has a key that can't be read here"
        case other = "a value isn't as expected, or there is an error"
    }
}

/// Collects the reasons while a value is written or read.
@usableFromInline
package final class DocumentReasons {
    package private(set) var all: [DocumentReason] = []
    /// The first cause that was noted for the whole file.
    private var cause: DocumentReason.Cause?

    package init() {}

    package func add(_ reason: DocumentReason) { if !all.contains(reason) { all.append(reason) } }

    /// Adds the reason why the value of a row, or an object of the table's class, becomes a document.
    func add(_ cause: DocumentReason.Cause, _ table: PropertyTable, _ row: Int?) {
        if let row {
            add(DocumentReason(.value, cause, of: table.subject(row)))
        } else {
            add(DocumentReason(.object, cause, of: table.name))
        }
    }

    /// Notes why the direct loop is about to end. Only the first cause counts.
    func end(_ cause: DocumentReason.Cause) { if self.cause == nil { self.cause = cause } }

    /// Adds the reason why the whole file becomes a document, unless there is one already.
    package func addFile() {
        if !all.contains(where: { $0.extent == .file }) { add(DocumentReason(.file, cause ?? .other)) }
    }
}

extension PropertyTable {
    /// Returns the name of a row's property.
    func subject(_ row: Int) -> String { name.isEmpty ? key(row) : "\(name).\(key(row))" }
}

extension DirectWriting {
    /// Notes why a value in memory is written through a document.
    @usableFromInline
    @inline(never)
    func note(_ cause: DocumentReason.Cause, _ table: PropertyTable, _ row: Int? = nil) {
        reasons?.add(cause, table, row)
    }

    /// Notes why an object is encoded by its class's code.
    @usableFromInline
    @inline(never)
    func noteObject(_ table: PropertyTable) {
        guard reasons != nil else { return }
        if !table.encodesItself { return note(.unknownMembers, table) }
        for cause in table.causes.encoding { note(cause, table) }
    }

    /// Notes why the whole value can't be written directly. Returns false.
    @usableFromInline
    @inline(never)
    func end(_ cause: DocumentReason.Cause) -> Bool {
        reasons?.end(cause)
        return false
    }
}

extension DirectReading {
    /// Notes that a value was read through a document.
    @usableFromInline
    @inline(never)
    func note(_ cause: DocumentReason.Cause, _ table: PropertyTable, _ row: Int? = nil) {
        reasons?.add(cause, table, row)
    }

    /// Notes that an object was read through a document.
    @usableFromInline
    @inline(never)
    func noteObject(_ table: PropertyTable) {
        guard reasons != nil else { return }
        if !table.decodesItself { return note(.unexpected, table) }
        for cause in table.causes.decoding { note(cause, table) }
    }

    /// Notes why the whole file can't be read directly. Returns false.
    @usableFromInline
    @inline(never)
    func end(_ cause: DocumentReason.Cause) -> Bool {
        reasons?.end(cause)
        return false
    }
}
