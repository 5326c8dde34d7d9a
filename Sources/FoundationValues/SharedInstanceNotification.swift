import Dispatch
import Foundation
import ModelCore

// Notifications of shared instances.

extension BaseModel {
    /// Posted on the main thread when a shared instance was replaced. The object is the new instance, or the old
    /// instance if the shared instance was freed. The user info contains the old instance under ``oldInstanceKey``.
    ///
    /// If the instance was replaced on another thread, the main queue posts the notification later. In a program
    /// without a run loop, it never does. So not all waiting replacements of a class are posted: only the last, and
    /// replacements whose old instance is still in use.
    public static let sharedInstanceDidChange = Notification.Name("BaseModelSharedInstanceUpdatedNotification")

    /// The key of the old instance in the user info of ``sharedInstanceDidChange``.
    public static let oldInstanceKey = "oldInstance"
}

extension SharedInstanceUpdate {
    /// Posts the notification, on the main thread.
    func postNotification() {
        if Thread.isMainThread { post(new ?? old, old: old) } else { WaitingUpdates.all.add(self) }
    }
}

/// Posts the notification about an instance and the instance that it replaced.
private func post(_ instance: BaseModel?, old: BaseModel?) {
    var userInfo: [AnyHashable: Any] = [:]
    if let old { userInfo[BaseModel.oldInstanceKey] = old }
    NotificationCenter.default.post(name: BaseModel.sharedInstanceDidChange, object: instance, userInfo: userInfo)
}

/// The updates that wait to be posted on the main thread, which may never happen. So only the last update of each
/// class keeps its instances alive.
private final class WaitingUpdates: @unchecked Sendable {
    static let all = WaitingUpdates()

    private struct Waiting {
        let type: BaseModel.Type
        private(set) weak var old: BaseModel?
        private(set) weak var new: BaseModel?
        let instances: SharedInstances
        /// The update with its instances, as long as it is the last of its class.
        var last: SharedInstanceUpdate?

        init(_ update: SharedInstanceUpdate) {
            type = update.type
            old = update.old
            new = update.new
            instances = update.instances
            last = update
        }
    }

    // Everything below is only accessed while the lock is held. Nothing is freed meanwhile: that may run the program's
    // code.
    private let lock = NSLock()
    private var waiting: [Waiting] = []
    private var lasts: [ObjectIdentifier: Int] = [:]
    /// The number of waiting updates above which updates that need no notification are removed. It is twice the
    /// number that was left the last time, and at least 16.
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
                // Reading a weak reference may make it the last strong one. These instances are kept until the lock is
                // released.
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
                post(last.new ?? last.old, old: last.old)
            } else if let old = update.old {
                // The instance that replaced it may be freed too. Then the current one takes its place.
                let new = update.new ?? update.instances.find(update.type)
                post(new ?? old, old: old)
            }
        }
    }
}
