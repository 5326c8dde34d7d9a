import Foundation
import ModelCore
import TestSupport
import Testing

@testable import CryptoCoder

#if canImport(Glibc)
    import Glibc
#endif

/// Gives each test a key store of its own: the process's keeps few keys, and all suites use it at the same time.
struct OwnKeys: TestTrait, SuiteTrait, TestScoping {
    var isRecursive: Bool { true }

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await KeyStore.$shared.withValue(KeyStore()) { try await function() }
    }
}

extension Trait where Self == OwnKeys {
    static var ownKeys: OwnKeys { OwnKeys() }
}

extension ScryptCost {
    /// As cheap as can be: for tests of everything but the cost.
    static let cheap = ScryptCost(n: 16, r: 1, p: 1)
}

extension CryptoCoder {
    /// For tests of everything but the cost: neither writing nor reading costs much.
    static func cheap(
        _ password: String? = nil, writing: Writing = .version3, reading: Reading = .allVersions,
        allowsUnencryptedFiles: Bool = false
    ) -> CryptoCoder {
        let own = password.map { CryptoPassword($0) }
        return CryptoCoder(
            cost: .cheap, limits: CryptoLimits(memory: 1 << 20, work: 0.001), writing: writing, reading: reading,
            allowsUnencryptedFiles: allowsUnencryptedFiles
        ) { _ in own }
    }
}

/// Runs `body` with these tests' classes, and with a format as the one that is linked.
func withCrypto<Result>(_ coder: CryptoCoder = .cheap(), _ body: () throws -> Result) rethrows -> Result {
    try ClassRegistry.withClasses(.crypto) {
        var formats = FormatRegistry.default
        formats.replace(with: coder)
        return try FormatRegistry.withFormats(formats, body)
    }
}

extension TemporaryFolder {
    func mode(_ name: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: file(name))[.posixPermissions] as? Int
    }
}

/// The `openssl` command: a second opinion.
enum OpenSSLCommand {
    static let path: String? = ["/usr/bin/openssl", "/usr/local/bin/openssl"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    /// What it prints.
    static func run(_ arguments: [String], input: Data = Data()) throws -> Data {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path ?? "/usr/bin/openssl")
        process.arguments = arguments
        let (output, entry) = (Pipe(), Pipe())
        process.standardOutput = output
        process.standardInput = entry
        process.standardError = FileHandle.nullDevice
        try process.run()
        try entry.fileHandleForWriting.write(contentsOf: input)
        try entry.fileHandleForWriting.close()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return data
    }

    /// What `openssl kdf` derives, as bytes.
    static func derive(_ algorithm: String, count: Int, _ options: [String]) throws -> [UInt8] {
        let arguments = ["kdf", "-keylen", "\(count)"] + options.flatMap { ["-kdfopt", $0] } + [algorithm]
        let text = String(decoding: try run(arguments), as: UTF8.self)
        return Hex.bytes(text.filter { $0.isHexDigit })
    }
}
