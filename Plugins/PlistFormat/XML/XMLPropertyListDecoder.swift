import FormatSupport
import Foundation
import ModelCore

/// Reads values from an XML property list, straight from its text.
///
/// Objects that are dictionaries whose first key is `$class`, with a string, have that class. A dictionary that has a key twice
/// is an error.
public final class XMLPropertyListDecoder: ModelDecoder {
    public let context: DecodingContext
    public var hasNumerals: Bool { true }

    let scanner: XMLPropertyListScanner
    /// The tag that begins the value at the position, which the scanner has just passed; `endOfFile` once the value is consumed.
    var tag = XMLPropertyListTag.endOfFile
    /// Where that tag begins.
    var valueStart = 0
    var container = XMLContainer(kind: .root, firstEntry: 0)
    var outer: [XMLContainer] = []
    /// The keys that were passed in all dictionaries that are open, the innermost's last.
    let entries = XMLEntryList()
    /// Keys that have escapes in the file.
    var escapedKeys: [String] = []
    private var classes = CodedClassTable()
    /// Where the detours began that are open.
    var detours: [XMLDetour] = []
    private var lines = LineCounter()

    /// Stands at the root value.
    ///
    /// - Throws: `corruptData` where there is none.
    public init(_ content: Data, context: DecodingContext) throws {
        self.context = context
        let source = ByteSource(content)
        do {
            scanner = try XMLPropertyListScanner(source)
        } catch {
            var lines = LineCounter()
            throw ModelError(error, lines.lineAndColumn(at: error.offset, in: source))
        }
        try readTag()
    }

    // MARK: Place

    public var location: ModelLocation? { location(at: valueStart) }

    func location(at offset: Int) -> ModelLocation {
        let (line, column) = lines.lineAndColumn(at: offset, in: scanner.source)
        return ModelLocation(byteOffset: offset, line: line, column: column)
    }

    /// The scanner's error as a model's.
    @inline(never)
    func corrupt(_ error: PropertyListError) -> ModelError {
        ModelError(error, lines.lineAndColumn(at: error.offset, in: scanner.source))
    }

    // MARK: Moving

    /// Moves to the value that comes next.
    func readTag() throws {
        do {
            tag = try scanner.nextTag()
        } catch {
            throw corrupt(error)
        }
        valueStart = scanner.lastTag
        guard tag.isValue else {
            throw corrupt(scanner.unexpected(tag, expected: "a value"))
        }
    }

    func enter(_ new: XMLContainer) {
        outer.append(container)
        container = new
        tag = .endOfFile
    }

    func leave() {
        entries.truncate(to: container.firstEntry)
        if entries.count == 0, !escapedKeys.isEmpty { escapedKeys.removeAll() }
        container = outer.popLast() ?? XMLContainer(kind: .root, firstEntry: 0)
        tag = .endOfFile
    }

    public func skipValue() throws {
        guard tag != .endOfFile else { return }
        do {
            try scanner.skip(tag)
        } catch {
            throw corrupt(error)
        }
        tag = .endOfFile
    }

    public func finish() throws {
        do {
            try scanner.finish()
        } catch {
            throw corrupt(error)
        }
    }

    // MARK: Arrays

    public func beginArray() throws -> Int {
        guard tag.element == .array else { throw mismatch(expected: "array") }
        enter(XMLContainer(kind: .array, firstEntry: entries.count, isEmpty: tag.isEmpty))
        return 0
    }

    public func nextElement() throws -> Bool {
        guard container.kind == .array else { throw mismatch(expected: "array") }
        if tag != .endOfFile { try skipValue() }
        if container.hasEnded {
            leave()
            return false
        }
        do {
            tag = try scanner.nextTag()
        } catch {
            throw corrupt(error)
        }
        if tag == .array.closing {
            leave()
            return false
        }
        valueStart = scanner.lastTag
        guard tag.isValue else {
            throw corrupt(scanner.unexpected(tag, expected: "a value or </array>"))
        }
        return true
    }

    // MARK: Classes

    /// True where the dictionary at the position says its class.
    var hasClass: Bool { tag == .dict && scanner.dictionaryBegins(withKey: "$class") }

    func codedClass() throws -> CodedClass {
        do {
            try scanner.expect(.key)
            _ = try scanner.string(of: .key)
            let name = try scanner.nextTag() == .string ? try scanner.string(of: .string) : ""
            return classes.codedClass(named: name)
        } catch {
            throw corrupt(error)
        }
    }
}
