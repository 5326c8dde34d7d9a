/// The facts that the file of an instance has told of it besides its values, as far as they are written back.
struct ObjectOrigin {
    /// The class as the file names it, if the program doesn't know it; nil if it is named by a tag.
    var codedClass: CodedClass?
    /// The tags that no class has, by their keys.
    var tags: [String: String] = [:]
    /// The values that properties had when they were read, of those that the file lacks and of those for which it has a
    /// null, by the properties' names.
    var absent: [String: ReadValue] = [:]
    var null: [String: ReadValue] = [:]
    /// The elements of properties that couldn't be read, by the properties' names.
    var skipped: [String: SkippedElements] = [:]
    /// The values of the file that properties' types don't have, by the properties' names.
    var replaced: [String: ReplacedValue] = [:]

    var isOfUnknownClass: Bool { codedClass != nil || !tags.isEmpty }
}

/// A value that a property had, to find out whether it has another one.
enum ReadValue {
    case none
    case scalar(AnyHashable)
    case document(ModelDocument)
    /// It can't be compared.
    case other

    /// True if both are the same, as files have them.
    func isSame(as other: ReadValue) -> Bool {
        switch (self, other) {
        case (.none, .none): true
        case (.scalar(let left), .scalar(let right)): left == right
        case (.document(let left), .document(let right)): left == right
        default: false
        }
    }
}

/// A value of a file that the type of a property doesn't have.
struct ReplacedValue {
    let file: SkippedElements
    /// The value that was read in its place.
    let read: ReadValue
    /// True if it is in the form of a mapping, and not of the class.
    let isMapped: Bool
}

extension BaseModel {
    /// The tag by which objects name the class of this instance; nil for a class without tags. For an object of a class
    /// that the program doesn't know, it is the file's.
    ///
    /// A hierarchy of classes has tags if its first class names their key:
    ///
    /// ```swift
    /// @Model(tag: "type") class Block: BaseModel {}
    /// @Model(tagged: "image") final class ImageBlock: Block { var url = "" }      // {"type": "image", "url": …}
    /// ```
    public final var classTag: String? {
        ModelClass.of(type(of: self)).tags.last.map { extras?.origin?.tags[$0.key] ?? $0.text }
    }

    /// True if the instance keeps an object of a class that the program doesn't know: see
    /// ``UnknownSubclasses/keep``.
    public final var isOfUnknownClass: Bool { extras?.origin?.isOfUnknownClass ?? false }

    /// The tag under a key.
    final subscript(classTag key: String) -> String {
        if let unknown = extras?.origin?.tags[key] { return unknown }
        return ModelClass.of(type(of: self)).tag(forKey: key)?.text ?? ""
    }

    /// Notes the tag that a file has under a key, if no class has it.
    final func noteTag(_ text: String, forKey key: String) {
        guard let tag = ModelClass.of(type(of: self)).tag(forKey: key) else { return }
        if tag.text == text {
            if extras?.origin?.tags[key] != nil { keep { $0.tags[key] = nil } }
            return
        }
        guard !ClassRegistry.current.taggedClasses.has(text, in: tag.root),
            type(of: self).unknownSubclasses.taggedClass(below: ModelClass.of(type(of: self))) != nil
        else { return }
        keep { $0.tags[key] = text }
    }

    /// Changes what is known of the instance's file.
    final func keep(_ change: (inout ObjectOrigin) -> Void) {
        var origin = extras?.origin ?? ObjectOrigin()
        change(&origin)
        // Copies of the instance may share the extras.
        let extras = extras.map { $0.copy() } ?? ModelExtras()
        extras.origin = origin
        self.extras = extras
    }
}
