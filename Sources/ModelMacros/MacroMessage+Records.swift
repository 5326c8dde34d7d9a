// The messages about structs and enums.

extension MacroMessage {
    static let transientWithoutDefault = MacroMessage(
        "transientWithoutDefault", "A @Transient property of a struct needs a value: nothing reads it")
    static let keepsUnknown = MacroMessage(
        "keepsUnknown", "Only a class can keep keys that it doesn't know: a value ignores or refuses them")
    static let ignoreUnknown = MacroMessage("ignoreUnknown", "Ignore them")
    static func codableRecord(_ lost: String) -> MacroMessage {
        MacroMessage(
            "codableRecord",
            """
            Coders other than this library's ignore \(lost): declare the types around it with @Model and not as Codable, \
            or write init(from:) and encode(to:) for other coders
            """, severity: .warning)
    }
    static let unknownKeysOfEnum = MacroMessage(
        "unknownKeysOfEnum", "'unknownKeys' has no effect: no case has values with labels, which files have under keys",
        severity: .warning)
    static let versionOfEnum = MacroMessage(
        "versionOfEnum", "An enum has no version: the struct or class that holds it has one")
    static let versionWithoutSteps = MacroMessage(
        "versionWithoutSteps",
        "A struct with a version needs 'static func migrate(_ object: inout ModelDocument, from version: Int) throws'")
    static let rawEnum = MacroMessage(
        "rawEnum", "Files have an enum with raw values by those: without @Model, it conforms to ModelValue by saying so"
    )
    static let conformToModelValue = MacroMessage("conformToModelValue", "Conform to 'ModelValue'")
    static let privateRecord = MacroMessage(
        "privateRecord", "@Model writes an extension, which can't see a private type in another one")
    static let makeFileprivate = MacroMessage("makeFileprivate", "Make it fileprivate")
    static let relationshipOfStruct = MacroMessage(
        "relationshipOfStruct", "Only models have relationships: a struct has no identity")

    static let formOfClass = MacroMessage("formOfClass", "Only the cases of an enum have a content")
    static let formOfStruct = MacroMessage("formOfStruct", "A struct has no cases or subclasses that a tag could name")
    static let tagOfRecord = MacroMessage("tagOfRecord", "Only a class has subclasses, and a tag among them")
    static let defaultsOfRecord = MacroMessage(
        "defaultsOfRecord", "Only a class chooses which defaults are written: a value doesn't know what its file had")
    static let contentWithoutTag = MacroMessage(
        "contentWithoutTag", "Where the values of a case have a key, its name needs one: add 'tag'")
    static let untaggedWithTag = MacroMessage("untaggedWithTag", "An enum's cases have a tag, or are untagged")
    static let listWithTag = MacroMessage(
        "listWithTag",
        "The name of a case stands among its labels here: give the values labels, or the enum a 'content'")

    static let pathOfCase = MacroMessage("pathOfCase", "A case is a key of the value itself, and can't stand deeper")
    static func caseKeyTwice(_ key: String, _ other: String) -> MacroMessage {
        MacroMessage("caseKeyTwice", "The case '\(other)' has the key \"\(key)\", too")
    }
    static func unsaveableValue(_ type: TypeShape.Unsaveable) -> MacroMessage {
        MacroMessage("unsaveableValue", "A \(type.rawValue) can't be saved. Give the value another type")
    }
    static let unknownNotCase = MacroMessage("unknownNotCase", "@Unknown belongs on a case of an enum with @Model")
    static let unknownTwice = MacroMessage("unknownTwice", "Only one case stands for those that the enum doesn't know")
    static let unknownWithValues = MacroMessage(
        "unknownWithValues", "The case for unknown ones has no value, or a ModelDocument, which keeps what the file has"
    )
    static let keyOfUnknown = MacroMessage("keyOfUnknown", "The case for unknown ones has no key of its own")
}
