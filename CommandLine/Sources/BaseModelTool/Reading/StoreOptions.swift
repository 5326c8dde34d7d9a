import ArgumentParser
import FormatSupport
import ModelCore
import SecretStore

/// The options for values that are in a store instead of a file.
struct StoreOptions: ParsableArguments {
    /// The store to read.
    enum Store: String, CaseIterable, ExpressibleByArgument {
        case userDefaults, keychain
    }

    @Option(help: "Show what is kept in the user defaults, or in the secret service (keychain), and no file.")
    var store: Store?

    @Option(help: ArgumentHelp("The suite of the defaults, or the service of the secrets.", valueName: "name"))
    var place: String?

    @Option(name: .customLong("class"), help: ArgumentHelp("Show the values of this class alone.", valueName: "name"))
    var className: String?

    @Flag(help: "Show the values, too, and not their kinds alone.")
    var reveal = false

    var isAsked: Bool { store != nil }

    func validate() throws {
        guard store != nil else {
            if place != nil || className != nil || reveal {
                throw ValidationError("--place, --class and --reveal need --store.")
            }
            return
        }
        guard let place, !place.isEmpty, !place.contains("/") else {
            throw ValidationError("--store needs --place: the suite of the defaults, or the service of the secrets.")
        }
    }

    /// Returns the values at the location in the store: the values of one class, or all values.
    func read(_ limits: DecodingLimits) throws -> ModelDocument {
        let place = place ?? ""
        let format = (store == .keychain ? FileFormat.keychain : .userDefaults).at(place)
        if let className {
            let record = StoreRecord(format: format, className: className, limits: limits)
            if let document = try FormatRegistry.current.store(for: format).document(for: record) { return document }
            throw Failure("\(format.displayName) \(place): Nothing is kept there of a class \(className).")
        }
        return store == .keychain ? try secrets(of: place, limits) : try defaults(of: place, limits)
    }

    private func secrets(of service: String, _ limits: DecodingLimits) throws -> ModelDocument {
        let secrets = SecretStore(service: service)
        var builder = DocumentBuilder(limits: limits)
        try builder.beginDictionary()
        for account in try secrets.accounts {
            guard let secret = try secrets.document(for: account) else { continue }
            try builder.key(account)
            try builder.append(secret)
        }
        try builder.end()
        return try builder.finish()
    }

    /// Returns the whole content of a suite's file, in the folder in which Foundation stores it.
    private func defaults(of suite: String, _ limits: DecodingLimits) throws -> ModelDocument {
        let environment = ProcessInfo.processInfo.environment
        // The store itself also ignores a path that isn't absolute.
        let set = environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        let folder = set ?? (environment["HOME"] ?? FileManager.default.homeDirectoryForCurrentUser.path) + "/.config"
        let path = "\(folder)/\(suite).plist"
        guard BaseModel.fileExists(atPath: path) else {
            throw Failure("User defaults \(suite): Nothing is kept there.")
        }
        let content = try FileContent.read(path)
        do {
            return try FormatRegistry.current.document(from: content, limits: limits)
        } catch {
            throw ModelError(wrapping: error).named(path)
        }
    }
}
