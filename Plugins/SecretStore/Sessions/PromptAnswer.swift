import CLibsecret
import ModelCore

/// Waits for the signal with which a prompt of the service ends.
///
/// libsecret's own call isn't used, because it dismisses the prompt when its time is up. gnome-keyring 42 then ends,
/// and its unlocked collections are locked again. Therefore a prompt without an answer stays until the service
/// removes it.
final class PromptAnswer {
    private(set) var parameters: GLibVariant?
    private let bus: SessionBus
    private var subscription: UInt32 = 0

    init(to path: String, on bus: SessionBus) {
        self.bus = bus
        let callback: GDBusSignalCallback = { _, _, _, _, _, parameters, data in
            guard let parameters = unsafe parameters, let data = unsafe data else { return }
            // Called on the thread that waits, between `init` and `deinit`: the answer is alive.
            let answer = unsafe Unmanaged<PromptAnswer>.fromOpaque(data).takeUnretainedValue()
            // The object takes over a new reference, because the signal keeps its own reference.
            answer.parameters = GLibVariant(taking: g_variant_ref(parameters))
        }
        subscription = unsafe g_dbus_connection_signal_subscribe(
            bus.connection, "org.freedesktop.secrets", "org.freedesktop.Secret.Prompt", "Completed", path, nil,
            0, callback, Unmanaged.passUnretained(self).toOpaque(), nil)
    }

    deinit { g_dbus_connection_signal_unsubscribe(bus.connection, subscription) }

    /// Waits until the prompt is answered. Throws `timedOut`, or `serviceUnavailable` if the service ends before the
    /// answer.
    func wait(_ control: CallControl) throws -> GLibVariant {
        let context = g_main_context_get_thread_default()
        var rounds = 0
        while true {
            while g_main_context_iteration(context, 0) != 0 {}
            if let parameters { return parameters }
            guard !control.isCancelled, (try? control.remainingMilliseconds()) != nil else {
                throw ModelError(.timedOut, "Nobody answered the prompt in time.")
            }
            rounds += 1
            if rounds % 50 == 0, try !bus.hasService(within: .seconds(1)) {
                throw ModelError(.serviceUnavailable, "The secret service ended while its prompt was open.")
            }
            // Users don't answer faster than in 10 ms.
            g_usleep(10_000)
        }
    }
}
