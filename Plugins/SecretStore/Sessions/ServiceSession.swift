import CLibsecret
import ModelCore

/// The secret service, through an encrypted session of libsecret, on a separate D-Bus connection.
///
/// `@safe`: this object holds one reference to libsecret's service as long as it exists.
@safe
final class ServiceSession: SecretSession {
    static let root = "/org/freedesktop/secrets"
    static let serviceInterface = "org.freedesktop.Secret.Service"
    static let collectionInterface = "org.freedesktop.Secret.Collection"
    static let itemInterface = "org.freedesktop.Secret.Item"

    let options: SecretStoreOptions
    let control: CallControl
    let bus: SessionBus
    @safe let service: OpaquePointer
    private let wanted: SecretCollection
    /// The collection's path. Nil if there is no collection.
    private var collection: String?

    init(_ collection: SecretCollection, options: SecretStoreOptions, control: CallControl) throws {
        self.options = options
        self.control = control
        wanted = collection
        bus = try SessionBus(control)
        service = try GLibFailure.made { [bus] in
            clibsecret_open_service(bus.connection, control.cancellable, $0)
        }
    }

    deinit { unsafe g_object_unref(UnsafeMutableRawPointer(service)) }

    func call(
        _ path: String, _ interface: String, _ method: String, _ parameters: [GLibVariant] = []
    ) throws -> GLibVariant {
        try bus.call(path, interface, method, parameters, within: options.boundedTimeout)
    }

    func property(_ name: String, of path: String, _ interface: String) throws -> GLibVariant {
        let answer = try call(path, "org.freedesktop.DBus.Properties", "Get", [.string(interface), .string(name)])
        guard let value = answer[0]?.unwrapped else { throw ModelError.unexpectedAnswer }
        return value
    }

    // MARK: Collections

    /// Returns the paths and labels of all collections.
    func collections() throws -> [(path: String, label: String)] {
        try property("Collections", of: Self.root, Self.serviceInterface).members.compactMap(\.string).map { path in
            (path, try property("Label", of: path, Self.collectionInterface).string ?? "")
        }
    }

    func unlock(forWriting: Bool) throws {
        guard let path = try findCollection() ?? (forWriting ? makeCollection() : nil) else { return }
        collection = path
        guard try property("Locked", of: path, Self.collectionInterface).bool == true else { return }
        guard options.allowsPrompts else { throw ModelError.secretsLocked }
        let answer = try call(Self.root, Self.serviceInterface, "Unlock", [.array(of: "o", [.objectPath(path)])])
        if let prompt = answer[1]?.string, prompt != "/" { _ = try self.prompt(prompt) }
        guard try property("Locked", of: path, Self.collectionInterface).bool == false else {
            throw ModelError.secretsLocked
        }
    }

    func begin(service: String, forWriting: Bool) {}

    private func findCollection() throws -> String? {
        switch wanted.storage {
        case .alias(let alias):
            let path = try call(Self.root, Self.serviceInterface, "ReadAlias", [.string(alias)])[0]?.string
            return path == "/" ? nil : path
        case .label(let label):
            guard let found = try collections().first(where: { $0.label == label }) else {
                throw ModelError(.collectionMissing, "There is no collection with the label \(label).")
            }
            return found.path
        }
    }

    /// Makes the default collection, for which the user has to choose a password.
    private func makeCollection() throws -> String {
        guard case .alias("default") = wanted.storage else {
            throw ModelError(.collectionMissing, "The secret service has no session collection.")
        }
        guard options.allowsPrompts else {
            throw ModelError(
                .collectionMissing,
                "The secret service has no default collection, and prompts to make one aren't allowed.")
        }
        let label = GLibVariant.properties([(Self.collectionInterface + ".Label", .string("Default"))])
        let answer = try call(Self.root, Self.serviceInterface, "CreateCollection", [label, .string("default")])
        if let path = answer[0]?.string, path != "/" { return path }
        guard let prompt = answer[1]?.string, let path = try self.prompt(prompt).string else {
            throw ModelError.unexpectedAnswer
        }
        return path
    }

    /// Returns the path of the collection that ``unlock(forWriting:)`` found. Returns nil if there is no collection,
    /// and therefore no secrets.
    func currentCollection() -> String? { collection }

    // MARK: Prompts

    /// Shows a prompt, and waits for the user. Returns the prompt's result, such as the path of a new collection.
    ///
    /// - Throws: `promptDismissed`; `timedOut` if the user doesn't answer; `storeLocked` if prompts aren't allowed.
    func prompt(_ path: String) throws -> GLibVariant {
        guard options.allowsPrompts else { throw ModelError.secretsLocked }
        let answer = PromptAnswer(to: path, on: bus)
        _ = try call(path, "org.freedesktop.Secret.Prompt", "Prompt", [.string("")])
        let parameters = try answer.wait(control)
        guard parameters[0]?.bool == false, let result = parameters[1]?.unwrapped else {
            throw ModelError(.promptDismissed, "The prompt was dismissed.")
        }
        return result
    }
}
