import Foundation
import TestSupport
import Testing

@Suite(
    "Models in the keychain", .serialized, .waitsForPrograms,
    .enabled(if: Probe.hasService, "dbus, gnome-keyring or libsecret-tools isn't installed"))
struct KeychainModelTests {
    @Test("Each property is a secret of its own, and comes back as what it was")
    func roundTrip() throws {
        let session = try PrivateSession()
        #expect(try session.run(["load"]).value == "nil")
        let changes = [
            "name=ada", "password=pw", "port=8080", "token=AAEC", "tags=a,b", "retries=", "dog=collie", "mood=angry",
            "since=1.25",
        ]
        #expect(try session.run(["save"] + changes).isOK)
        #expect(
            try session.run(["load"]).value == """
                name=ada password=pw port=8080 token=AAEC tags=["a", "b"] retries=nil pet=ProbeDog breed=collie mood=angry since=1.25 cycle=false
                """)
        #expect(try session.lookUp("ProbeLogin.password") == "pw")
        #expect(try session.lookUp("ProbeLogin.mood") == "angry")
        #expect(try session.lookUp("ProbeLogin.port")?.hasPrefix("bplist00") == true)
    }

    @Test("A property that is nil has no secret")
    func nilRemoves() throws {
        let session = try PrivateSession()
        #expect(try session.run(["save", "name=ada", "password=pw"]).isOK)
        #expect(try session.lookUp("ProbeLogin.password") == "pw")
        #expect(try session.run(["save", "password="]).isOK)
        #expect(try session.lookUp("ProbeLogin.password") == nil)
        #expect(try session.run(["load"]).value?.contains("name=ada password=nil") == true)
    }

    @Test("Two classes with properties of the same name don't meet, nor do foreign secrets")
    func twoClasses() throws {
        let session = try PrivateSession()
        #expect(try session.run(["save", "name=ada", "password=one"]).isOK)
        #expect(try session.run(["save-mail", "two"]).isOK)
        #expect(try session.run(["set", "password", "three"]).isOK)
        #expect(try session.run(["set", "ProbeLoginX.password", "four"]).isOK)
        #expect(try session.run(["set", "ProbeLogin.inner.password", "five"]).isOK)
        #expect(try session.run(["load"]).value?.contains("password=one") == true)
        #expect(try session.run(["load-mail"]).value == "two")
        #expect(try session.run(["forget"]).isOK)
        #expect(try session.run(["load"]).value == "nil")
        #expect(try session.run(["load-mail"]).value == "two")
        #expect(
            try session.run(["accounts"]).value
                == "[\"ProbeLogin.inner.password\", \"ProbeLoginX.password\", \"ProbeMail.password\", \"password\"]")
    }

    @Test("Archives of objects are written and read only where they are trusted")
    func archives() throws {
        let session = try PrivateSession()
        let refused = try session.run(["save", "name=ada", "cycle=1"])
        #expect(refused.code == "cycle" && refused.path == "ProbeLogin.other")
        #expect(try session.run(["load"]).value == "nil")
        #expect(try session.run(["--trust", "save", "name=ada", "cycle=1"]).isOK)
        #expect(try session.run(["--trust", "load"]).value?.contains("cycle=true") == true)
        let untrusted = try session.run(["load"])
        #expect(untrusted.code == "untrustedArchive" && untrusted.path == "ProbeLogin.other")
    }

    @Test("What can't be read isn't overwritten")
    func unreadable() throws {
        let session = try PrivateSession()
        let garbage = Data("bplist00".utf8) + Data([0xFF, 0xFE, 0xFD])
        try session.storeForeign(garbage, "ProbeMail.password")
        let result = try session.run(["save-mail", "new"])
        #expect(result.code == "fileUnreadable" && result.path == "ProbeMail.password")
        #expect(try session.run(["load-mail"]).code == "corruptData")
        #expect(try session.run(["remove", "ProbeMail.password"]).isOK)
        #expect(try session.run(["save-mail", "new"]).isOK)
        #expect(try session.run(["load-mail"]).value == "new")
    }

    @Test("The record of an unfinished save that can't be read stops everything but removing all")
    func hostileRecord() throws {
        let session = try PrivateSession()
        #expect(try session.run(["save-mail", "old"]).isOK)
        try session.storeForeign(Data([0xFF, 0x00, 0x01]), "$undo")
        for command in [["load-mail"], ["get", "a"], ["set", "a", "b"]] {
            #expect(try session.run(command).code == "corruptData", "\(command)")
        }
        #expect(try session.run(["save-mail", "new"]).code == "fileUnreadable")
        #expect(try session.run(["remove-all"]).isOK)
        #expect(try session.run(["load-mail"]).value == "nil")
        #expect(try session.run(["save-mail", "new"]).isOK)
    }
}
