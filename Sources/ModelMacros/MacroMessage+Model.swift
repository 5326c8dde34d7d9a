import SwiftSyntax

// The messages of `@Model` for classes, and of the attributes of properties.

extension MacroMessage {
    static let notAClass = MacroMessage(
        "notAClass", "@Model belongs on a class that inherits from BaseModel, a struct or an enum")
    static let noSuperclass = MacroMessage("noSuperclass", "A class with @Model must inherit from BaseModel")
    static func otherSuperclass(_ name: String) -> MacroMessage {
        MacroMessage("otherSuperclass", "A class with @Model must inherit from BaseModel, and \(name) doesn't")
    }
    static let replaceSuperclass = MacroMessage("replaceSuperclass", "Inherit from BaseModel instead")
    static let codableClass = MacroMessage(
        "codableClass",
        """
        Coders other than this library's lose a model's subclass, keys, defaults and shared objects: declare the types \
        around it with @Model and not as Codable, or write init(from:) and encode(to:) for other coders
        """, severity: .warning)
    static let insertSuperclass = MacroMessage("insertSuperclass", "Inherit from BaseModel")

    static let actorClass = MacroMessage(
        "actorClass",
        "A model may be read and written on any thread, so its class can't be the main actor's")
    static let removeActor = MacroMessage("removeActor", "Remove '@MainActor'")
    static func withoutValue(_ name: String) -> MacroMessage {
        MacroMessage("withoutValue", "Give \(name) a value: it stands where a file has none")
    }
    static func insertValue(_ value: String) -> MacroMessage { MacroMessage("insertValue", "Insert '\(value)'") }

    static let lazyProperty = MacroMessage(
        "lazyProperty", "A lazy property can't be saved: saving would compute it. Mark it @Transient")
    static let unownedProperty = MacroMessage(
        "unownedProperty", "An unowned property can't be saved. Make it weak, or mark it @Transient")
    static let tuplePattern = MacroMessage(
        "tuplePattern",
        "Properties that are declared as a tuple can't be saved. Declare each by itself, or mark them @Transient")
    static func unusableName(_ name: String) -> MacroMessage {
        MacroMessage(
            "unusableName",
            """
            Swift takes the name \(name) for another thing where this is saved. Choose one of its own, and mark it \
            @Key("\(name)")
            """)
    }
    static let insertTransient = MacroMessage("insertTransient", "Insert '@Transient'")

    static func unsaveableType(_ type: TypeShape.Unsaveable) -> MacroMessage {
        MacroMessage(
            "unsaveableType", "A \(type.rawValue) can't be saved. Give the property another type, or mark it @Transient"
        )
    }

    static let nameNotLiteral = MacroMessage(
        "nameNotLiteral",
        "A class's name in files must be a plain string literal, because it is registered before the program runs")
    static let nameEmpty = MacroMessage("nameEmpty", "A class's name in files can't be empty")
    static let aliasesNotLiteral = MacroMessage(
        "aliasesNotLiteral", "The aliases must be written as an array of string literals")
    static func aliasRepeated(_ alias: String) -> MacroMessage {
        MacroMessage("aliasRepeated", "The name \"\(alias)\" is given twice")
    }
    static func standsForTag(_ name: String) -> MacroMessage {
        MacroMessage(
            "standsForTag",
            "Files have the tag of the class under '\(name)': the property is set to it, and its own value isn't written",
            severity: .remark)
    }
    static let hashableNotLiteral = MacroMessage(
        "hashableNotLiteral", "The properties that tell objects apart are named by string literals: [\"isbn\"]")
    static func hashableUnknown(_ name: String, in type: String, _ nearest: String?) -> MacroMessage {
        let question = nearest.map { ". Is it '\($0)'?" } ?? ": declare it in the class itself"
        return MacroMessage("hashableUnknown", "\(type) declares no property '\(name)'\(question)")
    }
    static let hashableRecord = MacroMessage(
        "hashableRecord", "A struct or an enum says by itself that it is Hashable, and how")
    static func versionWithoutStep(_ version: String) -> MacroMessage {
        MacroMessage(
            "versionWithoutStep",
            """
            Nothing leads to version \(version): objects of earlier versions are read as they are. Override \
            'class func migrate(_ object: inout ModelDocument, from version: Int) throws', even if it does nothing
            """, severity: .warning)
    }
    static func withoutTag(_ argument: String) -> MacroMessage {
        MacroMessage(
            "withoutTag",
            """
            '\(argument)' has no effect: no superclass has 'tag', the key under which objects of a hierarchy name \
            their class
            """, severity: .warning)
    }
    static let genericVersion = MacroMessage(
        "genericVersion", "A generic class can't have a version: each of its specialisations is a class")
    static let versionBelowOne = MacroMessage(
        "versionBelowOne", "Versions are numbers from 1 on; files that tell none have the first")
    static let genericName = MacroMessage(
        "genericName",
        "The name has no effect: a generic class isn't registered, because each of its specialisations is a class",
        severity: .warning)
    static let removeArguments = MacroMessage("removeArguments", "Remove the arguments")

    static let transientNotStored = MacroMessage(
        "transientNotStored", "@Transient has no effect here: only stored properties of an instance are saved",
        severity: .warning)
    static let transientNotProperty = MacroMessage("transientNotProperty", "@Transient belongs on a stored property")
    static let removeTransient = MacroMessage("removeTransient", "Remove '@Transient'")

    static func constantVaries(_ name: String) -> MacroMessage {
        MacroMessage(
            "constantVaries",
            "The constant '\(name)' is saved, but has a new value after each load: make it a 'var', or @Transient",
            severity: .warning)
    }
    static let makeVariable = MacroMessage("makeVariable", "Replace 'let' by 'var'")

    static let keyNotProperty = MacroMessage("keyNotProperty", "@Key belongs on a property of an instance")
    static let keyNotSettable = MacroMessage(
        "keyNotSettable", "A computed property with @Key needs a setter, with which it is read from files")
    static let keyOfTransient = MacroMessage("keyOfTransient", "A property is either @Transient or has a @Key")
    static let keyEmpty = MacroMessage("keyEmpty", "A key can't be empty")
    static let keyOfVersion = MacroMessage(
        "keyOfVersion", "Files have the version of an object under the key \"$version\": choose another")
    static let keyOfClass = MacroMessage(
        "keyOfClass", "Files have the class of an object under the key \"$class\": choose another")
    static func notAPath(_ path: String) -> MacroMessage {
        MacroMessage(
            "notAPath",
            "\"\(path)\" is no path: write keys with dots between them, and a key that has a dot as [\"a.b\"]")
    }
    static func keyTwice(_ key: String, _ other: String) -> MacroMessage {
        MacroMessage("keyTwice", "The property '\(other)' has the key \"\(key)\", too")
    }
    static func keyInValue(_ path: String, _ other: String, _ type: String) -> MacroMessage {
        MacroMessage(
            "keyInValue", "\"\(path)\" leads into the property '\(other)', whose type \(type) has no keys")
    }
    static func secondKey(_ other: String, forAll: Bool) -> MacroMessage {
        MacroMessage(
            "secondKey",
            """
            This key has no effect: \(forAll ? "in all formats" : "in these formats") the property has that of \(other). \
            \(forAll ? "Name the formats of this one with 'for', or write an earlier key as an alias" : "Name others")
            """, severity: .warning)
    }
    static func withoutModel(_ name: String) -> MacroMessage {
        MacroMessage(
            "withoutModel", "@\(name) has no effect outside of a declaration with @Model", severity: .warning)
    }
    static let removeKey = MacroMessage("removeKey", "Remove '@Key'")

    static func formNotOfProperty(_ name: String) -> MacroMessage {
        MacroMessage("formNotOfProperty", "@\(name) belongs on a property of an instance")
    }
    static func formOfTransient(_ name: String) -> MacroMessage {
        MacroMessage(
            "formOfTransient", "@\(name) has no effect: files don't hold a @Transient property", severity: .warning)
    }
    static func formOfComputed(_ name: String) -> MacroMessage {
        MacroMessage(
            "formOfComputed", "@\(name) has no effect: files don't hold a computed property without @Key",
            severity: .warning)
    }
    static let formTwice = MacroMessage("formTwice", "A property has one form in files")
    static let formOfWeak = MacroMessage(
        "formOfWeak", "A weak property is a reference in files, and has no other form")
    static func removeAttribute(_ name: String) -> MacroMessage {
        MacroMessage("removeAttribute", "Remove '@\(name)'")
    }
    static let insertKey = MacroMessage("insertKey", "Add '@Key'")

    static let relationshipNotStored = MacroMessage(
        "relationshipNotStored", "@Relationship belongs on a stored property of an instance")
    static let relationshipConstant = MacroMessage(
        "relationshipConstant", "A relationship can't be a constant: its inverse sets it")
    static let relationshipTransient = MacroMessage(
        "relationshipTransient",
        "A @Transient property can't be a relationship: make it weak, and files have a reference")
    static let relationshipInForm = MacroMessage(
        "relationshipInForm", "Files hold a relationship's models themselves, and in no other form")
    static let relationshipObserved = MacroMessage(
        "relationshipObserved",
        """
        @Relationship adds an observer, and a property has one: list the property by hand, and call \
        updateInverse(of:from:to:) in this one
        """)
    static let inverseNotProperty = MacroMessage(
        "inverseNotProperty",
        "The inverse is a property of the other class, such as \\Book.author, or its name as a literal")
    static func relationshipToNoModel(_ type: String) -> MacroMessage {
        MacroMessage("relationshipToNoModel", "A relationship holds a model or an array of models, and not \(type)")
    }
}
