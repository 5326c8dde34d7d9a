import FormatSupport
import Foundation
import ModelCore

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// Reads the XML of a `contents` file. It is a `model` of `entity` elements. These contain `attribute` and
/// `relationship`, and all three may contain `userInfo` with `entry`. Every other element is skipped.
final class XMLModelReader: NSObject, XMLParserDelegate {
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

    private var text: XMLText
    private var draft = ModelDraft()
    private var open: [Element] = []
    private var count = 0
    /// The entity whose element is open, and the attribute or relationship in it.
    private var entity: ModelDraft.Entity?
    private var property: XMLModelElement?
    private var failure: ModelError?

    private init(_ text: XMLText) {
        self.text = text
    }

    /// The entities that an XML text declares.
    static func entities(in data: Data) throws(ModelError) -> [DataModel.Entity.Content] {
        let reader = XMLModelReader(try XMLText(data))
        let parser = XMLParser(data: reader.text.data)
        parser.shouldResolveExternalEntities = false
        parser.delegate = reader
        let isWhole = parser.parse()
        if let failure = reader.failure { throw failure }
        // The parser reports success for some incomplete files.
        guard isWhole, parser.parserError == nil, reader.count > 0, reader.open.isEmpty else {
            throw XMLText.error(reader.count > 0 ? 77 : 4).at(
                reader.text.location(line: parser.lineNumber, column: parser.columnNumber))
        }
        return try reader.draft.linked()
    }

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        attempt(parser) { () throws(ModelError) in
            let element = Element(name, in: open.last)
            guard !open.isEmpty || element == .model else {
                throw ModelError(
                    .unknownFormat, "It is no Core Data model: its root is the element \(ErrorText.quoted(name)).")
            }
            open.append(element)
            count += 1
            guard count <= Self.maximumElements else {
                throw ModelError(.nodesExceeded, "It has more than \(Self.maximumElements) elements.")
            }
            guard open.count <= Self.maximumDepth else {
                throw ModelError(.depthExceeded, "Its elements are nested deeper than \(Self.maximumDepth) levels.")
            }
            let location = text.tagLocation(line: parser.lineNumber, column: parser.columnNumber)
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

    func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
        attempt(parser) { () throws(ModelError) in
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

    func parser(_ parser: XMLParser, parseErrorOccurred error: any Error) {
        attempt(parser) { () throws(ModelError) in
            throw XMLText.error((error as NSError).code)
                .at(text.location(line: parser.lineNumber, column: parser.columnNumber))
        }
    }

    /// Does a part of the work. An error ends all of it.
    private func attempt(_ parser: XMLParser, _ body: () throws(ModelError) -> Void) {
        guard failure == nil else { return }
        do {
            try body()
        } catch {
            var error = error
            if let name = try? property?.word("name"), error.path.components.isEmpty { error = error.within(name) }
            if let name = entity?.content.name { error = error.within(name) }
            failure = error.at(
                property?.location ?? text.tagLocation(line: parser.lineNumber, column: parser.columnNumber))
            parser.abortParsing()
        }
    }
}
