import FormatSupport

/// The classes that a file names: one `CodedClass` for each name, as the core requires.
package struct CodedClassTable {
    private var classes: [ExactText: CodedClass] = [:]
    /// The first eight classes. They are found by comparison, without hashing.
    private var first: ContiguousArray<CodedClass> = []

    package init() {}

    /// Returns the class with a name: the same instance each time. Names that differ only in Unicode's normal form are
    /// different names.
    ///
    /// - Throws: `corruptData` if the name is too long.
    package mutating func codedClass(named name: String) throws(ModelError) -> CodedClass {
        try CodedClass.check(name)
        let name = ExactText(name)
        for known in first where ExactText(known.name) == name { return known }
        if let known = classes[name] { return known }
        let new = CodedClass(name: name.text)
        if first.count < 8 { first.append(new) } else { classes[name] = new }
        return new
    }
}

extension CodedClass {
    /// The greatest length of a class's name, in bytes of UTF-8. The length is limited because very many objects of a
    /// file may share a name. The name is hashed, compared and printed for each of them.
    @usableFromInline package static let longestName = 1024

    /// Throws `corruptData` if a name is longer than `longestName`.
    @inlinable
    @inline(__always)
    package static func check(_ name: String) throws(ModelError) {
        if name.utf8.count > longestName { throw ModelError(.corruptData, tooLong) }
    }

    /// The reason of the error for a name that is too long.
    @usableFromInline package static var tooLong: String { "The name of a class has more than \(longestName) bytes." }
}

/// The key that names an object's class in formats without classes. In these formats, an object is a dictionary with
/// this key as its first key, and with the class's name as its value.
@usableFromInline
package enum ClassKey {
    package static let text = "$class"

    /// Returns true for a key that begins with `$`. Formats may use such a key with a special meaning, such as
    /// `$class`, or may have to escape it.
    @inlinable
    package static func mayBeMark(_ key: String) -> Bool { key.utf8.first == UInt8(ascii: "$") }

    /// Returns true for `$class`, and for the escaped keys that begin with more than one `$`: `$$class`, `$$$class`
    /// and so on.
    @usableFromInline
    package static func isClassKey(_ key: String) -> Bool {
        mayBeMark(key) && key.utf8.drop { $0 == UInt8(ascii: "$") }.elementsEqual("class".utf8)
    }

    /// Returns the key that files contain for the first key of a dictionary, so that it doesn't name a class:
    /// `$$class` for `$class`, `$$$class` for `$$class`. Returns any key that isn't of this kind unchanged.
    package static func escaped(_ key: String) -> String { isClassKey(key) ? "$" + key : key }

    /// Returns the key of a dictionary for the key that a file contains: `$class` for `$$class`, `$$class` for
    /// `$$$class`. Returns any key that isn't of this kind unchanged, also `$class`.
    package static func unescaped(_ key: String) -> String {
        isClassKey(key) && key != text ? String(key.dropFirst()) : key
    }
}
