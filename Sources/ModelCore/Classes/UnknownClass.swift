/// A class in files that the program doesn't know, for an instance that keeps such an object.
struct UnknownClass {
    /// The class as the file names it; nil if it is named by a tag.
    var codedClass: CodedClass?
    /// The tags that no class has, by their keys.
    var tags: [String: String] = [:]
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
        ModelClass.of(type(of: self)).tags.last.map { extras?.unknownClass?.tags[$0.key] ?? $0.text }
    }

    /// True if the instance keeps an object of a class that the program doesn't know: see
    /// ``UnknownSubclasses/keep``.
    public final var isOfUnknownClass: Bool { extras?.unknownClass != nil }

    /// The tag under a key.
    final subscript(classTag key: String) -> String {
        if let unknown = extras?.unknownClass?.tags[key] { return unknown }
        return ModelClass.of(type(of: self)).tags.first { $0.key == key }?.text ?? ""
    }

    /// Notes the tag that a file has under a key, if no class has it.
    final func noteTag(_ text: String, forKey key: String) {
        guard let tag = ModelClass.of(type(of: self)).tags.first(where: { $0.key == key }), tag.text != text,
            !ClassRegistry.current.taggedClasses.has(text, in: tag.root),
            type(of: self).unknownSubclasses.taggedClass(below: ModelClass.of(type(of: self))) != nil
        else { return }
        keep { $0.tags[key] = text }
    }

    /// Changes what is known of the class that the instance has in its file.
    final func keep(_ change: (inout UnknownClass) -> Void) {
        var unknownClass = extras?.unknownClass ?? UnknownClass()
        change(&unknownClass)
        // Copies of the instance may share the extras.
        let extras = extras.map { $0.copy() } ?? ModelExtras()
        extras.unknownClass = unknownClass
        self.extras = extras
    }
}
