#if Macros
    // snippet.coded
    import CryptoCoder
    // snippet.end
    import Foundation
    // snippet.coded
    import ModelCore
    // snippet.end
    import Testing

    /// What the samples' program knows.
    enum Login {
        static func password() throws -> CryptoPassword { CryptoPassword("correct horse battery staple") }
        static func ask(for name: String) throws -> String { "the password for \(name)" }
    }

    @Suite("Samples: encrypted files")
    struct CryptoSamples {
        // snippet.coded
        @Model final class Diary: BaseModel, CryptoCoded {
            var pages: [String] = []

            override class var saveFormat: FileFormat { .cryptoCoding }
            class var cryptoPassword: CryptoPassword {
                get throws { try Login.password() }
            }
        }
        // snippet.end

        // snippet.moved
        @Model final class Contacts: BaseModel, CryptoCoded {
            var names: [String] = []

            override class var saveFormat: FileFormat { .cryptoCoding }
            class var cryptoPassword: CryptoPassword {
                get throws { try Login.password() }
            }
            class var allowsUnencryptedFiles: Bool { true }
        }
        // snippet.end

        @Model final class Note: BaseModel {
            var text = ""
        }

        @Test("A class with a password")
        func coded() throws {
            let folder = try TemporaryFolder()
            defer { folder.remove() }
            let path = folder.path + "/diary.plist"
            let diary = Diary()
            diary.pages = ["Dear diary"]
            try diary.write(toFile: path)
            #expect(try Diary.load(fromFile: path).pages == ["Dear diary"])
            let contacts = Contacts()
            contacts.names = ["Ann"]
            try contacts.write(toFile: path, format: .keyedArchive)
            #expect(try Contacts.load(fromFile: path).names == ["Ann"])
            #expect(throws: ModelError.self) { try Diary.load(fromFile: path) }
        }

        @Test("Passwords from elsewhere")
        func passwords() throws {
            let folder = try TemporaryFolder()
            defer { folder.remove() }
            let path = folder.path + "/note.plist"
            let note = Note()
            note.text = "a secret"
            let typed = "typed"
            // snippet.task
            try CryptoCoder.withPassword(CryptoPassword(typed)) {
                try note.write(toFile: path, format: .cryptoCoding)
            }
            // snippet.end
            let new = "new"
            do {
                let old = typed
                // snippet.change
                try CryptoCoder().changePassword(ofFile: path, from: CryptoPassword(old), to: CryptoPassword(new))
                // snippet.end
            }
            let text = try CryptoCoder.withPassword(CryptoPassword(new)) {
                try Note.load(fromFile: path).text
            }
            #expect(text == "a secret")

            let key = Data((0..<32).map { UInt8($0) })
            // snippet.key
            let coder = CryptoCoder(try CryptoPassword(key: key))
            let file = try coder.encode(note)
            let back = try coder.decode(Note.self, from: file)
            // snippet.end
            #expect(back.text == "a secret")
            // snippet.version2
            let old = try CryptoCoder(CryptoPassword(typed), writing: .insecureVersion2).encode(note)
            // snippet.end
            #expect(try CryptoCoder(CryptoPassword(typed)).decode(Note.self, from: old).text == "a secret")
            // snippet.forget
            CryptoCoder.forgetKeys()
            // snippet.end
            // snippet.cost
            let patient = CryptoCoder(cost: ScryptCost(n: 1 << 18), limits: CryptoLimits(memory: 512 << 20, work: 8))
            // snippet.end
            #expect(patient.cost.n == 262_144)
        }

        /// Compiled and not run: the registry is the whole program's.
        func source() {
            // snippet.source
            FormatRegistry.replace(
                with: CryptoCoder { request in
                    request.className == "Note" ? CryptoPassword(try Login.ask(for: request.className)) : nil
                })
            // snippet.end
        }
    }
#endif
