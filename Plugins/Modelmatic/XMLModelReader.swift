import FormatSupport
import ModelCore

/// Reads the XML of a `contents` file. It is a `model` of `entity` elements. These contain `attribute` and
/// `relationship`, and all three may contain `userInfo` with `entry`. Every other element is skipped.
final class XMLModelReader: XMLElementReader {
    /// The greatest depth of elements, and the largest number of them. No model needs more.
    private static let maximumDepth = 64
    private static let maximumElements = 1_000_000

    private enum Element {
        case model, entity, attribute, relationship, userInfo, entry, other

        init(_ name: String, in parent: Element?) {
            self =
                switch (parent, name) {
                case (nil, "model"): .model
                case (.model, "entity"): .entity
                case (.entity, "attribute"): .attribute
                case (.entity, "relationship"): .relationship
                case (.entity, "userInfo"), (.attribute, "userInfo"), (.relationship, "userInfo"): .userInfo
                case (.userInfo, "entry"): .entry
                default: .other
                }
        }
    }

    private var draft = ModelDraft()
    private var open: [Element] = []
    private var count = 0
    /// The entity whose element is open, and the attribute or relationship in it.
    private var entity: ModelDraft.Entity?
    private var property: XMLModelElement?

    private init() {}

    /// Returns the entities that an XML text declares.
    static func entities(in data: Data) throws(ModelError) -> [DataModel.Entity.Content] {
        let reader = XMLModelReader()
        try XMLElements.read(data, by: reader)
        return try reader.draft.linked()
    }

    func begin(_ name: String, _ attributes: [String: String], at location: ModelLocation) throws(ModelError) {
        let element = Element(name, in: open.last)
        guard !open.isEmpty || element == .model else {
            throw ModelError(
                .unknownFormat, "It is no Core Data model: its root is the element \(ErrorText.quoted(name)).")
        }
        open.append(element)
        count += 1
        try placing { () throws(ModelError) in
            guard count <= Self.maximumElements else {
                throw ModelError(.nodesExceeded, "It has more than \(Self.maximumElements) elements.")
            }
            guard open.count <= Self.maximumDepth else {
                throw ModelError(.depthExceeded, "Its elements are nested deeper than \(Self.maximumDepth) levels.")
            }
            let content = XMLModelElement(attributes, location)
            switch element {
            case .entity: entity = try content.entity()
            case .attribute, .relationship: property = content
            case .entry where property != nil: try property?.userInfo.insert(content)
            case .entry: try entity?.content.userInfo.insert(content)
            case .model, .userInfo, .other: break
            }
        }
    }

    func end() throws(ModelError) {
        try placing { () throws(ModelError) in
            switch (open.popLast(), property) {
            case (.entity, _):
                guard let finished = entity else { break }
                entity = nil
                try draft.append(finished)
            case (.attribute, let element?):
                try entity?.content.append(element.attribute())
                property = nil
            case (.relationship, let element?):
                try entity?.append(element.relationship(), element.link())
                property = nil
            default: break
            }
        }
    }

    /// Runs code whose errors concern the open entity and property, and adds their names to the errors.
    private func placing(_ body: () throws(ModelError) -> Void) throws(ModelError) {
        do {
            try body()
        } catch {
            var error = error
            if let name = try? property?.word("name"), error.path.components.isEmpty { error = error.within(name) }
            if let name = entity?.content.name { error = error.within(name) }
            throw error.at(property?.location)
        }
    }
}
