internal import CThreadStack

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
