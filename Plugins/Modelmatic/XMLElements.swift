internal import CExpat
import FormatSupport
import ModelCore

/// A receiver of the elements of an XML text, in their order.
protocol XMLElementReader: AnyObject {
    func begin(_ name: String, _ attributes: [String: String], at location: ModelLocation) throws(ModelError)
    func end() throws(ModelError)
}

/// Finds the elements of an XML text in UTF-8 with the parser Expat.
///
/// Expat expands no entities and opens no other files, because a document type, which declares them, is refused.
@safe
final class XMLElements {
    /// The largest size of a text, in bytes. Models usually have some thousands of bytes.
    static let maximumBytes = 8 << 20
    /// The largest number of a tag's attributes.
    private static let maximumAttributes = 1_000

    private let reader: any XMLElementReader
    private let source: ByteSource
    private let parser: XML_Parser
    private var lines = LineCounter()
    private var hasElements = false
    private var failure: ModelError?

    private init(_ data: Data, _ parser: XML_Parser, _ reader: any XMLElementReader) {
        self.reader = reader
        source = ByteSource(data)
        unsafe self.parser = parser
    }

    deinit { unsafe XML_ParserFree(parser) }

    /// Gives all elements of a text to a reader.
    ///
    /// - Throws: `bytesExceeded`; `unknownFormat` for a text that isn't XML; `corruptData`; the reader's errors.
    static func read(_ data: Data, by reader: any XMLElementReader) throws(ModelError) {
        guard data.count <= maximumBytes else { throw .tooLarge(maximumBytes) }
        guard !data.isEmpty else { throw ModelError(.unknownFormat, "The file is empty.") }
        // XML contains no NUL, but any text with two bytes for each character does.
        guard !data.contains(0), String(validating: data, as: UTF8.self) != nil else {
            throw ModelError(.unknownFormat, "It is neither a keyed archive nor XML in UTF-8.")
        }
        // The parser gets the encoding in which the text was checked, so that it reads the text in no other encoding.
        guard let parser = unsafe XML_ParserCreate("UTF-8") else {
            throw ModelError(.corruptData, "There is no memory for it.")
        }
        try unsafe XMLElements(data, parser, reader).parse()
    }

    private func parse() throws(ModelError) {
        unsafe XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
        unsafe XML_SetXmlDeclHandler(parser) { elements, _, encoding, _ in
            unsafe XMLElements.of(elements).requireEncoding(encoding.map { unsafe String(cString: $0) })
        }
        unsafe XML_SetStartDoctypeDeclHandler(parser) { elements, _, _, _, _ in
            unsafe XMLElements.of(elements).refuseType()
        }
        unsafe XML_SetElementHandler(
            parser, { unsafe XMLElements.of($0).begin($1, $2) }, { elements, _ in unsafe XMLElements.of(elements).end() })
        let isWhole = unsafe source.bytes(0..<source.count).withMemoryRebound(to: CChar.self) { bytes in
            unsafe XML_Parse(parser, bytes.baseAddress, Int32(bytes.count), 1) == XML_STATUS_OK
        }
        if let failure { throw failure }
        if !isWhole { throw error(unsafe XML_GetErrorCode(parser)).at(location) }
    }

    /// Returns the object that a call of the parser is for.
    private static func of(_ pointer: UnsafeMutableRawPointer?) -> XMLElements {
        guard let pointer = unsafe pointer else { preconditionFailure("The parser has no reader.") }
        return unsafe Unmanaged<XMLElements>.fromOpaque(pointer).takeUnretainedValue()
    }

    // MARK: Calls of the parser

    private func requireEncoding(_ encoding: String?) {
        attempt { () throws(ModelError) in
            guard ["utf-8", "us-ascii", nil].contains(encoding?.lowercased()) else {
                throw ModelError(.corruptData, "Models are in UTF-8, and this one says that it isn't.")
            }
        }
    }

    private func refuseType() {
        // The parser has passed the beginning of the declaration.
        var start = place
        while start > 0, !source.bytes(0..<source.count).has("<!DOCTYPE", at: start) { start -= 1 }
        attempt { () throws(ModelError) in
            throw ModelError(.corruptData, "A document type is declared, which no model needs.").at(location(of: start))
        }
    }

    @safe
    private func begin(
        _ name: UnsafePointer<CChar>?, _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>?
    ) {
        attempt { () throws(ModelError) in
            hasElements = true
            guard let name = unsafe name, let attributes = unsafe attributes else { return }
            let element = try unsafe Self.name(name)
            var values: [String: String] = [:]
            // Names and values in turn, up to a null.
            var place = 0
            while let key = unsafe attributes[place], let value = unsafe attributes[place + 1] {
                guard values.count < Self.maximumAttributes else {
                    throw ModelError(.corruptData, "A tag has more than \(Self.maximumAttributes) attributes.")
                }
                values[try unsafe Self.name(key)] = unsafe String(cString: value)
                place += 2
            }
            try reader.begin(element, values, at: location)
        }
    }

    private func end() {
        attempt { () throws(ModelError) in try reader.end() }
    }

    private static func name(_ text: UnsafePointer<CChar>) throws(ModelError) -> String {
        try ModelDraft.name(unsafe String(cString: text))
    }

    /// Does a part of the work. An error ends the whole reading.
    private func attempt(_ body: () throws(ModelError) -> Void) {
        guard failure == nil else { return }
        do {
            try body()
        } catch {
            failure = error.at(location)
            unsafe _ = XML_StopParser(parser, 0)
        }
    }

    // MARK: Errors

    /// The location of the parser: the beginning of a tag, or of an error in the text.
    private var location: ModelLocation { location(of: place) }

    private var place: Int { min(max(unsafe XML_GetCurrentByteIndex(parser), 0), source.count) }

    private func location(of place: Int) -> ModelLocation {
        let (line, column) = lines.lineAndColumn(at: place, in: source)
        return ModelLocation(byteOffset: place, line: line, column: column)
    }

    private func error(_ code: XML_Error) -> ModelError {
        let isNone = code == XML_ERROR_SYNTAX || code == XML_ERROR_NO_ELEMENTS
        if isNone, !hasElements { return ModelError(.unknownFormat, "It is neither a keyed archive nor XML.") }
        let reason =
            switch code {
            case XML_ERROR_NO_ELEMENTS: "The XML ends before it is complete."
            case XML_ERROR_UNCLOSED_TOKEN, XML_ERROR_PARTIAL_CHAR, XML_ERROR_UNCLOSED_CDATA_SECTION:
                "The XML ends within a tag, a comment, or a text."
            case XML_ERROR_TAG_MISMATCH: "An end tag has another name than the start tag."
            case XML_ERROR_DUPLICATE_ATTRIBUTE: "A tag has two attributes of one name."
            case XML_ERROR_JUNK_AFTER_DOC_ELEMENT: "The XML goes on behind its end."
            case XML_ERROR_UNDEFINED_ENTITY: "An entity is used that isn't declared."
            default: "It is no well-formed XML: \(unsafe XML_ErrorString(code).map { unsafe String(cString: $0) } ?? "")."
            }
        return ModelError(.corruptData, reason)
    }
}

extension ModelError {
    /// Returns the error for a file that is larger than a model's may be.
    static func tooLarge(_ limit: Int) -> ModelError {
        ModelError(.bytesExceeded, "It is larger than \(limit >> 20) MiB.")
    }
}
