import CLibsecret
import Foundation
import ModelCore
import TestSupport
import Testing

@testable import SecretStore

/// One secret as the service keeps it.
private struct OlderSecret: Codable, Equatable {
    var label: String
    var attributes: [String: String]
    var content: Data
}

/// The secrets that an earlier state of this package wrote, with the text of what that state read from them.
private struct OlderSecrets {
    let folder: URL

    /// By the day on which their folder was written.
    static let all: [OlderSecrets] = {
        guard let folder = Bundle.module.resourceURL?.appending(path: "Fixtures"),
            let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
        else { return [] }
        return names.sorted().map { OlderSecrets(folder: folder.appending(path: $0)) }
    }()

    var text: String { get throws { try String(contentsOf: folder.appending(path: "library.txt"), encoding: .utf8) } }

    var secrets: [OlderSecret] {
        get throws { try JSONDecoder().decode([OlderSecret].self, from: Data(contentsOf: folder.appending(path: "library.json"))) }
    }

    func write(_ text: String, _ secrets: [OlderSecret]) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: folder.appending(path: "library.txt"))
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        try encoder.encode(secrets).write(to: folder.appending(path: "library.json"))
    }
}

extension ServiceSession {
    /// Makes an item with these attributes, as any program might.
    fileprivate func makeItem(_ label: String, _ attributes: [String: String], _ content: Data) throws {
        let collection = try #require(currentCollection())
        let secret = SecretBytes(content)
        defer { withExtendedLifetime(secret) {} }
        guard let encoded = secret_service_encode_dbus_secret(service, secret.pointer) else {
            throw ModelError(.unrepresentableValue, "The service can't take the secret.")
        }
        let properties = GLibVariant.properties([
            (Self.itemInterface + ".Label", .string(label)), (Self.itemInterface + ".Attributes", .attributes(attributes)),
        ])
        _ = try call(
            collection, Self.collectionInterface, "CreateItem", [properties, GLibVariant(taking: encoded), .bool(false)])
    }

    /// All attributes of an item.
    fileprivate func attributes(of item: StoredItem) throws -> [String: String] {
        let answer = try call(item.id, "org.freedesktop.DBus.Properties", "GetAll", [.string(Self.itemInterface)])
        return try #require(answer[0]?.dictionary["Attributes"]).dictionary.compactMapValues(\.string)
    }
}

/// In the session that the tests run in.
@Suite(
    "Secrets that earlier states of this package wrote", .serialized,
    .enabled(if: (try? SecretStore().checkAvailability()) != nil, "no secret service runs in this session"))
struct OlderSecretsTests {
    /// The beginning of the services' names.
    private let prefix = "org.basemodel.older.\(UUID().uuidString)"
    private var services: [String] { [prefix + ".first", prefix + ".second"] }
    /// In place of the beginning, in what is kept.
    private static let keptPrefix = "org.basemodel.older"
    private static let options = SecretStoreOptions(timeout: .seconds(30))

    private func use(_ body: (OlderLibrary) throws -> Void) throws {
        try SessionKeyring.test {
            defer { for service in services { try? SecretStore(service: service, options: Self.options).removeAll() } }
            let store = KeychainStore(SecretStore(service: services[0], options: Self.options))
            try FormatRegistry.withFormats(FormatRegistry(stores: [store])) {
                try body(OlderLibrary(in: services.map { .keychain(service: $0) }))
            }
        }
    }

    /// Puts secrets into the service as they are, by calls of its interface.
    private func restore(_ secrets: [OlderSecret]) throws {
        let session = try ServiceSession(.default, options: Self.options, control: CallControl(deadline: .now + .seconds(60)))
        try session.unlock(forWriting: true)
        for secret in secrets {
            var attributes = secret.attributes
            attributes["service"] = attributes["service"]?.replacingOccurrences(of: Self.keptPrefix, with: prefix)
            try session.makeItem(secret.label, attributes, secret.content)
        }
    }

    /// The secrets of both services, as they are in the service.
    private func secrets() throws -> [OlderSecret] {
        let session = try ServiceSession(.default, options: Self.options, control: CallControl(deadline: .now + .seconds(60)))
        try session.unlock(forWriting: false)
        return try services.flatMap { service in
            let items = try session.items(service: service, account: nil).sorted { $0.account < $1.account }
            let contents = try session.contents(of: items)
            return try zip(items, contents).map { item, content in
                var attributes = try session.attributes(of: item)
                attributes["service"] = attributes["service"]?.replacingOccurrences(of: prefix, with: Self.keptPrefix)
                let label = item.label.replacingOccurrences(of: prefix, with: Self.keptPrefix)
                return OlderSecret(label: label, attributes: attributes, content: content)
            }
        }
    }

    @Test("There are some, and what is written today is read as they are")
    func today() throws {
        let older = try #require(OlderSecrets.all.last)
        try use { library in
            try library.fill()
            #expect(try library.text() == older.text)
        }
    }

    @Test("They are read as that state read them, and again after they were saved", arguments: OlderSecrets.all.indices)
    func read(_ index: Int) throws {
        let older = OlderSecrets.all[index]
        try use { library in
            try restore(older.secrets)
            #expect(try secrets().count == older.secrets.count)
            #expect(try library.text() == older.text)
            try library.saveAgain()
            #expect(try library.text() == older.text)
            // Each is changed where it is: no account has a second secret.
            #expect(try secrets().count == older.secrets.count)
        }
    }

    /// The folder that today's secrets are to be kept in, for later states to read.
    private static let kept = ProcessInfo.processInfo.environment["KEEP_FILES"].map { URL(filePath: $0) }

    @Test("What is written today is kept where KEEP_FILES says", .enabled(if: kept != nil))
    func keep() throws {
        let older = OlderSecrets(folder: try #require(Self.kept))
        try use { library in
            try library.fill()
            try older.write(library.text(), secrets())
        }
    }
}
