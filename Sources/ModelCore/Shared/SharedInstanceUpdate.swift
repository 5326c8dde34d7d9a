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
    /// Posted on the main thread when a shared instance was replaced. The object is the new instance (the old one where it was
    /// freed); the user info holds the old one under ``oldInstanceKey``.
    public static let sharedInstanceDidChange = Notification.Name("BaseModelSharedInstanceUpdatedNotification")

    /// The key of the old instance in the user info of ``sharedInstanceDidChange``.
    public static let oldInstanceKey = "oldInstance"

    /// The replacements of this class's shared instance from now on; of every class's, asked of `BaseModel`. Without end: cancel the
    /// task that iterates.
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
            DispatchQueue.main.async { post() }
        }
    }

    private func post() {
        var userInfo: [AnyHashable: Any] = [:]
        if let old { userInfo[BaseModel.oldInstanceKey] = old }
        NotificationCenter.default.post(
            name: BaseModel.sharedInstanceDidChange, object: new ?? old, userInfo: userInfo)
    }
}
