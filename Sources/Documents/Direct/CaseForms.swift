import FormatSupport

/// The forms of the cases of an enum with values, and how files tell the cases.
@usableFromInline
package final class CaseForms: Sendable {
    /// How files tell the cases.
    @usableFromInline
    package enum Style: Sendable {
        /// The name is the only key of a dictionary, or the text of a case without values.
        case key
        /// The name is under a key, in the dictionary of the case.
        case tag
        /// Only the values are there.
        case untagged
    }

    @usableFromInline let style: Style
    /// The form of each case: of its values, and of its name if files contain it.
    @usableFromInline let forms: [ValueForm]
    @usableFromInline let access: any CasesAccess
    /// The cases whose names in files are texts, by these names.
    private let names: [ExactText: Int]
    /// For ``Style/key``: a table with a row for each case that has values.
    @usableFromInline let keys: PropertyTable?
    /// The cases of the rows of ``keys``.
    @usableFromInline let casesOfKeys: [Int]
    /// For ``Style/untagged``: the first case that takes a text. -1 if there is none, or if the case may depend on
    /// the value.
    @usableFromInline let textCase: Int
    /// The first case that takes a boolean; else -1, as for ``textCase``.
    @usableFromInline let boolCase: Int
    /// The first case that takes an integer; else -1, as for ``textCase``.
    @usableFromInline let integerCase: Int
    /// The first case that takes a number that isn't whole; else -1, as for ``textCase``.
    @usableFromInline let realCase: Int
    /// The first case with values that may be a text; the number of cases if there is none.
    @usableFromInline let textTaker: Int
    /// The greatest number of bytes that a case's values take.
    @usableFromInline let size: Int
    /// The code of the enum, for values of a case without a form.
    @usableFromInline let code: any OwnCode

    /// - Parameters:
    ///   - names: The names that are texts in files, including earlier names, each with the number of its case.
    ///   - keys: For ``Style/key``: a table with a row for each case with values, and the numbers of these cases.
    ///   - code: The code of the enum, for values of a case without a form.
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
        /// The first case with values of a kind; -1 if one before it may take such a value, too.
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

    /// True if the first value tells which case it is, so that nothing has to be read a second time.
    package var areScalar: Bool {
        forms.allSatisfy { [.text, .bool, .int64, .double, .constant].contains($0.kind) }
    }

    /// Returns the number of the case with a name. Returns nil if there is none.
    @usableFromInline
    func number(of name: String) -> Int? { names[ExactText(name)] }
}

/// Reads and writes the values of the cases of one enum in memory.
@usableFromInline
package protocol CasesAccess: AnyObject, Sendable {
    /// The greatest number of bytes that a case's values take.
    var size: Int { get }

    /// Calls `body` with the number of the case of the enum at an address, and the address of a copy of its values.
    /// Returns false for a case without a form.
    @unsafe
    func withCase(at place: UnsafeRawPointer, _ body: (Int, UnsafeRawPointer) -> Bool) -> Bool

    /// Puts a case at an address. Its values move there from another address.
    ///
    /// - Parameter replacing: True if the memory has a value.
    @unsafe
    func put(_ number: Int, moving values: UnsafeMutableRawPointer, at place: UnsafeMutableRawPointer, replacing: Bool)

    /// Destroys the value at an address.
    @unsafe
    func deinitialize(_ place: UnsafeMutableRawPointer)
}
