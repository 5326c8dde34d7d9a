import Foundation
import TestSupport
import Testing

@Suite(
    "Secrets in libsecret's file", .serialized, .waitsForPrograms,
    .enabled(if: Probe.hasService, "dbus, gnome-keyring or libsecret-tools isn't installed"))
struct FileBackendTests {
    @Test("The file does what the service does, without D-Bus")
    func dictionary() throws {
        let session = try PrivateSession(withKeyring: false)
        session.killBus()
        #expect(try session.run(["get", "a"], file: true).value == "nil")
        #expect(try session.run(["set", "a", "hello wörld", "A label"], file: true).isOK)
        #expect(try session.run(["set-data", "c", "AAECAwD/"], file: true).isOK)
        #expect(try session.run(["get", "a"], file: true).value == "\"hello wörld\"")
        #expect(try session.run(["get-data", "c"], file: true).value == "AAECAwD/")
        #expect(try session.run(["label", "a"], file: true).value == "A label")
        #expect(try session.run(["accounts"], file: true).value == "[\"a\", \"c\"]")
        #expect(try session.run(["set", "a", "other"], file: true).isOK)
        #expect(try session.run(["label", "a"], file: true).value == "A label")
        #expect(try session.run(["save", "name=ada", "password=pw", "tags=a,b", "dog=collie"], file: true).isOK)
        #expect(try session.run(["load"], file: true).value?.hasPrefix("name=ada password=pw") == true)
        #expect(try session.run(["save", "password="], file: true).isOK)
        #expect(try session.run(["get", "ProbeLogin.password"], file: true).value == "nil")
        #expect(try session.run(["set-size", "a", "65536"], file: true).isOK)
        #expect(try session.run(["get-size", "a"], file: true).value == "65536")
        #expect(try session.run(["remove-all"], file: true).isOK)
        #expect(try session.run(["accounts"], file: true).value == "[]")
    }

    @Test("What is no file isn't read, and nobody waits for it")
    func noFile() throws {
        let session = try PrivateSession(withKeyring: false)
        #expect(unsafe mkfifo(session.folder + "/test.keyring", 0o600) == 0)
        for command in [["get", "a"], ["set", "a", "b"]] {
            let result = try session.run(["--timeout", "20000"] + command, file: true)
            #expect(result.code == "serviceUnavailable" && result.milliseconds < 10_000, "\(result.lines)")
        }
    }

    @Test("The file is the user's alone, and has no plaintext")
    func fileOnDisk() throws {
        let session = try PrivateSession(withKeyring: false)
        #expect(try session.run(["save", "name=plainname", "password=plainsecret"], file: true).isOK)
        let files = try #require(FileManager.default.enumerator(atPath: session.folder)?.allObjects as? [String])
        #expect(files.contains("test.keyring"))
        for file in files {
            guard let content = FileManager.default.contents(atPath: session.folder + "/" + file) else { continue }
            #expect(
                content.range(of: Data("plainsecret".utf8)) == nil && content.range(of: Data("plainname".utf8)) == nil,
                "\(file)")
        }
        let attributes = try FileManager.default.attributesOfItem(atPath: session.folder + "/test.keyring")
        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
    }

    @Test("With a wrong password nothing is read and nothing is written")
    func wrongPassword() throws {
        let session = try PrivateSession(withKeyring: false)
        #expect(try session.run(["set", "a", "kept"], file: true).isOK)
        let file = session.folder + "/test.keyring"
        let before = try Data(contentsOf: URL(fileURLWithPath: file))
        session.environment.merge(session.fileBackend) { $1 }
        session.environment["SECRET_FILE_TEST_PASSWORD"] = "wrong"
        for command in [
            ["get", "a"], ["set", "a", "b"], ["accounts"], ["remove", "a"], ["save", "name=x"], ["remove-all"],
        ] {
            #expect(try session.run(command).code == "serviceUnavailable", "\(command)")
        }
        session.environment["SECRET_FILE_TEST_PASSWORD"] = nil
        #expect(try session.run(["get", "a"]).code == "serviceUnavailable")
        #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == before)
        #expect(try session.run(["get", "a"], file: true).value == "\"kept\"")
    }

    @Test("What secret-tool stored in the file before is found")
    func provisioned() throws {
        let session = try PrivateSession(withKeyring: false)
        session.environment.merge(session.fileBackend) { $1 }
        try session.storeForeign(Data("given".utf8), "a")
        #expect(try session.run(["get", "a"]).value == "\"given\"")
        #expect(try session.run(["set", "b", "more"]).isOK)
        #expect(try session.lookUp("b") == "more")
        #expect(try session.run(["--service", "other", "get", "a"]).value == "nil")
    }

    @Test("A damaged file is an error wherever the damage is, and is left alone", .endsAtLast)
    func damaged() throws {
        let session = try PrivateSession(withKeyring: false)
        #expect(try session.run(["set", "a", "kept"], file: true).isOK)
        let file = URL(fileURLWithPath: session.folder + "/test.keyring")
        let whole = try Data(contentsOf: file)
        var cases = stride(from: 0, to: whole.count, by: 17).map { whole.prefix($0) }
        cases += stride(from: 0, to: whole.count, by: 13).map { index in
            var copy = whole
            copy[index] ^= 0x55
            return copy
        }
        for (index, content) in cases.enumerated() {
            try content.write(to: file)
            let result = try session.run(["get", "a"], file: true)
            // A flipped byte may be one that nothing is read from: of the label's time, or another item.
            #expect(
                result.status == 0 && (result.error != nil || result.value == "\"kept\"" || result.value == "nil"),
                "case \(index): \(result)")
            #expect(try Data(contentsOf: file) == content, "case \(index)")
        }
    }

    @Test("Two programs that write the file at once lose nothing")
    func twoPrograms() async throws {
        let session = try PrivateSession(withKeyring: false)
        try await withThrowingTaskGroup { group in
            for index in 0..<6 {
                group.addTask {
                    let result = try session.run(["--timeout", "30000", "set", "a\(index)", "v"], file: true)
                    #expect(result.isOK, "\(result.lines)")
                }
            }
            try await group.waitForAll()
        }
        #expect(try session.run(["accounts"], file: true).value == "[\"a0\", \"a1\", \"a2\", \"a3\", \"a4\", \"a5\"]")
    }
}
