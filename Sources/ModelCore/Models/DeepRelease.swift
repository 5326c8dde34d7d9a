internal import CBaseModel
import Dispatch
import Synchronization

/// Frees long chains of models without exhausting the stack.
///
/// An object that goes releases what it refers to, and that its own: a chain of a hundred thousand models, which a
/// small file can hold, is a hundred thousand nested calls. If the stack is nearly used up, this keeps what the object
/// refers to, and releases it when the object is gone: whichever goes last frees the rest of the chain.
///
/// The rest is freed on a queue, in a loop. What is too deep for the queue's own stack waits in a list for the loop,
/// which goes on when all nested calls have returned. So only the first step, from any thread to the queue, has to
/// wait. Nothing reports that an object is gone, but it goes within microseconds. If its thread is interrupted for
/// longer than that, the rest begins to be freed one level farther in on that thread, and is handed over again: each
/// time takes a few hundred bytes of the stack that is left.
///
/// References outside of listed properties are freed as everywhere in Swift: on the stack that there is.
enum DeepRelease {
    /// How long an object may take to go.
    private static let wait = DispatchTimeInterval.milliseconds(10)

    private static let isQueue = DispatchSpecificKey<Bool>()
    private static let queue: DispatchQueue = {
        let queue = DispatchQueue(label: "BaseModel.DeepRelease")
        queue.setSpecific(key: isQueue, value: true)
        return queue
    }()

    /// The values that objects kept which went on the queue itself.
    private static let pending = Mutex<[Box]>([])

    /// Called by a model that goes, while its properties are still there.
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

    /// Called on the queue.
    private static func release(_ first: Box) {
        var next: Box? = first
        while let box = next {
            box.values.removeAll()
            next = pending.withLock { $0.popLast() }
        }
    }

    /// Crosses to the queue with the only references that are used there.
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
