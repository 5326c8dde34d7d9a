/// The keys with which files of other libraries name the class of an object, or refer to an object elsewhere in the
/// file.
///
/// This library doesn't follow them. Without this check, an object that has only such a key would be read as an object
/// without values.
enum ForeignMark {
    private static let marks: Set<String> = [
        // System.Text.Json, Json.NET, HRCoder in a file of another format; JSON pointers and database references.
        "$id", "$ref", "$type", "$alias", "$reference",
        // Jackson, json-io, XStream, JSON-LD.
        "@id", "@ref", "@type", "@class", "@reference",
        // Python's jsonpickle; an archive's references in a plain property list.
        "py/id", "py/ref", "py/object", "CF$UID",
    ]

    /// The first of the keys, if all keys are special keys of other libraries. Nil in all other cases.
    static func only(in keys: some Collection<String>) -> String? {
        guard let first = keys.first, isMark(first), keys.dropFirst().allSatisfy(isMark) else { return nil }
        return first
    }

    /// True if the key is a special key of another library. Most keys are excluded by their first byte, because a key
    /// may be long.
    private static func isMark(_ key: String) -> Bool {
        guard let byte = key.utf8.first, "$@Cp".utf8.contains(byte), key.utf8.count <= 10 else { return false }
        return marks.contains(key)
    }

    static func error(_ mark: String) -> ModelError {
        ModelError(
            .unknownKey,
            mark == "$alias"
                ? "It is a reference as HRCoder writes them: the file is to be read in one of that library's formats."
                : """
                It has only \(mark), a mark by which another library names an object or refers to one, and which this \
                one doesn't follow.
                """)
    }
}
