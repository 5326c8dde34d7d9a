internal import CBaseModel
import Dispatch
import Synchronization

/// Frees long chains of models without exhausting the stack.
///
/// An object that is deallocated releases the objects that it refers to, and each of them does the same. For a chain
/// of a hundred thousand models, which a small file can contain, that is a hundred thousand nested calls. If the
/// stack is nearly used up, this type keeps the object's references, and releases them when the object is gone. The
/// object or this type, whichever releases last, frees the rest of the chain.
///
/// The rest is freed on a queue, in a loop. If it is too deep for the queue's own stack, the references wait in a list,
/// and the loop continues with them when all nested calls have returned. So only the first step, from any thread to the
/// queue, has to wait for the object to be gone. Nothing reports when that is, but it takes only microseconds. If the
/// object's thread is interrupted for longer than the wait, that thread begins to free the rest one level deeper in its
/// stack, and hands it over again: each time takes a few hundred bytes of the stack that is left.
///
/// References outside of listed properties are released as usual in Swift, with nested calls.
enum DeepRelease {
    /// The time after which an object is assumed to be deallocated.
    private static let wait = DispatchTimeInterval.milliseconds(10)

    private static let isQueue = DispatchSpecificKey<Bool>()
    private static let queue: DispatchQueue = {
        let queue = DispatchQueue(label: "BaseModel.DeepRelease")
        queue.setSpecific(key: isQueue, value: true)
        return queue
    }()

    /// The references of objects that were deallocated on the queue itself.
    private static let pending = Mutex<[Box]>([])

    /// Called by a model that is being deallocated, while its properties still exist.
    @inline(never)
    static func keepReferences(of model: BaseModel) {
        let box = Box()
        box.values = ModelClass.of(type(of: model)).properties.compactMap { property in
            // Structs and enums may hold models, too.
            AnyValue.unwrapped(property.read(model))
        }
        guard !box.values.isEmpty else { return }
        if DispatchQueue.getSpecific(key: isQueue) == true {
            pending.withLock { $0.append(box) }
        } else {
            queue.asyncAfter(deadline: .now() + wait) { release(box) }
        }
    }

    /// Releases the references in a box, and the references that are added to the list meanwhile. Called on the
    /// queue.
    private static func release(_ first: Box) {
        var next: Box? = first
        while let box = next {
            box.values.removeAll()
            next = pending.withLock { $0.popLast() }
        }
    }

    /// Carries references to the queue, where no other code uses them.
    private final class Box: @unchecked Sendable {
        var values: [Any] = []
    }
}

/// Tells whether the thread's stack has room for one more level of nesting.
package enum StackGuard {
    /// The stack, in bytes, that must stay free while coding: for a program's own code, a deinitialiser, and an error
    /// on its way out.
    private static let codingReserve = 96 * 1024

    /// The stack, in bytes, that must be free to code a model: more, because a model may contain arrays and
    /// dictionaries. If less is free, the model is deferred until the stack has room again.
    private static let modelReserve = codingReserve + 64 * 1024

    /// The stack, in bytes, that must stay free while a chain of models is released.
    private static let releaseReserve = 64 * 1024

    package static var hasRoomToCode: Bool { thread_stack_has_room(codingReserve) }
    static var hasRoomForModel: Bool { thread_stack_has_room(modelReserve) }
    static var hasRoomToRelease: Bool { thread_stack_has_room(releaseReserve) }
}
