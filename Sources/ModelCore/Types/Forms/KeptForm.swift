/// The encoded form in which a file contains a property's value, if a writer would choose another encoded form. The
/// file's form is written back until the property has another value.
struct KeptForm {
    enum File {
        /// The file lacks the property.
        case absent
        case null
        case value(KeptValue)
    }

    /// The name of the property.
    let property: String
    let file: File
    /// The value that the property had when it was read.
    let read: ReadValue
    /// The key path in the file, if it isn't the property's own key path: an alias, or keys that resemble the
    /// property's keys.
    var way: [String]?
    /// True if `read` is in the encoded form of a mapping, and not of the class.
    let isMapped: Bool
    /// True if the type's own code has reported that it can't write the value as the file contains it. This form is
    /// kept in every class. Other forms are kept only in objects that are written as they were read.
    var isTold = false
}

/// A copy of a value of a file. A model keeps the copy.
class KeptValue {
    /// The copied value.
    var value: ModelDocument.Value? { nil }
    /// The conventions of the file from which the value was copied.
    var conventions: FileConventions { FileConventions() }
    /// The capabilities of the file's format.
    var capabilities: FormatCapabilities { [] }

    /// Encodes a part of the value.
    func encode(_ part: ModelDocument.Value, to encoder: ModelEncoder) throws {}
}

/// The value that a property had when it was read. It shows later whether the property has another value.
enum ReadValue {
    case none
    case scalar(ExactScalar)
    case document(ModelDocument)
    /// A value that can't be compared with later values.
    case other

    var isKnown: Bool { if case .other = self { false } else { true } }

    /// True if files contain the same value for both.
    func isSame(as other: ReadValue) -> Bool {
        switch (self, other) {
        case (.none, .none): true
        case (.scalar(let left), .scalar(let right)): left == right
        case (.document(let left), .document(let right)): left == right
        default: false
        }
    }
}

extension ObjectOrigin {
    /// Returns the form in which the file contains a property. Returns nil if no form is kept for the property.
    ///
    /// - Parameter next: The index at which the search begins. Set to the index after the form that is found.
    func form(of property: String, near next: inout Int) -> KeptForm? {
        if next < forms.count, forms[next].property == property {
            next += 1
            return forms[next - 1]
        }
        guard let found = forms.firstIndex(where: { $0.property == property }) else { return nil }
        next = found + 1
        return forms[found]
    }

    /// Sets the form in which the file contains a property. Nil: no form is kept.
    mutating func set(_ form: KeptForm?, of property: String) {
        forms.removeAll { $0.property == property }
        if let form { forms.append(form) }
    }
}
