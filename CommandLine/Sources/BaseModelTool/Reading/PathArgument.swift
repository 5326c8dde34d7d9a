import ArgumentParser
import ModelCore

/// The path of a value in a file, as an argument. With `[*]`, it is a path to several values.
struct PathArgument {
    /// One step of the path.
    enum Step: Equatable {
        case known(ModelPath.Component)
        /// The step to an element, by its position counted from the end. The last element has the position 1.
        case fromEnd(Int)
        /// The step to every element.
        case every

        /// The key of the step. Nil for a step to elements.
        fileprivate var key: String? { if case .known(.key(let key)) = self { key } else { nil } }
    }

    /// The path as the user wrote it.
    let text: String
    let steps: [Step]

    /// - Throws: A `ValidationError` if the text isn't a path. The error suggests a path that may be meant.
    init(_ text: String) throws {
        self.text = text
        guard let steps = Self.steps(of: text) else {
            guard let hint = Self.hint(for: text, in: nil) else {
                throw ValidationError("\(text) is no path, such as items[3].due or user[\"first.name\"].")
            }
            guard !hint.isEmpty else { throw ValidationError("The root needs no path.") }
            var message = "\(text) is no path: write \(hint) instead."
            if text.hasSuffix("[]"), hint.hasSuffix("[*]") {
                message += " That is every element. A new one is appended with the index behind the last one's: "
                message += "\(hint.dropLast(3))[3] if there are three."
            }
            throw ValidationError(message)
        }
        self.steps = steps
    }

    /// True if the path may find several values.
    var isPattern: Bool { steps.contains(.every) }

    /// The path without `[*]` and indexes from the end. Nil if the path has one of these steps.
    var plain: ModelPath? { Self.plain(steps) }

    private static func plain(_ steps: [Step]) -> ModelPath? {
        let components = steps.compactMap { step -> ModelPath.Component? in
            guard case .known(let component) = step else { return nil }
            return component
        }
        return components.count == steps.count ? ModelPath(components) : nil
    }

    /// - Throws: A `ValidationError` for a path with `[*]`.
    func requireSingle() throws {
        if isPattern { throw ValidationError("\(text): The path of one value is needed, without [*].") }
    }

    // MARK: Values

    /// Returns the value at the path.
    func value(in document: ModelDocument, of file: String) throws -> ModelDocument.Value {
        guard let value = try values(in: document, of: file).first else {
            throw missing(PathSearch.Miss(document.root, at: []), in: document).named(file)
        }
        return value
    }

    /// Returns the values at the path, in the order of the file. Returns no values if `[*]` finds an array without
    /// elements.
    ///
    /// - Throws: `unknownProperty` if there are elements, but none of them has the value.
    func values(in document: ModelDocument, of file: String) throws -> [ModelDocument.Value] {
        var search = PathSearch(document.root)
        for step in Self.withElements(steps, in: document) { search.take(step) }
        if search.found.isEmpty, let miss = search.miss { throw missing(miss, in: document).named(file) }
        return search.found.map(\.value)
    }

    /// Returns the paths in a document that this path matches, in the document's order. Their last steps may be new
    /// keys, or the index after the last element.
    ///
    /// - Parameters:
    ///   - omitsMissing: True to omit elements that `[*]` finds and in which the next step finds nothing.
    ///   - makesParents: True if all of the last steps may be new keys.
    /// - Throws: `unknownProperty` for an element in which the next step finds nothing, or if all elements are
    ///   omitted.
    func paths(
        in document: ModelDocument, omittingMissing omitsMissing: Bool, makingParents makesParents: Bool = false
    ) throws -> [ModelPath] {
        let steps = Self.withElements(steps, in: document)
        if let plain = Self.plain(steps) {
            try requireNoPointer(in: document)
            return [plain]
        }
        var search = PathSearch(document.root)
        let searched = steps.lastIndex { if case .known = $0 { false } else { true } } ?? 0
        let end = makesParents ? searched + 1 : max(searched + 1, steps.count - 1)
        for step in steps[..<end] { search.take(step) }
        let last = Self.plain(Array(steps[end...]))?.components ?? []
        if let miss = search.miss, !omitsMissing || search.found.isEmpty { throw missing(miss, in: document) }
        return search.found.map { ModelPath($0.path + last) }
    }

    /// Throws an error for a path such as `/items/0`, which would be a new key with this name. Doesn't throw if the
    /// document has the key.
    private func requireNoPointer(in document: ModelDocument) throws {
        guard text.hasPrefix("/"), case .known(let first)? = steps.first, document[ModelPath([first])] == nil else {
            return
        }
        var error = missing(PathSearch.Miss(document.root, at: []), in: document)
        error.reason += " A key of that name is \(Self.quoted(first))."
        throw error
    }

    private static func quoted(_ component: ModelPath.Component) -> String {
        guard case .key(let key) = component else { return ModelPath([component]).description }
        return "[\(ValueText.quoted(key))]"
    }

    private func missing(_ miss: PathSearch.Miss, in document: ModelDocument) -> ModelError {
        let place = miss.path.isEmpty ? "the root" : ModelPath(miss.path).description
        var error = ModelError(
            .unknownProperty, "There is nothing here: \(place) is \(ValueText.summary(miss.last)).")
        if let plain { error.path = plain } else { error.reason = "\(text): \(error.reason)" }
        return withHint(error, in: document)
    }

    /// Returns a copy of an error. If the path is in the language of another tool, the copy suggests the path that
    /// may be meant.
    func withHint(_ error: ModelError, in document: ModelDocument) -> ModelError {
        guard let hint = Self.hint(for: text, in: document), !hint.isEmpty else { return error }
        var copy = error
        copy.reason += " Write \(hint) instead."
        return copy
    }

    // MARK: Text

    private static func steps(of text: String) -> [Step]? {
        var steps: [Step] = []
        // Between the steps that `ModelPath` doesn't know, there are paths. One that follows such a step begins with
        // a dot or a bracket, as after an index.
        var part = ""
        func plain() -> [Step]? {
            let isFirst = steps.isEmpty
            return ModelPath(isFirst ? part : "[0]" + part).map { path in
                path.components.dropFirst(isFirst ? 0 : 1).map { .known($0) }
            }
        }
        var rest = text[...].unicodeScalars
        var isQuoted = false
        while let next = rest.first {
            if !isQuoted, next == "[", let match = Substring(rest).prefixMatch(of: /\[(?:\*|-([0-9]+))\]/) {
                guard let known = plain() else { return nil }
                steps += known
                if let digits = match.1 {
                    guard let number = Int(digits), number > 0 else { return nil }
                    steps.append(.fromEnd(number))
                } else {
                    steps.append(.every)
                }
                part = ""
                rest = rest[match.range.upperBound...]
                continue
            }
            if next == "\"" { isQuoted.toggle() }
            part.unicodeScalars.append(rest.removeFirst())
            if isQuoted, next == "\\", let escaped = rest.popFirst() { part.unicodeScalars.append(escaped) }
        }
        guard let known = plain() else { return nil }
        return steps + known
    }

    /// Returns the path that a text in the language of another tool represents: `.items[0]` and `.items[]` of jq,
    /// `$.items[0]` of JSONPath, `/items/0` of JSON pointers, and `items.0`. Returns an empty text for the root.
    /// Returns nil if the text is in none of these languages.
    ///
    /// - Parameter document: The document, which tells an index from a key of digits. Nil: digits are indexes.
    private static func hint(for text: String, in document: ModelDocument?) -> String? {
        let candidate: [Step]
        if text.hasPrefix("/") {
            candidate = text.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map { part in
                .known(.key(String(part).replacing("~1", with: "/").replacing("~0", with: "~")))
            }
        } else {
            var rest = text[...]
            if rest.hasPrefix("$") { rest.removeFirst() }
            if rest.hasPrefix(".") { rest.removeFirst() }
            guard let steps = steps(of: String(rest.replacing("[]", with: "[*]"))) else { return nil }
            candidate = steps
        }
        let steps = withIndexes(candidate, in: document)
        return steps == self.steps(of: text) ? nil : description(of: steps)
    }

    /// Returns the steps, with an index in place of each key of digits at which the document has an array.
    private static func withIndexes(_ steps: [Step], in document: ModelDocument?) -> [Step] {
        indexed(steps, in: document) { key, _ in Int(key) }
    }

    /// Returns the steps, with the first element in place of `NS.object.0` at a set of the document, and so on.
    /// HRCoded files and `show --json` use these names for elements.
    private static func withElements(_ steps: [Step], in document: ModelDocument) -> [Step] {
        let prefix = "NS.object."
        guard steps.contains(where: { $0 == .known(.key("NS")) || $0.key?.hasPrefix(prefix) ?? false }) else {
            return steps
        }
        return indexed(steps, in: document) { key, rest in
            if key.hasPrefix(prefix) { return Int(key.dropFirst(prefix.utf8.count)) }
            guard key == "NS", rest.first == .known(.key("object")), let number = rest.dropFirst().first?.key else {
                return nil
            }
            rest.removeFirst(2)
            return Int(number)
        }
    }

    /// Returns the steps, with indexes in place of keys at which the document has an array or a set.
    ///
    /// - Parameter index: Returns the index that a key represents. Returns nil if the key is no index. The function
    ///   may remove some of the following steps.
    private static func indexed(
        _ steps: [Step], in document: ModelDocument?, _ index: (String, inout ArraySlice<Step>) -> Int?
    ) -> [Step] {
        var value = document?.root
        var rest = steps[...]
        var found: [Step] = []
        while var step = rest.popFirst() {
            if let key = step.key, value?.isList ?? (document == nil), let index = index(key, &rest), index >= 0 {
                step = .known(.index(index))
            }
            if let last = value {
                var search = PathSearch(last)
                search.take(step)
                value = search.found.first?.value
            }
            found.append(step)
        }
        return found
    }

    private static func description(of steps: [Step]) -> String {
        var text = ""
        for step in steps {
            switch step {
            case .known(let component):
                let part = ModelPath([component]).description
                text += (text.isEmpty || part.hasPrefix("[") ? "" : ".") + part
            case .fromEnd(let number): text += "[-\(number)]"
            case .every: text += "[*]"
            }
        }
        return text
    }
}
