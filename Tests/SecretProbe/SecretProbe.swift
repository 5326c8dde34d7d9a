import Foundation
import ModelCore
import SecretStore

/// Does to a store what its arguments say, in an environment that a test chose, and prints what came of it: one line for each, and for an
/// error its code, path and text.
///
///     secret-probe [--service S] [--timeout MS] [--prompts MS] [--collection LABEL|session] [--trust] [--limit BYTES] COMMAND ARGUMENTS…
@main
struct SecretProbe {
    static func main() {
        var arguments = Array(CommandLine.arguments.dropFirst())
        var options = SecretStoreOptions()
        var service = "probe"
        var collection = SecretCollection.default
        while let first = arguments.first, first.hasPrefix("--") {
            arguments.removeFirst()
            if first == "--trust" {
                options.trustsArchives = true
                continue
            }
            let value = arguments.removeFirst()
            switch first {
            case "--service": service = value
            case "--timeout": options.timeout = .milliseconds(Int(value) ?? 0)
            case "--limit": options.maximumSecretSize = Int(value) ?? 0
            case "--collection": collection = value == "session" ? .session : .labeled(value)
            case "--prompts":
                options.allowsPrompts = true
                options.promptTimeout = .milliseconds(Int(value) ?? 0)
            default: fatalError("unknown option \(first)")
            }
        }
        let store = SecretStore(service: service, collection: collection, options: options)
        FormatRegistry.replace(with: KeychainStore(store))
        ClassRegistry.register(ProbeLogin.self)
        ClassRegistry.register(ProbePet.self)
        ClassRegistry.register(ProbeDog.self)
        let start = ContinuousClock.now
        do {
            try Commands(store: store).run(arguments.removeFirst(), arguments)
        } catch {
            let error = ModelError(wrapping: error)
            print("error \(error.code) path=\(error.path) \(error)")
        }
        let time = start.duration(to: .now)
        print("ms \(time.components.seconds * 1000 + time.components.attoseconds / 1_000_000_000_000_000)")
    }
}
