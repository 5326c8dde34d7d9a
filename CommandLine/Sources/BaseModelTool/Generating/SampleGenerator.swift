import FormatSupport
import ModelCore

/// Writes the classes of samples in Swift.
struct SampleGenerator {
    /// True if other modules use the classes and properties.
    var isPublic = false

    private let classes: SampleClasses
    private let isJSON: Bool
    private let names: TypeNames

    /// - Parameters:
    ///   - name: The name of the class of the root, or of the root's elements. Nil: the name is derived from the
    ///     file's name.
    ///   - file: The name of the first file, without its extension.
    ///   - isJSON: True if the samples are JSON, whose dates are text.
    init(_ documents: [ModelDocument], name: String?, file: String, isJSON: Bool) {
        classes = SampleClasses(documents)
        self.isJSON = isJSON
        let isOne = classes.root.elements == nil && classes.root.entries == nil
        names = TypeNames(root: name ?? SampleNames.type(file, isSingular: isOne))
        for known in classes.all { names.name(known, isNamed: true, classes) }
        for known in classes.all { names.name(known, isNamed: false, classes) }
    }

    /// Returns the lines of the source. Empty if the samples have no objects.
    ///
    /// - Parameter origin: A description of the samples, for the first line.
    func lines(origin: String) -> [String] {
        if classes.all.isEmpty { return [] }
        var typing = SampleTyping(isJSON: isJSON) { [names] shape in names.nameEnum(of: shape) }
        expand(classes.root)
        classes.all.forEach(expand)
        var bodies: [String] = []
        let root = typing.type(of: classes.root, isInside: true).name
        for declared in typing.takeEnums() { bodies += lines(of: declared) }
        let returns = allReturn
        for known in classes.all { bodies += lines(of: known, inherited: [], returns, &typing) }
        let remark =
            returns
            ? [] : ["// Some values of the samples come back as they were only with `.asRead`: nulls, for example."]
        return [
            "// Made of \(PrintableText.text(origin)) by `basemodel generate`.",
            "// Read such a file with `try \(root).load(fromFile: path)`.",
        ] + remark + ["", "import Foundation", "import ModelCore"] + bodies
    }

    /// True if the generated types write all values of the samples as they were. Otherwise all classes keep the form
    /// in which their objects were read: a program that writes one value in its own form writes others in that form,
    /// too.
    private var allReturn: Bool {
        var typing = SampleTyping(isJSON: isJSON) { _ in "" }
        func returns(_ known: SampleClass) -> Bool {
            known.members.allSatisfy { typing.type(of: $0).returns } && known.subclasses.allSatisfy(returns)
        }
        return classes.all.allSatisfy(returns)
    }

    // MARK: Identifiers

    private func expand(_ known: SampleClass) {
        known.members.forEach(expand)
        known.subclasses.forEach(expand)
    }

    /// Makes a class identifiable if properties contain only identifiers of its objects. An identifier is then a text
    /// or a number, even if the samples contain other values.
    private func expand(_ shape: SampleShape) {
        if let object = SampleTyping.expandable(shape) {
            object.isIdentifiable = true
            object.member("id")?.texts.add("")
        }
        if let elements = shape.elements { expand(elements) }
        if let entries = shape.entries { expand(entries) }
    }

    // MARK: Declarations

    private var access: String { isPublic ? "public " : "" }

    private func lines(of declared: SampleEnum) -> [String] {
        ["", "@Model(untagged: true) \(access)enum \(declared.name) {"] + declared.cases.map { "    case \($0)" } + [
            "}"
        ]
    }

    /// - Parameter returns: False if the objects are written in the form in which they were read.
    private func lines(
        of known: SampleClass, inherited: Set<ExactText>, _ returns: Bool, _ typing: inout SampleTyping
    ) -> [String] {
        let style = SampleNames.style(of: known.members.map(\.key))
        var arguments: [String] = []
        if let name = known.fileName, name != known.name { arguments.append(SwiftLiteral.text(name)) }
        if let key = known.tagKey { arguments.append("tag: \(SwiftLiteral.text(key))") }
        if let tag = known.tag { arguments.append("tagged: \(SwiftLiteral.text(tag))") }
        if let style { arguments.append("keys: .\(style.name)") }
        if !returns, known.superclass == nil { arguments.append("writtenDefaults: .asRead") }
        let attribute = "@Model" + (arguments.isEmpty ? "" : "(\(arguments.joined(separator: ", ")))")
        let modifiers = known.subclasses.isEmpty ? access + "final " : isPublic ? "open " : ""
        let parents = [known.superclass?.name ?? "BaseModel"] + (known.isIdentifiable ? ["Identifiable"] : [])
        var lines = ["", "\(attribute) \(modifiers)class \(known.name): \(parents.joined(separator: ", ")) {"]
        // A key that is a name is its property's name, also if another key comes to the same name before.
        let exact = Set(known.members.map(\.key).filter { Self.name($0) == $0 }.map(ExactText.init)).subtracting(
            inherited)
        var taken = inherited.union(exact)
        var clashes: [ExactText: Int] = [:]
        for shape in known.members {
            let isExact = exact.contains(ExactText(shape.key))
            let name = isExact ? shape.key : SwiftGenerator.free(Self.name(shape.key), &taken, &clashes)
            let type = typing.type(of: shape)
            if let remark = type.remark { lines.append("    // \(remark)") }
            var parts: [String] = []
            if (style?.key(for: name) ?? name) != shape.key { parts.append("@Key(\(SwiftLiteral.text(shape.key)))") }
            if let transform = type.transform { parts.append("@Transform(\(transform))") }
            let isOptional = type.needsNil || shape.count < known.count || shape.kinds.contains(.null)
            parts.append("\(access)var \(SwiftName.code(name))\(Self.value(of: type, isOptional: isOptional))")
            lines.append("    " + parts.joined(separator: " "))
        }
        if !known.omitted.isEmpty {
            lines.append(
                "    // \(known.omitted.count) more keys remain unknown values: too many, too long, or empty.")
        }
        lines.append("}")
        for declared in typing.takeEnums() { lines += self.lines(of: declared) }
        for subclass in known.subclasses { lines += self.lines(of: subclass, inherited: taken, returns, &typing) }
        return lines
    }

    private static func name(_ key: String) -> String { SwiftName.property(SampleNames.property(key)) }

    /// Returns the type and the initial value, as they are written after the property's name.
    private static func value(of type: SampleType, isOptional: Bool) -> String {
        guard !isOptional, let zero = type.zero else { return ": \(type.name)?" }
        return (SwiftType.inferred.contains(type.name) ? "" : ": \(type.name)") + " = \(zero)"
    }
}

/// The names of the types that are written. No two types have the same name.
private final class TypeNames {
    private var taken: Set<ExactText> = []
    private var clashes: [ExactText: Int] = [:]
    /// The name of the root's class.
    private let root: String

    init(root: String) { self.root = root }

    /// Names a class and its subclasses. Classes that files name are named before all other classes.
    func name(_ known: SampleClass, isNamed: Bool, _ classes: SampleClasses) {
        if (known.fileName != nil) == isNamed { known.name = free(candidates(known, classes)) }
        for subclass in known.subclasses { name(subclass, isNamed: isNamed, classes) }
    }

    /// Returns the names that a class may have. The best name is first.
    private func candidates(_ known: SampleClass, _ classes: SampleClasses) -> [String] {
        if let name = known.fileName { return [name.split(separator: ".").last.map(String.init) ?? name] }
        if let tag = known.tag { return [SampleNames.subclass(tag, of: known.superclass?.name ?? "")] }
        guard let owner = known.owner else { return [root] }
        let name = SampleNames.type(known.key)
        return classes.rivals(of: known.key) > 1 ? [owner.name + name, name] : [name, owner.name + name]
    }

    func nameEnum(of shape: SampleShape) -> String {
        guard let owner = shape.owner else { return free([root + "Value"]) }
        let name = SampleNames.type(shape.key)
        return free([name, owner.name + name])
    }

    private func free(_ candidates: [String]) -> String {
        let names = candidates.map(SwiftName.type)
        let name = names.first { !taken.contains(ExactText($0)) } ?? names[0]
        return SwiftGenerator.free(name, &taken, &clashes)
    }
}
