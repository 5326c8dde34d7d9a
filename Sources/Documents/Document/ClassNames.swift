import FormatSupport

/// The classes that a file names: one instance for each name, as the core wants it.
package struct CodedClassTable {
    private var classes: [ExactText: CodedClass] = [:]
    /// The first few of them: found without a hash.
    private var first: ContiguousArray<CodedClass> = []

    package init() {}

    /// The class of that name, the same each time. Names that differ in Unicode's normal form are two.
    ///
    /// - Throws: `corruptData` for a long one.
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
    /// How many bytes of UTF-8 a class's name may have: very many objects of a file may share one, which is hashed,
    /// compared and printed for each.
    package static let longestName = 1024

    /// Throws `corruptData` for a name that is longer.
    @inline(__always)
    package static func check(_ name: String) throws(ModelError) {
        if name.utf8.count > longestName { throw ModelError(.corruptData, tooLong) }
    }

    /// What is wrong with such a name.
    package static var tooLong: String { "The name of a class has more than \(longestName) bytes." }
}

/// The key that names an object's class in formats without objects: the first of its dictionary.
package enum ClassKey {
    package static let text = "$class"

    /// True for that key, and for those that stand for a dictionary's own first key.
    package static func isOne(_ key: String) -> Bool {
        key.utf8.first == UInt8(ascii: "$") && key.utf8.drop { $0 == UInt8(ascii: "$") }.elementsEqual("class".utf8)
    }

    /// What is written where a dictionary's own first key would name a class.
    package static func escaped(_ key: String) -> String { isOne(key) ? "$" + key : key }

    /// The first key that was written as this one, which names no class.
    package static func unescaped(_ key: String) -> String { isOne(key) && key != text ? String(key.dropFirst()) : key }
}
