#if Macros
    // snippet.login
    import Foundation
    import ModelCore
    // snippet.end
    // snippet.dictionary
    import SecretStore
    // snippet.end
    import Testing

    @Suite("Samples: secrets")
    struct SecretSamples {
        // snippet.login
        @Model final class Login: BaseModel {
            var name = ""
            var password: String?
            var tokens: [String: Date] = [:]
            override class var saveFormat: FileFormat { .keychain }
        }
        // snippet.end

        @Test("One by one, and as a model")
        func secrets() async {
            await #expect(processExitsWith: .success) {
                let folder = try TemporaryFolder()
                defer { folder.remove() }
                folder.becomeHome()
                SecretSamples.useFile(in: folder.path)
                // snippet.dictionary
                let secrets = SecretStore(service: "org.example.mail")
                try secrets.set("hunter2", for: "password", label: "Mail")
                try secrets.set(["a", "b"], for: "recovery codes")
                let password = try secrets["password"]
                let codes = try secrets["recovery codes", as: [String].self]
                for account in try secrets.accounts { print(account) }
                try secrets.remove("password")
                // snippet.end
                try #require(password == "hunter2" && codes == ["a", "b"])
                try #require(try secrets.accounts == ["recovery codes"])
                // snippet.save
                let login = try Login.shared
                login.name = "ada"
                login.password = "hunter2"
                try login.save()
                // snippet.end
                try Login.reloadSharedInstance()
                try #require(try Login.shared !== login && Login.shared.password == "hunter2")
                // Here the class stands within another, and its name says so.
                try #require(try SecretStore()["SecretSamples.Login.password"] == "hunter2")
                try #require(SecretSamples.placeForSecrets() == .keychain)
            }
        }

        @Test("Another service, and other options")
        func options() throws {
            // snippet.options
            FormatRegistry.replace(with: KeychainStore(SecretStore(options: SecretStoreOptions(allowsPrompts: true))))
            // snippet.end
            #expect(try FormatRegistry.default.store(for: .keychain) is KeychainStore)
            FormatRegistry.replace(with: KeychainStore())
        }

        /// What makes libsecret keep its secrets in a file; to be called before anything else runs in the process.
        static func useFile(in folder: String) {
            unsafe setenv("SECRET_BACKEND", "file", 1)
            unsafe setenv("SECRET_FILE_TEST_PATH", folder + "/secrets.keyring", 1)
            unsafe setenv("SECRET_FILE_TEST_PASSWORD", "password", 1)
            unsafe setenv("XDG_RUNTIME_DIR", folder, 1)
        }

        // snippet.place
        static func placeForSecrets() -> FileFormat {
            do {
                try SecretStore().checkAvailability()
                return .keychain
            } catch {
                return .cryptoCoding
            }
        }
        // snippet.end
    }
#endif
