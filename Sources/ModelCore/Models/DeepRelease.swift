internal import CBaseModel
import Dispatch

/// Frees long chains of models without exhausting the stack.
///
/// An object that goes releases what it refers to, and that its own: a chain of a hundred thousand models, which a
/// small file can hold, is a hundred thousand nested calls. Where the stack is nearly used up, what the object refers
/// to is kept until another thread, with a stack of its own, lets go of it.
///
/// That has to be later than the object itself does: who is the last frees what is kept. Nothing tells when an object
/// is gone. But where the other thread was too early, the next object goes one level farther in, so each level has the
/// other thread wait twice as long: twenty of them, a small part of the stack that is left, are a quarter of an hour.
///
/// What isn't in listed properties is freed as everywhere in Swift: on the stack that there is.
enum DeepRelease {
    /// Called by a model that goes, while its properties are still there.
    @inline(never)
    static func keepReferences(of model: BaseModel) {
        let box = Box()
        box.values = ModelClass.of(type(of: model)).properties.compactMap { property in
            // Structs and enums may hold models, too.
            AnyValue.unwrapped(property.read(model))
        }
        guard !box.values.isEmpty else { return }
        let wait = (1 << Int(thread_stack_nested_calls())) - 1
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(wait)) { box.values.removeAll() }
    }

    /// Crosses to another thread with the only references that are used there.
    private final class Box: @unchecked Sendable {
        var values: [Any] = []
    }
}

/// Tells whether the thread has stack enough to nest one level more.
enum StackGuard {
    /// What stays free while coding: room for a program's own code, a deinitialiser, and the error on its way out.
    private static let codingReserve = 96 * 1024

    /// What a model needs besides, for arrays and dictionaries of its own: with less, it waits until there is more.
    private static let modelReserve = codingReserve + 64 * 1024

    /// What stays free while a chain of models is released.
    private static let releaseReserve = 64 * 1024

    static var hasRoomToCode: Bool { thread_stack_has_room(codingReserve) }
    static var hasRoomForModel: Bool { thread_stack_has_room(modelReserve) }
    static var hasRoomToRelease: Bool { thread_stack_has_room(releaseReserve) }
}
