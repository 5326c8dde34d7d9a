import SwiftSyntax
import SwiftSyntaxMacros

/// Writes the members that `@Model` adds to a class.
struct ModelMembers<Context: MacroExpansionContext> {
    let model: ModelDeclaration
    let arguments: ModelArguments
    let properties: [PropertyTree]
    let context: Context

    var declarations: [String] {
        var members: [String] = []
        // A generic context can't have static storage: for it, the core keeps a table.
        if !model.isGeneric, !model.declares("modelClass") { members += modelClass }
        // The superclass's `migrate` is only for the versions of the superclass.
        if arguments.version != nil, !model.declares("migrate") {
            members.append(
                """
                \(model.access)override class func migrate(\
                _ object: inout ModelCore.ModelDocument, from version: Int) throws {}
                """)
        }
        for (name, type, policy) in [
            ("unknownKeys", "UnknownKeys", arguments.unknownKeys),
            ("unknownSubclasses", "UnknownSubclasses", arguments.unknownSubclasses),
            ("writtenDefaults", "WrittenDefaults", arguments.writtenDefaults),
            ("readNulls", "ReadNulls", arguments.readNulls),
        ] {
            guard let policy, !model.declares(name) else { continue }
            members.append(
                """
                \(model.access)override class var \(name): ModelCore.\(type) { \(policy.trimmedDescription) }
                """)
        }
        if !properties.isEmpty, !model.declares("modelProperties") { members.append(modelProperties) }
        if !arguments.hashable.isEmpty { members += equality }
        if !model.isGeneric { members.append(registration) }
        return members
    }

    private var name: String { (arguments.name ?? model.codedName).quoted }

    private var modelClass: [String] {
        let kept = context.makeUniqueName("modelClass").text
        let names =
            (model.setsWithDictionary ? [".setWithDictionary"] : [])
            + (model.setsWithDecoder ? [".setWithDecoder"] : [])
            + (model.encodesItself ? [".encodeWithEncoder"] : [])
            + (model.awakes ? [".awakeAfterDecoding"] : [])
        let version = arguments.version.map { ", version: \($0.trimmedDescription)" } ?? ""
        let overridden = model.overriddenProperties.map {
            ", overriddenProperties: [\($0.map(\.quoted).joined(separator: ", "))]"
        }
        let hashable = arguments.hashable.map(\.quoted).joined(separator: ", ")
        let hashed = hashable.isEmpty ? "" : ", hashable: [\(hashable)]"
        let tag = arguments.tag.map { ", tagKey: \($0.quoted)" } ?? ""
        let others = arguments.tagged.dropFirst().map(\.quoted)
        let tagged =
            (arguments.tagged.first.map { ", tag: \($0.quoted)" } ?? "")
            + (others.isEmpty && !arguments.isUntagged ? "" : ", otherTags: [\(others.joined(separator: ", "))]")
            + (arguments.isUntagged ? ", isUntagged: true" : "")
        let arguments =
            "\(model.identifier).self, name: \(name), overrides: [\(names.joined(separator: ", "))]"
            + version + hashed + (overridden ?? "") + tag + tagged
        return [
            """
            private static let \(kept) = ModelCore.ModelClass(\(arguments))
            """,
            """
            \(model.access)override class var modelClass: ModelCore.ModelClass { \(kept) }
            """,
        ]
    }

    private var modelProperties: String {
        let list = properties.list(
            "Properties", of: "ModelProperty", behind: "super.modelProperties", locating: true, row)
        return "\(model.access)override class \(list)"
    }

    /// The source of the expression that describes a property, for the list of the class's properties.
    private func row(_ property: StoredProperty) -> String {
        property.row(
            of: model.identifier, isInClass: true, style: arguments.keys,
            isStored: property.isPlain && model.hasPlainStorage)
    }

    /// Equality and the hash, by the properties that the attribute names.
    private var equality: [String] {
        let names = arguments.hashable
        let equal = names.map { "self.\($0) == other.\($0)" }.joined(separator: " && ")
        let hashes = names.map { "    hasher.combine(self.\($0))" }.joined(separator: "\n")
        return [
            """
            \(model.access)override func isEqual(to other: ModelCore.BaseModel) -> Bool {
                if self === other { return true }
                guard Swift.type(of: self) == Swift.type(of: other),
                    let other = other as? \(model.identifier)
                else { return false }
                return \(equal)
            }
            """,
            """
            \(model.access)override func hash(into hasher: inout Swift.Hasher) {
            \(hashes)
            }
            """,
        ]
    }

    private var registration: String {
        let aliases =
            arguments.aliases.isEmpty ? "" : ", aliases: [\(arguments.aliases.map(\.quoted).joined(separator: ", "))]"
        return Registration.declaration(
            "ModelCore.ClassRegistry.register(\(model.identifier).self, name: \(name)\(aliases))", in: context)
    }
}

/// Writes a static variable that the system's loader calls when it loads the program or library, so that no code has
/// to.
enum Registration {
    /// - Parameter call: The code that the loader runs. It must do no more than add to a table.
    static func declaration(_ call: String, in context: some MacroExpansionContext) -> String {
        """
        #if objectFormat(MachO)
        @section("__DATA,__mod_init_func")
        #else
        @section(".init_array")
        #endif
        @used private static let \(context.makeUniqueName("register").text): @convention(c) () -> Void = {
            \(call)
        }
        """
    }
}
