import Foundation
import ModelCore
import Testing

/// Runs each test of an app in a separate `ModelSandbox`. The sandbox has a temporary folder, which is removed
/// afterwards, and no shared instances. An ``InMemoryStore`` with the same rules replaces each store that the program
/// has registered, or that the test registers.
///
/// ```swift
/// @Suite(.sandboxed) struct LibraryTests {
///     @Test func saving() throws {
///         try Library.shared.save()
///     }
/// }
/// ```
public struct SandboxTrait: TestTrait, SuiteTrait, TestScoping {
    /// The folder in which resource files are searched first; nil for no such folder.
    public let resourcesDirectory: URL?

    /// True: each test gets a separate sandbox, and so does each test case with an argument.
    public var isRecursive: Bool { true }

    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("sandbox-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        defer { try? FileManager.default.removeItem(at: folder) }
        let sandbox = ModelSandbox(
            folder: folder, resourcesDirectory: resourcesDirectory,
            stores: FormatRegistry.current.allStores.map { InMemoryStore(inPlaceOf: $0) },
            standIn: { InMemoryStore(inPlaceOf: $0) })
        try await sandbox.run { try await function() }
    }
}

extension Trait where Self == SandboxTrait {
    /// Runs each test in a separate sandbox: see ``SandboxTrait``.
    public static var sandboxed: Self { Self(resourcesDirectory: nil) }

    /// Runs each test in a separate sandbox, whose resource files are in a folder.
    public static func sandboxed(resourcesDirectory: URL) -> Self { Self(resourcesDirectory: resourcesDirectory) }
}
