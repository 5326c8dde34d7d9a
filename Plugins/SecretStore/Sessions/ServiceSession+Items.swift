import CLibsecret
import FormatSupport
import ModelCore

extension ServiceSession {
    /// The largest number of items of one service. No app needs more items, and a secret service with more items
    /// answers slowly.
    private static let itemLimit = 4096

    func items(service name: String, account: String?) throws -> [StoredItem] {
        let paths = try self.paths(service: name, account: account)
        // A single item isn't asked for its properties: its account is known, and there is nothing to compare it with.
        if let account, paths.count == 1 { return [StoredItem(id: paths[0], account: account, label: "", modified: 0)] }
        return try paths.compactMap { path in
            let answer = try call(path, "org.freedesktop.DBus.Properties", "GetAll", [.string(Self.itemInterface)])
            let properties = answer[0]?.dictionary ?? [:]
            guard let account = properties["Attributes"]?.dictionary["account"]?.string else { return nil }
            return StoredItem(
                id: path, account: account, label: properties["Label"]?.string ?? "",
                modified: properties["Modified"]?.uint64 ?? 0)
        }
    }

    private func paths(service name: String, account: String?) throws -> [String] {
        guard let collection = currentCollection() else { return [] }
        var attributes = ["service": name]
        attributes["account"] = account
        let answer = try call(collection, Self.collectionInterface, "SearchItems", [.attributes(attributes)])
        let paths = answer[0]?.members.compactMap(\.string) ?? []
        guard paths.count <= Self.itemLimit else {
            throw ModelError(.nodesExceeded, "More than \(Self.itemLimit) secrets.")
        }
        return paths
    }

    func contents(of items: [StoredItem]) throws -> [Data] {
        guard !items.isEmpty else { return [] }
        let session = try sessionPath()
        let answer = try call(
            Self.root, Self.serviceInterface, "GetSecrets",
            [.array(of: "o", items.map { .objectPath($0.id) }), .objectPath(session)])
        var contents: [String: Data] = [:]
        for entry in answer[0]?.members ?? [] {
            guard let path = entry[0]?.string, let secret = entry[1] else { continue }
            contents[path] = try decode(secret)
        }
        return try items.map { item in
            // The service omits items that are locked, and those that are gone.
            guard let content = contents[item.id] else { throw ModelError.secretVanished.about(item.account) }
            return content
        }
    }

    func write(_ content: Data, service name: String, account: String, label: String?) throws {
        guard let collection = currentCollection() else { throw ModelError.unexpectedAnswer }
        let existing = try items(service: name, account: account).newestFirst
        guard let newest = existing.first else {
            let attributes = ["service": name, "account": account, "xdg:schema": "org.freedesktop.Secret.Generic"]
            let properties = GLibVariant.properties([
                (Self.itemInterface + ".Label", .string(label ?? "\(name): \(account)")),
                (Self.itemInterface + ".Attributes", .attributes(attributes)),
            ])
            let answer = try call(
                collection, Self.collectionInterface, "CreateItem", [properties, try encode(content), .bool(true)])
            if let prompt = answer[1]?.string, prompt != "/" { _ = try self.prompt(prompt) }
            return
        }
        _ = try call(newest.id, Self.itemInterface, "SetSecret", [try encode(content)])
        if let label {
            _ = try call(
                newest.id, "org.freedesktop.DBus.Properties", "Set",
                [.string(Self.itemInterface), .string("Label"), .variant(.string(label))])
        }
        for item in existing.dropFirst() { try delete(item.id) }
    }

    func remove(service name: String, account: String) throws {
        for path in try paths(service: name, account: account) { try delete(path) }
    }

    private func delete(_ path: String) throws {
        let answer = try call(path, Self.itemInterface, "Delete")
        if let prompt = answer[0]?.string, prompt != "/" { _ = try self.prompt(prompt) }
    }

    // MARK: Secrets

    private func sessionPath() throws -> String {
        guard let path = String(lent: secret_service_get_session_dbus_path(service)) else {
            throw ModelError.unexpectedAnswer
        }
        return path
    }

    private func encode(_ content: Data) throws -> GLibVariant {
        let secret = SecretBytes(content)
        guard let encoded = secret_service_encode_dbus_secret(service, secret.pointer) else {
            throw ModelError.unexpectedAnswer
        }
        return GLibVariant(taking: encoded)
    }

    private func decode(_ secret: GLibVariant) throws -> Data {
        guard secret.hasType("(oayays)"), let value = secret_service_decode_dbus_secret(service, secret.pointer)
        else {
            throw ModelError.unexpectedAnswer
        }
        return SecretBytes(taking: value).content
    }
}

extension [StoredItem] {
    /// The items. The newest item is first. If other programs stored several items for an account, the newest item is
    /// used.
    var newestFirst: [StoredItem] {
        sorted { ($0.modified, $0.id) > ($1.modified, $1.id) }
    }
}
