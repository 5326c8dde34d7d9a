import FormatSupport

/// The forms of the cases of an enum whose cases have values, and the way in which a file names the case of a value.
/// The form of a case describes its values in memory and in files: see ``ValueForm``.
@usableFromInline
package final class CaseForms: Sendable {
    /// Determines how a file tells which case a value is.
    @usableFromInline
    package enum Style: Sendable {
        /// The name of the case is the only key of a dictionary. A case without values is a text.
        case key
        /// The case is a dictionary, which contains the name of the case under a fixed key.
        case tag
        /// The file contains only the values of the case, without its name.
        case untagged
    }

    @usableFromInline let style: Style
    /// The form of each case. It describes the values of the case, and the name of the case if files contain the name.
    @usableFromInline let forms: [ValueForm]
    @usableFromInline let access: any CasesAccess
    /// The index of each case whose name in files is a text, by that name.
    private let names: [ExactText: Int]
    /// For ``Style/key``: a table with one row for each case that has values. The key of the row is the name of the
    /// case.
    @usableFromInline let keys: PropertyTable?
    /// The index of the case that each row of ``keys`` describes.
    @usableFromInline let casesOfKeys: [Int]
    /// For ``Style/untagged``: the index of the first case that takes a text. -1 if no case takes a text, or if the
    /// case may depend on the value.
    @usableFromInline let textCase: Int
    /// The index of the first case that takes a boolean, or -1, as for ``textCase``.
    @usableFromInline let boolCase: Int
    /// The index of the first case that takes an integer, or -1, as for ``textCase``.
    @usableFromInline let integerCase: Int
    /// The index of the first case that takes a number that isn't whole, or -1, as for ``textCase``.
    @usableFromInline let realCase: Int
    /// The index of the first case whose values a file may store as a text. If there is no such case, the number of
    /// cases.
    @usableFromInline let textTaker: Int
    /// The greatest number of bytes that a case's values take.
    @usableFromInline let size: Int
    /// Encodes and decodes the enum through a document. It is used for a case that has no form.
    @usableFromInline let code: any OwnCode

    /// - Parameters:
    ///   - names: The names that are texts in files, including earlier names, each with the index of its case.
    ///   - keys: For ``Style/key``: a table with a row for each case with values, and the indexes of these cases.
    ///   - code: Encodes and decodes the enum through a document, for a case that has no form.
    package init(
        _ style: Style, _ forms: [ValueForm], _ access: any CasesAccess, names: [(String, Int)],
        keys: (table: PropertyTable, cases: [Int])? = nil, code: any OwnCode
    ) {
        self.code = code
        self.style = style
        self.forms = forms
        self.access = access
        self.names = Dictionary(names.map { (ExactText($0.0), $0.1) }) { first, _ in first }
        self.keys = keys?.table
        casesOfKeys = keys?.cases ?? []
        /// Returns the index of the first case whose values are of a kind. Returns -1 if an earlier case may take the
        /// same values.
        func first(_ kind: ValueForm.Kind, _ others: ValueForm.Kind...) -> Int {
            let found = forms.firstIndex { ([kind, .scalar, .cases] + others).contains($0.kind) }
            return found.flatMap { forms[$0].kind == kind ? $0 : nil } ?? -1
        }
        let textTaker = forms.firstIndex { form in
            // Integers of more than 64 bits are texts in some formats.
            [.text, .choice, .date, .scalar, .cases].contains(form.kind) || form.kind == .integer && form.stride > 8
        }
        self.textTaker = textTaker ?? forms.count
        textCase = textTaker.flatMap { forms[$0].kind == .text ? $0 : nil } ?? -1
        boolCase = first(.bool)
        integerCase = first(.int64, .integer, .double, .float, .date)
        // Another case may have more digits of the number.
        let reals = forms.filter { [.double, .float, .date, .scalar, .cases].contains($0.kind) }.count
        realCase = integerCase < 0 || reals > 1 ? -1 : first(.double, .float, .date)
        size = access.size
    }

    /// True if the kind of a scalar alone tells which case it belongs to. Then no value has to be read a second time.
    package var areScalar: Bool {
        forms.allSatisfy { [.text, .bool, .int64, .double, .constant].contains($0.kind) }
    }

    /// Returns the index of the case with a name. Returns nil if no case has the name.
    @usableFromInline
    func number(of name: String) -> Int? { names[ExactText(name)] }
}

/// Reads and writes the values of the cases of one enum in memory.
@usableFromInline
package protocol CasesAccess: AnyObject, Sendable {
    /// The greatest number of bytes that a case's values take.
    var size: Int { get }

    /// Calls `body` with the index of the case of the enum at an address, and the address of a copy of its values.
    /// Returns false if the enum has a case without a form.
    @unsafe
    func withCase(at place: UnsafeRawPointer, _ body: (Int, UnsafeRawPointer) -> Bool) -> Bool

    /// Stores a case in the enum at an address. The values of the case move there from another address.
    ///
    /// - Parameter replacing: True if the memory has a value.
    @unsafe
    func put(_ number: Int, moving values: UnsafeMutableRawPointer, at place: UnsafeMutableRawPointer, replacing: Bool)

    /// Destroys the value at an address.
    @unsafe
    func deinitialize(_ place: UnsafeMutableRawPointer)
}
