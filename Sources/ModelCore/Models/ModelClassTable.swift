import Synchronization

/// The model classes that don't keep their own description: those without `@Model`, and generic ones.
final class ModelClassTable: Sendable {
    private let entries = Mutex<[ObjectIdentifier: ModelClass]>([:])

    func find(_ type: BaseModel.Type) -> ModelClass {
        let key = ObjectIdentifier(type)
        if let known = entries.withLock({ $0[key] }) { return known }
        // Made outside the lock, because it may need its superclass's. A class without the macro may override anything.
        let all: ModelClass.Overrides = [.setWithDictionary, .encodeWithEncoder, .setWithDecoder]
        let made = ModelClass(type, name: ClassRegistry.default.name(of: type), overrides: all, isKnown: false)
        return entries.withLock { entries in
            if let known = entries[key] { return known }
            entries[key] = made
            return made
        }
    }
}
