/// Plans for objects, by their shape and their class. The classes of one hierarchy may have objects of the same shapes.
struct ShapePlans<Plan> {
    private struct Key: Hashable {
        let shape: Int
        let type: ObjectIdentifier
    }

    /// The plan for the class that was first met with each shape. Most shapes have only one class.
    private var first = DocumentShapes.Cache<(type: ObjectIdentifier, plan: Plan)>()
    private var others: [Key: Plan] = [:]

    subscript(shape: Int, type: ObjectIdentifier) -> Plan? {
        @inline(__always) get {
            guard let known = first[shape] else { return nil }
            return known.type == type ? known.plan : others.isEmpty ? nil : others[Key(shape: shape, type: type)]
        }
        set {
            if let known = first[shape], known.type != type {
                others[Key(shape: shape, type: type)] = newValue
            } else {
                first[shape] = newValue.map { (type, $0) }
            }
        }
    }
}
