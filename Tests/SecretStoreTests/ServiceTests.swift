import Foundation
import TestSupport
import Testing

@Suite(
    "Secrets in a real secret service", .serialized, .waitsForPrograms,
    .enabled(if: Probe.hasService, "dbus, gnome-keyring or libsecret-tools isn't installed"))
struct ServiceTests {
    @Test("A store is a dictionary of secrets")
    func dictionary() throws {
        let session = try PrivateSession()
        #expect(try session.run(["get", "a"]).value == "nil")
        #expect(try session.run(["set", "a", "hello wörld"]).isOK)
        #expect(try session.run(["set", "b", ""]).isOK)
        #expect(try session.run(["set-data", "c", "AAECAwD/"]).isOK)
        #expect(try session.run(["set-list", "d", "x", "y"]).isOK)
        #expect(try session.run(["get", "a"]).value == "\"hello wörld\"")
        #expect(try session.run(["get", "b"]).value == "\"\"")
        #expect(try session.run(["get-data", "c"]).value == "AAECAwD/")
        #expect(try session.run(["get-list", "d"]).value == "[\"x\", \"y\"]")
        #expect(try session.run(["accounts"]).value == "[\"a\", \"b\", \"c\", \"d\"]")
        #expect(try session.run(["set", "a", "other", "A label"]).isOK)
        #expect(try session.run(["get", "a"]).value == "\"other\"")
        #expect(try session.run(["label", "a"]).value == "A label")
        #expect(try session.run(["label", "b"]).value == "probe: b")
        #expect(try session.run(["remove", "a"]).isOK)
        #expect(try session.run(["remove", "a"]).isOK)
        #expect(try session.run(["get", "a"]).value == "nil")
        #expect(try session.run(["--service", "other", "accounts"]).value == "[]")
        #expect(try session.run(["--service", "other", "set", "e", "kept"]).isOK)
        #expect(try session.run(["remove-all"]).isOK)
        #expect(try session.run(["accounts"]).value == "[]")
        #expect(try session.run(["--service", "other", "get", "e"]).value == "\"kept\"")
    }

    @Test("secret-tool shows text as it is, and what it stores is read")
    func secretTool() throws {
        let session = try PrivateSession()
        #expect(try session.run(["set", "a", "pass word"]).isOK)
        #expect(try session.lookUp("a") == "pass word")
        try session.storeForeign(Data("typed".utf8), "a")
        #expect(try session.run(["get", "a"]).value == "\"typed\"")
        #expect(try session.run(["accounts"]).value == "[\"a\"]")
        try session.storeForeign(Data("8080".utf8), "port")
        #expect(try session.run(["get-int", "port"]).value == "8080")
        #expect(try session.run(["remove", "a"]).isOK)
        #expect(try session.lookUp("a") == nil)
    }

    @Test("Several items of one account, which other programs may make, count as one: the newest")
    func duplicates() throws {
        let session = try PrivateSession()
        for (extra, text) in [("1", "old"), ("2", "new")] {
            let result = try session.tool(
                "/usr/bin/secret-tool", ["store", "--label=x", "service", "probe", "account", "a", "extra", extra],
                input: Data(text.utf8))
            #expect(result.status == 0)
            // Items know their time in seconds.
            sleep(1)
        }
        #expect(try session.run(["get", "a"]).value == "\"new\"")
        #expect(try session.run(["accounts"]).value == "[\"a\"]")
        #expect(try session.run(["set", "a", "third"]).isOK)
        #expect(try session.lookUp("a") == "third")
        #expect(try session.run(["remove", "a"]).isOK)
        #expect(try session.lookUp("a") == nil)
    }

    @Test("Secrets outlast the service, and it may be started again")
    func restart() throws {
        let session = try PrivateSession()
        #expect(try session.run(["set-data", "a", "AAECAwD/"]).isOK)
        #expect(try session.run(["save", "name=ada", "password=pw", "dog=collie"]).isOK)
        session.killKeyring()
        try session.startKeyring()
        #expect(try session.run(["get-data", "a"]).value == "AAECAwD/")
        #expect(try session.run(["load"]).value?.hasPrefix("name=ada password=pw") == true)
    }

    @Test("Collections are found by their labels")
    func collections() throws {
        let session = try PrivateSession()
        #expect(try session.run(["collections"]).value?.contains("Login") == true)
        #expect(try session.run(["--collection", "Login", "set", "a", "there"]).isOK)
        #expect(try session.run(["get", "a"]).value == "\"there\"")
        #expect(try session.run(["--collection", "session", "set", "a", "short"]).isOK)
        #expect(try session.run(["--collection", "session", "get", "a"]).value == "\"short\"")
        #expect(try session.run(["get", "a"]).value == "\"there\"")
        #expect(try session.run(["--collection", "Nowhere", "get", "a"]).code == "collectionMissing")
    }

    @Test("A secret has a size, and the error says where larger ones go")
    func size() throws {
        let session = try PrivateSession()
        #expect(try session.run(["set-size", "a", "65536"]).isOK)
        #expect(try session.run(["get-size", "a"]).value == "65536")
        let result = try session.run(["set-size", "a", "65537"])
        #expect(result.code == "bytesExceeded" && result.path == "a")
        #expect(result.error?.contains("CryptoCoder") == true)
        #expect(try session.run(["get-size", "a"]).value == "65536")
        #expect(try session.run(["--limit", "1000", "get-size", "a"]).code == "bytesExceeded")
        #expect(try session.run(["save-bulk", "a", "6", "60000"]).code == "bytesExceeded")
        #expect(try session.run(["load-bulk"]).value == "0 of ")
    }

    @Test("What others stored under our attributes is an error where it isn't what it should be, and no error tells it")
    func hostile() throws {
        let session = try PrivateSession()
        #expect(try session.run(["save", "name=ada", "password=pw", "port=80"]).isOK)
        let deep = Data("bplist00".utf8) + Data(repeating: 0xA1, count: 200) + Data(repeating: 0, count: 32)
        let cases: [(String, Data)] = [
            ("name", Data([0xFF, 0xFE, 0x00, 0x80])), ("port", Data("hunter2".utf8)),
            ("port", Data("99999999999999999999".utf8)),
            ("tags", Data("hunter2".utf8)), ("tags", deep), ("mood", Data("hunter2".utf8)),
            ("token", Data("hunter2!".utf8)),
            ("pet", Data("hunter2".utf8)), ("since", Data("hunter2".utf8)),
        ]
        for (property, content) in cases {
            #expect(try session.run(["remove", "ProbeLogin.\(property)"]).isOK)
            try session.storeForeign(content, "ProbeLogin.\(property)")
            let result = try session.run(["load"])
            #expect(result.status == 0 && result.value == nil, "\(property): \(result.lines)")
            #expect(result.path == "ProbeLogin.\(property)", "\(result.lines)")
            #expect(
                result.error?.contains("hunter2") == false && result.error?.contains("99999") == false,
                "\(result.lines)")
            #expect(try session.run(["remove", "ProbeLogin.\(property)"]).isOK)
        }
        #expect(try session.run(["load"]).value?.contains("password=pw") == true)
    }

    @Test("Many threads of one process use a store at once")
    func threads() throws {
        var result = try PrivateSession().run(["--timeout", "60000", "save-threads", "16"])
        // gnome-keyring 42 itself ends now and then under such load, by an assertion of GLib.
        if result.lines.contains(where: { $0.contains("it ended before it answered") }) {
            result = try PrivateSession().run(["--timeout", "60000", "save-threads", "16"])
        }
        #expect(
            result.isOK && result.value == "16" && result.error == nil
                && !result.lines.contains { $0.hasPrefix("torn") }, "\(result.lines)")
    }

    @Test("A process that loads while another saves sees all of the old values or all of the new ones")
    func isolation() async throws {
        let session = try PrivateSession()
        #expect(try session.run(["save-bulk", "a", "6", "100"]).isOK)
        let reader = Task.detached { try session.run(["--timeout", "60000", "load-many", "60"]) }
        for text in ["b", "c", "d", "e"] {
            #expect(try session.run(["--timeout", "60000", "save-bulk", text, "6", "100"]).isOK)
        }
        let result = try await reader.value
        #expect(result.isOK && !result.lines.contains { $0.hasPrefix("torn") }, "\(result.lines)")
    }
}
