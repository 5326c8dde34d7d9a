import CLibsecret

/// A value as D-Bus transports it. It owns a `GVariant`.
///
/// `@safe`: this object holds one reference as long as it exists, and reads the value only in ways that its type
/// allows.
@safe
final class GLibVariant {
    @safe let pointer: OpaquePointer

    /// Takes over a value that was just made, or that a call returned. The object then owns one reference, even if
    /// GLib's reference was floating.
    @safe
    init(taking pointer: OpaquePointer) {
        // `take_ref` sinks a floating reference, and leaves an owned one as it is.
        self.pointer = g_variant_take_ref(pointer)
    }

    deinit { unsafe g_variant_unref(pointer) }

    // MARK: Making

    static func bool(_ value: Bool) -> GLibVariant {
        GLibVariant(taking: g_variant_new_boolean(value ? 1 : 0))
    }

    static func string(_ text: String) -> GLibVariant {
        GLibVariant(taking: g_variant_new_string(text))
    }

    /// - Parameter path: A path that the service named, so that it is well formed.
    static func objectPath(_ path: String) -> GLibVariant {
        GLibVariant(taking: g_variant_new_object_path(path))
    }

    static func variant(_ value: GLibVariant) -> GLibVariant {
        GLibVariant(taking: g_variant_new_variant(value.pointer))
    }

    static func tuple(_ members: [GLibVariant]) -> GLibVariant {
        // The tuple retains each member.
        let pointers: [OpaquePointer?] = unsafe members.map { $0.pointer }
        return unsafe GLibVariant(taking: g_variant_new_tuple(pointers, pointers.count))
    }

    /// Returns an array. `type` is the type of its elements, which is also needed for an empty array.
    static func array(of type: String, _ elements: [GLibVariant]) -> GLibVariant {
        let pointers: [OpaquePointer?] = unsafe elements.map { $0.pointer }
        let elementType = g_variant_type_new(type)
        defer { unsafe g_variant_type_free(elementType) }
        return unsafe GLibVariant(taking: g_variant_new_array(elementType, pointers, pointers.count))
    }

    private static func entry(_ key: String, _ value: GLibVariant) -> GLibVariant {
        let name = string(key)
        return GLibVariant(taking: g_variant_new_dict_entry(name.pointer, value.pointer))
    }

    /// Returns a dictionary from text to text, sorted by its keys.
    static func attributes(_ attributes: [String: String]) -> GLibVariant {
        array(of: "{ss}", attributes.sorted { $0.key < $1.key }.map { entry($0.key, string($0.value)) })
    }

    /// Returns a dictionary from text to variants.
    static func properties(_ properties: [(String, GLibVariant)]) -> GLibVariant {
        array(of: "{sv}", properties.map { entry($0.0, variant($0.1)) })
    }

    // MARK: Reading

    /// The number of members. 0 for a value that can't have any.
    var count: Int { isContainer ? Int(g_variant_n_children(pointer)) : 0 }

    private var isContainer: Bool { g_variant_is_container(pointer) != 0 }

    /// The member at an index. Nil if there is no such member.
    subscript(_ index: Int) -> GLibVariant? {
        guard index < count else { return nil }
        return GLibVariant(taking: g_variant_get_child_value(pointer, index))
    }

    var members: [GLibVariant] { (0..<count).compactMap { self[$0] } }

    /// The value inside a variant, or the value itself if it isn't a variant.
    var unwrapped: GLibVariant {
        guard hasType("v"), let inner = g_variant_get_variant(pointer) else { return self }
        return GLibVariant(taking: inner)
    }

    /// The text of a string or an object path. Nil for any other value.
    var string: String? {
        guard hasType("s") || hasType("o") else { return nil }
        var length = 0
        return String(lent: g_variant_get_string(pointer, &length))
    }

    var bool: Bool? { hasType("b") ? g_variant_get_boolean(pointer) != 0 : nil }

    var uint32: UInt32? { hasType("u") ? UInt32(g_variant_get_uint32(pointer)) : nil }

    var uint64: UInt64? { hasType("t") ? UInt64(g_variant_get_uint64(pointer)) : nil }

    /// The values of a dictionary, by key. Keys that aren't text are omitted.
    var dictionary: [String: GLibVariant] {
        var values: [String: GLibVariant] = [:]
        for entry in members {
            if let key = entry[0]?.string { values[key] = entry[1]?.unwrapped }
        }
        return values
    }

    func hasType(_ type: String) -> Bool {
        String(lent: g_variant_get_type_string(pointer)) == type
    }
}
