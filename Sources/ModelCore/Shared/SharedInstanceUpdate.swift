import Foundation
import Synchronization

/// Tells that a class's shared instance was replaced.
///
/// The instances belong to whoever may use them: each is to be used by one task at a time.
public struct SharedInstanceUpdate: @unchecked Sendable {
    /// The class whose shared instance it is.
    public let type: BaseModel.Type
    /// The instance until now; nil where there was none.
    public let old: BaseModel?
    /// The instance from now on; nil where it was freed.
    public let new: BaseModel?
}

extension BaseModel {
    /// Posted on the main thread when a shared instance was replaced. The object is the new instance (the old one where
    /// it was freed); the user info holds the old one under ``oldInstanceKey``.
    ///
    /// Replaced on another thread, it is posted when the main queue gets to it, which a program without a run loop
    /// never does: so of a class's replacements that wait, only the last and those whose old instance somebody still
    /// holds are told.
    public static let sharedInstanceDidChange = Notification.Name("BaseModelSharedInstanceUpdatedNotification")

    /// The key of the old instance in the user info of ``sharedInstanceDidChange``.
    public static let oldInstanceKey = "oldInstance"

    /// The replacements of this class's shared instance from now on; of every class's, asked of `BaseModel`. Without
    /// end: cancel the task that iterates.
    public class var sharedInstanceUpdates: AsyncStream<SharedInstanceUpdate> {
        SharedInstanceUpdate.stream(for: self)
    }
}

extension SharedInstanceUpdate {
    private struct Observer {
        let type: BaseModel.Type
        let continuation: AsyncStream<SharedInstanceUpdate>.Continuation
    }

    private static let observers = Mutex<[UUID: Observer]>([:])

    static func stream(for type: BaseModel.Type) -> AsyncStream<SharedInstanceUpdate> {
        let (stream, continuation) = AsyncStream<SharedInstanceUpdate>.makeStream()
        let key = UUID()
        continuation.onTermination = { _ in observers.withLock { _ = $0.removeValue(forKey: key) } }
        observers.withLock { $0[key] = Observer(type: type, continuation: continuation) }
        return stream
    }

    func announce() {
        let interested = Self.observers.withLock { Array($0.values) }
        for observer in interested where observer.type == type || observer.type == BaseModel.self {
            observer.continuation.yield(self)
        }
        if Thread.isMainThread {
            post()
        } else {
            WaitingUpdates.all.add(self)
        }
    }

    fileprivate func post() {
        var userInfo: [AnyHashable: Any] = [:]
        if let old { userInfo[BaseModel.oldInstanceKey] = old }
        NotificationCenter.default.post(
            name: BaseModel.sharedInstanceDidChange, object: new ?? old, userInfo: userInfo)
    }
}

/// What is to be told on the main thread, which may never come to it. So nothing is kept alive here but what the last
/// of each class's has.
private final class WaitingUpdates: @unchecked Sendable {
    static let all = WaitingUpdates()

    private struct Waiting {
        let type: BaseModel.Type
        private(set) weak var old: BaseModel?
        private(set) weak var new: BaseModel?
        /// The same with its instances, as long as it is the last of its class.
        var last: SharedInstanceUpdate?

        init(_ update: SharedInstanceUpdate) {
            type = update.type
            old = update.old
            new = update.new
            last = update
        }
    }

    // Everything below is only touched while the lock is held. Nothing is freed then: that may run the program's code.
    private let lock = NSLock()
    private var waiting: [Waiting] = []
    private var lasts: [ObjectIdentifier: Int] = [:]
    /// At how many they are gone through: twice as many as were left the last time.
    private var limit = 16
    private var isScheduled = false

    func add(_ update: SharedInstanceUpdate) {
        var freed: [Any] = []
        let mustSchedule = lock.withLock {
            let key = ObjectIdentifier(update.type)
            if let index = lasts[key], let former = waiting[index].last {
                freed.append(former)
                waiting[index].last = nil
            }
            waiting.append(Waiting(update))
            lasts[key] = waiting.count - 1
            if waiting.count > limit {
                // Looked at, they can't go before the lock does.
                freed += waiting.compactMap(\.old)
                waiting.removeAll { $0.last == nil && $0.old == nil }
                for (index, update) in waiting.enumerated() where update.last != nil {
                    lasts[ObjectIdentifier(update.type)] = index
                }
                limit = max(16, waiting.count * 2)
            }
            defer { isScheduled = true }
            return !isScheduled
        }
        freed.removeAll()
        if mustSchedule { DispatchQueue.main.async { self.postAll() } }
    }

    private func postAll() {
        let updates = lock.withLock {
            defer { (waiting, lasts, limit, isScheduled) = ([], [:], 16, false) }
            return waiting
        }
        for update in updates {
            if let last = update.last {
                last.post()
            } else if let old = update.old {
                // What took its place may be gone as well.
                let new = update.new ?? SharedInstances.all.find(update.type)
                SharedInstanceUpdate(type: update.type, old: old, new: new).post()
            }
        }
    }
}
