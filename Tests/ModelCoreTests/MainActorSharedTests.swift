import Foundation
import ModelCore
import ModelTesting
import Testing

@Suite("A shared instance that belongs to the main actor", .sandboxed)
struct MainActorSharedTests {
    final class Settings: BaseModel, MainActorShared {
        private static let known = ModelClass(Settings.self, name: "MainActorSettings", overrides: [])
        override class var modelClass: ModelClass { known }

        var theme = "light"

        override class var modelProperties: [ModelProperty] {
            [ModelProperty("theme", \Settings.theme, isStored: true)]
        }
    }

    private func theme<Model: BaseModel>(of type: Model.Type) throws -> String? {
        (try type.shared as? Settings)?.theme
    }

    @MainActor
    @Test("The main actor has it, also by way of generic code")
    func mainActor() async throws {
        let settings = try Settings.shared
        settings.theme = "dark"
        try settings.save()
        #expect(try theme(of: Settings.self) == "dark")
        Settings.setSharedInstance(nil)
        let other = try Settings.shared
        #expect(other !== settings && other.theme == "dark")
        try await Task.sleep(for: .milliseconds(1))
        #expect(try theme(of: Settings.self) == "dark")
    }

    @Test("Generic code elsewhere gets an error")
    func elsewhere() async throws {
        let error = #expect(throws: ModelError.self) { try theme(of: Settings.self) }
        #expect(error?.code == .wrongIsolation && error?.reason.contains("Settings belongs to the main actor") == true)
        #expect(!Settings.hasSharedInstance)
    }
}
