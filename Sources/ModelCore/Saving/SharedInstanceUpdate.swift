import FormatSupport
import Synchronization

/// The replacement of a class's shared instance.
///
/// Each of the two instances must be used by one task at a time. So the compiler refuses to send an update to another
/// isolation.
public struct SharedInstanceUpdate {
    /// The class whose shared instance was replaced.
    public let type: BaseModel.Type
    /// The old instance; nil if there was none.
    public let old: BaseModel?
    /// The new instance; nil if the shared instance was freed.
    public let new: BaseModel?
    /// The sandbox in which the instance was replaced. Code in other sandboxes isn't notified.
    private let sandbox = ModelSandbox.current
    /// The shared instances of all classes, in which the class's next instance is found.
    package let instances = SharedInstances.all
}

extension BaseModel {
    /// A stream of the future replacements of this class's shared instance. The stream of `BaseModel` has the
    /// replacements of every class. A stream has no end: cancel the task that iterates it. Iterate it in the
    /// isolation in which the instances are used. The replacements of a ``MainActorShared`` class come only if the
    /// stream was requested on the main actor.
    @_disfavoredOverload
    public class var sharedInstanceUpdates: AsyncStream<SharedInstanceUpdate> {
        SharedInstanceUpdate.stream(for: self)
    }
}

extension SharedInstanceUpdate {
    private struct Observer {
        let type: BaseModel.Type
        let continuation: AsyncStream<SharedInstanceUpdate>.Continuation
        let sandbox = ModelSandbox.current
        let isOnMainActor = BaseModel.isOnMainActor

        /// True if an observer has to be notified of an update.
        func concerns(_ update: SharedInstanceUpdate) -> Bool {
            sandbox === update.sandbox && (type == update.type || type == BaseModel.self)
                && (isOnMainActor || !(update.type is any MainActorShared.Type))
        }
    }

    private static let observers = Mutex<[UUID: Observer]>([:])

    private static let others = Mutex<[@Sendable (SharedInstanceUpdate) -> Void]>([])

    /// Adds a closure that is called for all future updates, on the thread that replaces the instance.
    package static func observe(_ body: @escaping @Sendable (SharedInstanceUpdate) -> Void) {
        others.withLock { $0.append(body) }
    }

    static func stream(for type: BaseModel.Type) -> AsyncStream<SharedInstanceUpdate> {
        let (stream, continuation) = AsyncStream<SharedInstanceUpdate>.makeStream()
        let key = UUID()
        continuation.onTermination = { _ in observers.withLock { _ = $0.removeValue(forKey: key) } }
        observers.withLock { $0[key] = Observer(type: type, continuation: continuation) }
        return stream
    }

    func announce() {
        let interested = Self.observers.withLock { Array($0.values) }
        for observer in interested where observer.concerns(self) {
            // The instances are shared already: whoever iterates the stream uses them where others do.
            nonisolated(unsafe) let update = self
            unsafe observer.continuation.yield(update)
        }
        for observe in Self.others.withLock({ $0 }) { observe(self) }
    }
}
