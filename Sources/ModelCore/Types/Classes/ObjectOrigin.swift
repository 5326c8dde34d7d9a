import FormatSupport

/// The facts about an instance in its file that are written back, besides its values.
struct ObjectOrigin {
    /// The class of the object as the file names it, if the program doesn't know the class. Nil if a tag names the
    /// class.
    var codedClass: CodedClass?
    /// The tags that differ from the tags of a new object of the class, by their keys.
    var tags: [String: ReadTag] = [:]
    /// For each property that would be written differently from the file: the form in which the file contains it.
    var forms: [KeptForm] = []
    /// The elements of properties that couldn't be read, by the properties' names.
    var skipped: [String: SkippedElements] = [:]

    var isOfUnknownClass: Bool {
        codedClass != nil || tags.values.contains { if case .unknown = $0 { true } else { false } }
    }
}

/// A tag in a file that differs from the tag of a new object of the class.
enum ReadTag {
    /// A text that no class has.
    case unknown(String)
    /// A text of the class, but not the text of new objects.
    case other(String)
    case missing
    case null

    /// The tag's text; nil if the tag is no text.
    var text: String? {
        switch self {
        case .unknown(let text), .other(let text): text
        case .missing, .null: nil
        }
    }
}

extension BaseModel {
    /// The tag by which objects name the class of this instance. Nil for a class without tags, and for an object
    /// without a tag. For an object that was read, it is the tag in the file.
    ///
    /// A hierarchy of classes has tags if its first class names their key:
    ///
    /// ```swift
    /// @Model(tag: "type") class Block: BaseModel {}
    /// @Model(tagged: "image") final class ImageBlock: Block { var url = "" }      // {"type": "image", "url": …}
    /// ```
    public final var classTag: String? {
        ModelClass.of(type(of: self)).tags.last.flatMap { self[classTagIfAny: $0.key] }
    }

    /// True if the instance keeps an object of a class that the program doesn't know: see
    /// ``UnknownSubclasses/keep``.
    public final var isOfUnknownClass: Bool { extras?.origin?.isOfUnknownClass ?? false }

    /// The tag under a key. Empty if the instance has no such tag.
    final subscript(classTag key: String) -> String { self[classTagIfAny: key] ?? "" }

    /// The tag under a key; nil if the instance has no such tag.
    final subscript(classTagIfAny key: String) -> String? {
        if let read = extras?.origin?.tags[key] { return read.text }
        return ModelClass.of(type(of: self)).tag(forKey: key)?.texts.first
    }

    /// Notes the tag that a file has under a key, if a new object of the class has another tag.
    final func noteTag(_ text: String, forKey key: String) {
        let own = ModelClass.of(type(of: self))
        guard let tag = own.tag(forKey: key) else { return }
        let known = tag.texts.map { ExactText($0) }
        if known.first == ExactText(text) { return note(nil, forKey: key) }
        if known.contains(ExactText(text)) { return note(.other(text), forKey: key) }
        guard !ClassRegistry.current.taggedClasses.has(text, in: tag.root),
            type(of: self).unknownSubclasses.taggedClass(below: own) != nil
        else { return }
        note(.unknown(text), forKey: key)
    }

    /// Notes which tags of a new object are missing or null in the file's object from which the instance is made.
    ///
    /// - Parameter written: The treatment of defaults for a class that declares none.
    final func noteMissingTags(written: WrittenDefaults, _ kind: (_ key: String) -> ModelKind?) {
        let own = type(of: self).writtenDefaults
        for tag in ModelClass.of(type(of: self)).tags where tag.isUntagged {
            switch kind(tag.key) {
            case .null where (own == .all ? written : own) == .asRead: note(.null, forKey: tag.key)
            case nil, .null: if !tag.texts.isEmpty { note(.missing, forKey: tag.key) }
            default: break
            }
        }
    }

    private final func note(_ tag: ReadTag?, forKey key: String) {
        if tag != nil || extras?.origin?.tags[key] != nil { keep { $0.tags[key] = tag } }
    }

    /// Changes the facts about the instance's file.
    final func keep(_ change: (inout ObjectOrigin) -> Void) {
        var origin = extras?.origin ?? ObjectOrigin()
        change(&origin)
        // Copies of the instance may share the extras.
        let extras = extras.map { $0.copy() } ?? ModelExtras()
        extras.origin = origin
        self.extras = extras
    }
}
