internal import CBaseModel
import Dispatch
import FormatSupport

/// A class whose shared instance belongs to the main actor. The shared instances of its subclasses do, too.
///
/// ```swift
/// @Model final class Settings: BaseModel, MainActorShared {
///     var theme = "light"
/// }
/// ```
///
/// In other isolations, the compiler refuses `Settings.shared`. It also refuses sending the instance to another
/// isolation. Code that doesn't know the class, such as generic code for `BaseModel`, gets the error `wrongIsolation`
/// at run time.
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

    /// Makes the shared instance again from its files: see ``BaseModel/reloadSharedInstance()``.
    @MainActor
    public static func reloadSharedInstance() throws { try reloadShared() }

    /// A stream of the future replacements of the shared instance: see ``BaseModel/sharedInstanceUpdates``.
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

    /// True if the caller runs on the main queue. In a program with an asynchronous main function, Linux runs the
    /// queue on another thread than the main thread.
    static var isCurrent: Bool { thread_is_main() || DispatchQueue.getSpecific(key: key) == true }
}
