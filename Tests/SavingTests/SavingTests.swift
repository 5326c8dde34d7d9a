import Foundation
import ModelCore
import TestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#endif

/// Each test runs a program in which the C library's calls about files fail when they are told to: see Tests/CFaults.
@Suite("A save at every step of failure", .waitsForPrograms)
struct SavingTests {
    static let stores = ["userDefaults", "keychain"]
    static let formats = Result { try SaveProbe.formats() }
    static var fileFormats: [String] { ((try? formats.get()) ?? []).filter { !stores.contains($0) } }

    @Test("All formats are there")
    func everyFormat() throws {
        #expect(try Self.formats.get().count == 11)
    }

    @Test(
        "The file is on the disk and read back before it gets its name, and the folder is on the disk afterwards",
        arguments: ["json", "json:named", "userDefaults"])
    func order(format: String) throws {
        let calls = try SaveProbe().run("log", format)
        let saves = calls.split { $0.hasPrefix("save ") }
        #expect(saves.count == 2)
        let isNamed = format == "json:named"
        for (number, save) in saves.enumerated() {
            let steps = save.filter { !$0.contains(".kept") }.map { line in
                line.replacing(/\.BaseModel\.[0-9a-f]{16}\.[0-9a-f]{16}\.new/, with: "NEW").replacing(
                    "below/", with: ""
                )
                .replacing("below", with: ".").replacing(/org.example.saved.plist|note/, with: "FILE")
            }
            let file = isNamed ? "NEW" : "unnamed"
            let order = [
                isNamed ? "open NEW O_CREAT" : "open . O_TMPFILE", "flock \(file)", "write \(file)", "fsync \(file)",
                "pread \(file)",
                // Where there is nothing, nobody else's file may come in between.
                number > 0 ? "rename FILE NEW" : isNamed ? "link FILE NEW" : "linkat FILE ", "fsync .",
            ]
            let places = order.map { step in steps.lastIndex(of: step) }
            #expect(
                places.allSatisfy { $0 != nil } && places.compactMap(\.self) == places.compactMap(\.self).sorted(),
                "\(steps)")
        }
        // The folder was new, in the first save, and is on the disk in its own.
        if format == "json" {
            let (made, kept) = (saves[0].firstIndex(of: "mkdir below"), saves[0].firstIndex(of: "fsync ."))
            #expect(try #require(made) < #require(kept))
        }
    }

    @Test(
        "Errors and kills at each call that changes something leave the old file or the new one, and nothing else",
        arguments: fileFormats)
    func eachCall(format: String) throws {
        try SaveProbe().expectNoProblem("faults", format, ["changes", "EIO", "kill"])
    }

    @Test(
        "So do all other faults, where a file has no name at first, where it must have one, and where it can't get one",
        arguments: ["json", "json:named", "json:unlinked"])
    func eachFault(format: String) throws {
        try SaveProbe().expectNoProblem("faults", format, ["1", "EIO", "kill", "ENOSPC", "EINTR", "short", "lie"])
        // A process that is stopped may keep the file locked, which others wait for.
        try SaveProbe().expectNoProblem("faults", format, [format == "json" ? "1" : "3", "stop"])
    }

    @Test(
        "The user defaults stay whole, also where the program has set something, which Foundation writes in place",
        arguments: ["userDefaults", "userDefaults:dirty"])
    func userDefaults(place: String) throws {
        try SaveProbe().expectNoProblem("faults", place, ["changes", "EIO", "ENOSPC", "kill", "lie"])
        // What goes wrong in Foundation's writing is an error.
        let others = place == "userDefaults" ? ["EINTR", "short"] : []
        try SaveProbe().expectNoProblem("faults", place, ["5", "EIO"] + others)
    }

    @Test(
        "The secrets in libsecret's file stay whole, and what was begun is undone",
        arguments: ["EIO", "ENOSPC", "kill"])
    func secrets(fault: String) throws {
        // Of kills, every one: none leaves half of anything, not even of the first file.
        try SaveProbe().expectNoProblem("faults", "keychain", ["changes\(fault == "kill" ? 1 : 6)", fault])
    }

    @Test("So do fifty kills at any time, and ten of libsecret's slow saves", arguments: fileFormats + stores)
    func kills(format: String) throws {
        try SaveProbe().expectNoProblem("kills", format, [format == "keychain" ? "10" : "50"])
    }

    @Test(
        "So do thirty kills of programs that save to the secret service",
        .enabled(if: SaveProbe.hasSecretService, "dbus, gnome-keyring or gdbus isn't installed"))
    func secretService() throws {
        try SaveProbe().expectNoProblem("kills", "keychain:service", ["30"])
    }

    @Test("Of programs that save into one file, none overwrites what it hasn't seen", arguments: fileFormats)
    func counters(format: String) throws {
        try SaveProbe().expectNoProblem("count", format, ["25"])
    }

    #if os(Linux)
        @Test(
            "Only what a process that is gone has left is removed: not another host's, nor what has such a name by chance"
        )
        func leftovers() throws {
            let probe = try SaveProbe()
            let name = try #require(probe.run("leave", "json:named").first)
            let left = probe.folder + "/" + name
            #expect(FileManager.default.fileExists(atPath: left))
            let folder = (left as NSString).deletingLastPathComponent
            func make(_ name: String) throws { try Data("x".utf8).write(to: URL(fileURLWithPath: folder + "/" + name)) }
            func save() throws -> Set<String> {
                try BaseModel.write(Data("x".utf8), toFile: folder + "/other")
                return Set(try FileManager.default.contentsOfDirectory(atPath: folder))
            }
            let own = (name as NSString).lastPathComponent
            var parts = own.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
            parts[2] = String(parts[2].reversed())
            let foreign = parts.joined(separator: ".")
            let others = [
                own + "x", own.replacing(".new", with: ".old"), "." + own, String(own.dropFirst()), ".BaseModel.lock",
            ]
            for other in others + [foreign] { try make(other) }
            parts[3] = String(parts[3].reversed())
            let link = own.replacing(".new", with: "").dropLast() + (own.contains("0.new") ? "1.new" : "0.new")
            try FileManager.default.createSymbolicLink(atPath: folder + "/" + link, withDestinationPath: foreign)
            // A lock is held by who lives.
            let held = own.replacing(".new", with: "").dropLast() + (own.contains("2.new") ? "3.new" : "2.new")
            try make(String(held))
            let descriptor = unsafe open(folder + "/" + held, O_RDWR | O_CLOEXEC)
            #expect(flock(descriptor, LOCK_EX) == 0)

            var files = try save()
            #expect(!files.contains(own))
            #expect(files.isSuperset(of: others + [foreign, String(link), String(held)]))
            close(descriptor)
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSinceNow: -2 * 86_400)], ofItemAtPath: folder + "/" + foreign)
            files = try save()
            #expect(files.isDisjoint(with: [foreign, String(held)]))
            #expect(files.isSuperset(of: others + [String(link)]))
        }
    #endif
}
