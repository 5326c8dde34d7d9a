#if Macros
// snippet.settings
import DefaultsStore
import Foundation
import ModelCore
// snippet.end
import Testing

@Suite("Samples: settings in the user's defaults")
struct DefaultsSamples {
    // snippet.settings
    @Model final class Settings: BaseModel {
        var volume = 0.5
        var isDark = false
        var homepage = URL(string: "https://example.org")
        override class var saveFormat: FileFormat { .userDefaults }
    }
    // snippet.end

    /// Runs `body` with defaults in a folder of its own.
    private func withDefaults(_ body: (_ folder: String) throws -> Void) throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try FormatRegistry.withFormats(FormatRegistry(stores: [UserDefaultsStore(folder: folder.path)])) {
            try body(folder.path)
        }
    }

    @Test("The shared settings, saved and loaded")
    func shared() throws {
        try withDefaults { _ in
            // snippet.save
            try Settings.shared.volume = 0.8
            try Settings.shared.save()
            // snippet.end
            Settings.setSharedInstance(nil)
            #expect(try Settings.shared.volume == 0.8)
            #expect(try Settings.shared.homepage?.host() == "example.org")
            Settings.setSharedInstance(nil)
        }
        let unread = {
            // snippet.save
            let volume = UserDefaults.standard.double(forKey: "volume")
            // snippet.end
            return volume
        }
        #expect(unread() == 0)
    }

    @Test("A suite")
    func suite() throws {
        let settings = Settings()
        settings.isDark = true
        try withDefaults { folder in
            // snippet.suite
            try settings.write(toStore: .userDefaults(suite: "org.example.backup"))
            let copy = try Settings.load(fromStore: .userDefaults(suite: "org.example.backup"))
            try Settings.removeContents(ofStore: .userDefaults(suite: "org.example.backup"))
            // snippet.end
            #expect(copy.isDark)
            #expect(!FileManager.default.fileExists(atPath: folder + "/org.example.backup.plist"))
        }
    }
}
#endif
