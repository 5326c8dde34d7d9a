import FormatSupport
import ModelCore

/// The attributes of an XML element, from which the parts of a model are made.
struct XMLModelElement {
    fileprivate let attributes: [String: String]
    let location: ModelLocation
    var userInfo: [String: String] = [:]

    init(_ attributes: [String: String], _ location: ModelLocation) {
        self.attributes = attributes
        self.location = location
    }

    /// Returns the text of an attribute, which is a name or another word. Returns nil if there is no such attribute,
    /// or if it is empty.
    func word(_ key: String) throws(ModelError) -> String? {
        guard let text = attributes[key], !text.isEmpty else { return nil }
        return try ModelDraft.name(text)
    }

    func entity() throws(ModelError) -> ModelDraft.Entity {
        let name = try name("entity")
        do {
            return try ModelDraft.Entity(
                DataModel.Entity.Content(
                    name: name, className: word("representedClassName"), isAbstract: flag("isAbstract")),
                parent: word("parentEntity"), at: location)
        } catch {
            throw error.within(name)
        }
    }

    func attribute() throws(ModelError) -> DataModel.Attribute {
        let typeName = try word("attributeType")
        let type = typeName.flatMap(DataModel.AttributeType.init) ?? .undefined
        return try DataModel.Attribute(
            name: name("attribute"), type: type, isOptional: flag("optional"), isTransient: flag("transient"),
            defaultValue: defaultValue(type), valueTransformerName: word("valueTransformerName"),
            customClassName: word("customClassName"), userInfo: userInfo)
    }

    private func defaultValue(_ type: DataModel.AttributeType) throws(ModelError) -> ModelScalar? {
        // If the date's seconds are stored, the text is ignored: a person has typed it into the editor, such as "now".
        let seconds: String? = try type == .date ? word("defaultDateTimeInterval") : nil
        let text = seconds ?? attributes["defaultValueString"]
        return try type.defaultValue(text.map { .string($0) } ?? .null)
    }

    func relationship() throws(ModelError) -> DataModel.Relationship.Content {
        let rule = try word("deletionRule") ?? DataModel.DeletionRule.nullify.rawValue
        guard let deletionRule = DataModel.DeletionRule(rawValue: rule) else {
            throw ModelError(
                .typeMismatch,
                expected: DataModel.DeletionRule.allCases.map(\.rawValue).joined(separator: ", "),
                found: ErrorText.quoted(rule))
        }
        return try DataModel.Relationship.Content(
            name: name("relationship"), isToMany: flag("toMany"), isOrdered: flag("ordered"),
            isOptional: flag("optional"), isTransient: flag("transient"), minimumCount: number("minCount"),
            maximumCount: number("maxCount"), deletionRule: deletionRule, userInfo: userInfo)
    }

    func link() throws(ModelError) -> ModelDraft.Link {
        try ModelDraft.Link(
            destination: word("destinationEntity"), inverse: word("inverseName"),
            inverseEntity: word("inverseEntity"), location: location)
    }

    private func name(_ kind: String) throws(ModelError) -> String {
        guard let name = try word("name") else { throw ModelError(.corruptData, "The \(kind) has no name.") }
        return name
    }

    private func flag(_ key: String) throws(ModelError) -> Bool {
        guard let text = try word(key) else { return false }
        guard let flag = try? ScalarConversion.bool(.string(text), fromText: true) else {
            throw ModelError(.typeMismatch, expected: "YES or NO for \(key)", found: ErrorText.quoted(text))
        }
        return flag
    }

    private func number(_ key: String) throws(ModelError) -> Int {
        guard let text = try word(key) else { return 0 }
        guard let number = Int(text) else {
            throw ModelError(.typeMismatch, expected: "a number for \(key)", found: ErrorText.quoted(text))
        }
        return number
    }
}

extension [String: String] {
    /// Adds an entry to this `userInfo`.
    mutating func insert(_ entry: XMLModelElement) throws(ModelError) {
        guard let text = entry.attributes["key"] else {
            throw ModelError(.corruptData, "An entry of userInfo has no key.")
        }
        let key = try ModelDraft.name(text)
        guard updateValue(entry.attributes["value"] ?? "", forKey: key) == nil else {
            throw ModelError(.duplicateKey, "userInfo has the key \(ErrorText.quoted(key)) twice.")
        }
    }
}
