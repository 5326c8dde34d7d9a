import CLibsecret
import ModelCore

/// The attributes of an item, as libsecret takes and returns them. It owns a `GHashTable`, from text to text.
///
/// `@safe`: this object holds one reference as long as it exists.
@safe
final class AttributeTable {
    @safe let pointer: OpaquePointer

    /// Takes over a table that a call returned.
    @safe
    init(taking pointer: OpaquePointer) { unsafe self.pointer = pointer }

    convenience init(_ attributes: [String: String]) throws {
        guard let table = unsafe g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free) else {
            throw ModelError.unexpectedAnswer
        }
        // The table frees the copies.
        for (key, value) in attributes { _ = unsafe g_hash_table_insert(table, g_strdup(key), g_strdup(value)) }
        self.init(taking: table)
    }

    deinit { unsafe g_hash_table_unref(pointer) }

    /// The value of an attribute. Nil if there is no such attribute.
    subscript(_ name: String) -> String? {
        // The table owns the text.
        defer { withExtendedLifetime(self) {} }
        return unsafe g_hash_table_lookup(pointer, name).map {
            unsafe String(cString: $0.assumingMemoryBound(to: CChar.self))
        }
    }
}
