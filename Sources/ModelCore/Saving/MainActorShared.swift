internal import CBaseModel
import Dispatch
import FormatSupport

/// A class whose shared instance belongs to the main actor, as those of its subclasses do.
///
/// ```swift
/// @Model final class Settings: BaseModel, MainActorShared {
///     var theme = "light"
/// }
/// ```
///
/// The compiler refuses `Settings.shared` in other isolations, and sending the instance there. Code that doesn't know the
/// class, such as generic code for `BaseModel`, gets the error `wrongIsolation` there.
public protocol MainActorShared: BaseModel {}

extension ModelValue where Self: BaseModel, Self: MainActorShared {
    /// The one instance of the class that the main actor shares: see ``BaseModel/shared``.
    @MainActor
    public static var shared: Self {
        get throws { try sharedInstance() }
    }

    /// Replaces the shared instance, or frees it: see `setSharedInstance(_:)` of other classes.
    @MainActor
    public static func setSharedInstance(_ instance: sending Self?) { replaceShared(with: instance) }

    /// Makes the shared instance anew from its files: see ``BaseModel/reloadSharedInstance()``.
    @MainActor
    public static func reloadSharedInstance() throws { try reloadShared() }

    /// The future replacements of the shared instance: see ``BaseModel/sharedInstanceUpdates``.
    @MainActor
    public static var sharedInstanceUpdates: AsyncStream<SharedInstanceUpdate> { SharedInstanceUpdate.stream(for: self) }
}

extension BaseModel {
    /// True if the caller runs on the main actor.
    static var isOnMainActor: Bool { MainQueue.isCurrent }

    /// Throws `wrongIsolation` if the shared instance belongs to the main actor, and the caller doesn't run there.
    class func requireIsolation() throws {
        guard self is any MainActorShared.Type, !MainQueue.isCurrent else { return }
        throw ModelError(
            .wrongIsolation,
            """
            The shared instance of \(self) belongs to the main actor, and other code asked for it. Ask for it on the \
            main actor, and give others a deepCopy().
            """)
    }
}

/// The queue that runs the main actor.
private enum MainQueue {
    private static let key = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    /// True if the caller runs on the queue. Under an asynchronous main function, Linux serves it on another thread than
    /// the main one.
    static var isCurrent: Bool { thread_is_main() || DispatchQueue.getSpecific(key: key) == true }
}
