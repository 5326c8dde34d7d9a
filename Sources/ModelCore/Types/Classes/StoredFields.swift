#if os(Linux)
    @_spi(Reflection) import Swift
#endif

/// The stored properties of a class or a struct as the runtime describes them, with their offsets in the memory of a
/// value.
///
/// Values of properties are read and written at these offsets, without the program's code: ``InstanceLayout`` decides
/// for which properties. A property is compared with the runtime's names and types when its class is first used. A
/// property that doesn't agree is coded by its accessors. A struct is made from its fields only if each field is one
/// of its properties.
///
/// Accessors check for exclusive access, and reads of memory don't. So a program must not encode a model while one of
/// its properties is lent as `inout`, or while another thread changes it. Plain Swift traps in the first case, and this
/// may read freed memory. Swift offers no way to ask for the check: only code that the compiler makes of an
/// access calls `swift_beginAccess`, and a call for each property would cost as much as writing the property.
struct StoredFields {
    private struct Field {
        let name: String
        let offset: Int
        let type: Any.Type
    }

    private var fields: [Field] = []
    /// The number of fields.
    var count: Int { fields.count }

    /// The fields of a struct, or of a class and its superclasses.
    init(of type: Any.Type) {
        #if os(Linux)
            var fields: [Field] = []
            // A class, if it is one, and no field of an unknown type ends the list.
            let options = _EachFieldOptions(rawValue: (type is AnyClass ? 1 : 0) | 2)
            _ = unsafe _forEachField(of: type, options: options) { name, offset, type, _ in
                unsafe fields.append(Field(name: String(cString: name), offset: offset, type: type))
                return true
            }
            self.fields = fields
        #endif
    }

    /// The offset of the only field with a name and a type, in bytes. Nil if there is no such field, or more than
    /// one.
    func offset(of name: String, _ type: Any.Type) -> Int? { index(of: name, type).map { fields[$0].offset } }

    /// The index of the only field with a name and a type. Nil if there is no such field, or more than one. The
    /// fields of superclasses come first.
    func index(of name: String, _ type: Any.Type) -> Int? {
        guard let index = fields.firstIndex(where: { $0.name == name }), fields[index].type == type,
            !fields[(index + 1)...].contains(where: { $0.name == name })
        else { return nil }
        return index
    }

    /// The offset of the field at an index, in bytes.
    func offset(at index: Int) -> Int { fields[index].offset }

    /// False if a class certainly has no more fields than its superclass. Otherwise true.
    static func mayHave(_ type: BaseModel.Type) -> Bool {
        let count = StoredFields(of: type).count
        return count == 0 || count > _getSuperclass(type).map { StoredFields(of: $0).count } ?? 0
    }

    /// The offset of the extras in an instance of any class.
    static let offsetOfExtras = StoredFields(of: BaseModel.self).offset(of: "extras", ModelExtras?.self)

    /// The address of an instance.
    @inline(__always)
    static func memory(of object: BaseModel) -> UnsafeMutableRawPointer {
        unsafe Unmanaged.passUnretained(object).toOpaque()
    }
}
