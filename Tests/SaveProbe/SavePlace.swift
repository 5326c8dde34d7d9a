import CFaults
import CryptoCoder
import FastCoder
import Foundation
import HRCoder
import JSONFormat
import ModelCore
import PlistFormat
import SecretStore

/// Where a note is saved: in a file of some format, or in a store.
struct SavePlace {
    let format: FileFormat
    /// The folder that is watched. For the stores, the environment must name it: `XDG_CONFIG_HOME`,
    /// `SECRET_FILE_TEST_PATH`.
    let folder: String
    /// How much a note holds.
    let size: Int
    private let isDirty: Bool
    /// True if secrets are stored in the session's secret service, and not in libsecret's file.
    private let isService: Bool

    /// Every format that a program can link.
    static var names: [String] {
        let registry = FormatRegistry.current
        return (registry.formats + registry.storeFormats).map(\.rawValue)
    }

    /// - Parameter name: A format's name, with what is peculiar about the place behind a colon: `named` if files can't
    ///   do without a name, `unlinked` if they can but never get one, `dirty` if the program has set something in its
    ///   `UserDefaults`, `service` for secrets in the session's secret service.
    init(_ name: String, folder: String, size: Int) throws {
        let parts = name.split(separator: ":").map(String.init)
        let (name, peculiarity) = (parts[0], parts.count > 1 ? parts[1] : "")
        faults_refuse(peculiarity == "named" ? 1 : 0, peculiarity == "unlinked" ? 1 : 0)
        isDirty = peculiarity == "dirty"
        isService = peculiarity == "service"
        guard let format = FormatRegistry.current.format(named: name) else {
            throw ModelError(.unknownFormat, "No format has the name \(name).")
        }
        self.format = format.isStore ? format.at("org.example.saved") : format
        self.folder = folder
        self.size = size
        // As cheap as can be: the file is what matters here.
        FormatRegistry.replace(with: CryptoCoder(CryptoPassword("x"), cost: ScryptCost(n: 2, r: 1)))
        ClassRegistry.register(SavedNote.self)
    }

    private var file: String { folder + "/below/note" }

    func save(_ number: Int) throws {
        let note = SavedNote(number, size: size)
        if isDirty { UserDefaults(suiteName: format.place)?.set(number, forKey: "other") }
        if format.isStore { try note.write(toStore: format) } else { try note.write(toFile: file, format: format) }
    }

    /// The number of the note that is there; 0 for none.
    func load() throws -> Int {
        let note: SavedNote
        do {
            note = try format.isStore ? SavedNote.load(fromStore: format) : SavedNote.load(fromFile: file)
        } catch let error as ModelError where error.code == .fileMissing {
            return 0
        }
        guard note.isWhole else {
            throw ModelError(.corruptData, "It is of more than one save: \(note.number), \(note.text.prefix(40)).")
        }
        return note.number
    }

    /// What lies in the folder, but locks, and the backup that libsecret makes.
    func files() -> [String] {
        if isService { return ["service"] }
        let found = FileManager.default.enumerator(atPath: folder)?.allObjects as? [String] ?? []
        return found.filter { !$0.hasSuffix(".lock") && $0 != "test.keyring~" }.sorted()
    }

    func removeAll() throws {
        if isService {
            // A process with GLib's threads can't be copied: those copies have them.
            let ending = ChildProcess { try SecretStore(service: format.place ?? "").removeAll() }.wait()
            guard ending == .well else { throw ModelError(.serviceUnavailable, "The secrets can't be removed.") }
            return
        }
        for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
            try FileManager.default.removeItem(atPath: folder + "/" + name)
        }
    }
}
