import ModelCore

extension CryptoCoder {
    @TaskLocal private static var taskPassword: CryptoPassword?

    /// Runs `body` with a password for all files that it reads and writes. The password takes precedence over any
    /// other password.
    ///
    /// ```swift
    /// try CryptoCoder.withPassword(CryptoPassword(typed)) { try diary.write(toFile: path, format: .cryptoCoding) }
    /// ```
    public static func withPassword<Result>(
        _ password: CryptoPassword, _ body: () throws -> Result
    ) rethrows -> Result {
        try $taskPassword.withValue(password, operation: body)
    }

    /// Runs asynchronous `body` with a password for all files that it reads and writes.
    public static func withPassword<Result>(
        _ password: CryptoPassword, isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
    ) async rethrows -> Result {
        try await $taskPassword.withValue(password, operation: body)
    }

    /// Returns the password of a file: the password of ``withPassword(_:_:)``, otherwise of the option `password`,
    /// otherwise of the class.
    ///
    /// - Throws: `passwordMissing` if there is no password, if it is empty, or if a source of passwords throws anything
    ///   but a `ModelError`; the `ModelError` that a source throws.
    func password(for request: CryptoRequest, of type: BaseModel.Type?) throws -> CryptoPassword {
        let found: CryptoPassword?
        do {
            found = try Self.taskPassword ?? password?(request) ?? (type as? any CryptoCoded.Type)?.cryptoPassword
        } catch let error as ModelError where error.code != .underlying {
            throw error
        } catch {
            // The error isn't repeated: it isn't about the file's content, and its text may contain the password.
            throw ModelError(.passwordMissing, "The source of the password failed with a \(Swift.type(of: error)).")
        }
        guard let found else {
            let name = request.className.isEmpty ? "" : " of class \(request.className)"
            throw ModelError(
                .passwordMissing,
                type == nil && request.purpose == .reading
                    ? """
                    There is no password for a file\(name) where no class is expected. Read it as its class, or use \
                    CryptoCoder.withPassword.
                    """
                    : """
                    There is no password for a file\(name). Let the class conform to CryptoCoded, or use \
                    CryptoCoder.withPassword.
                    """
            )
        }
        guard !found.isEmpty else { throw ModelError(.passwordMissing, "The password is empty.") }
        return found
    }

    /// Returns the class whose password opens a file. It is the class that the file names, if this class is the
    /// expected class or inherits from it. Otherwise it is the expected class. Returns nil if no class is expected,
    /// because the file alone must not determine a password.
    static func type(named name: String, expected root: BaseModel.Type?) -> BaseModel.Type? {
        guard let root, let named = try? ClassRegistry.current.type(named: name) else { return root }
        return ModelClass.of(named).inherits(from: root) ? named : root
    }
}
