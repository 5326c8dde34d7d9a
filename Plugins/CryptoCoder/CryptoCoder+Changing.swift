import FormatSupport
import ModelCore

extension CryptoCoder {
    /// Encrypts a file with another password, in one step. If the encryption fails, the file stays unchanged. The
    /// program needn't know the classes in the file.
    ///
    /// A file of an older version is written in the version that this format writes. If both passwords are the same,
    /// only the version changes.
    ///
    /// - Parameters:
    ///   - path: Absolute, or relative to `BaseModel.applicationSupportDirectory`.
    ///   - old: The password that the file is encrypted with.
    ///   - new: The password to encrypt it with.
    /// - Throws: `authenticationFailed`, `passwordMissing`, `newerVersion`, `fileMissing`, `fileUnreadable`,
    ///   `fileUnwritable`.
    public func changePassword(ofFile path: String, from old: CryptoPassword, to new: CryptoPassword) throws {
        try LongWork.run {
            do {
                let content = try BaseModel.content(ofFile: path)
                let changed = try changingPassword(of: content, from: old, to: new)
                try BaseModel.write(content: changed, toFile: path, format: .cryptoCoding)
            } catch {
                throw ModelError(wrapping: error).inFile(path)
            }
        }
    }

    /// Returns the content of an encrypted file, encrypted with another password.
    ///
    /// - Throws: `authenticationFailed`, `passwordMissing`, `newerVersion`.
    public func changingPassword(
        of content: Data, from old: CryptoPassword, to new: CryptoPassword, limits: DecodingLimits = .standard
    ) throws -> Data {
        try LongWork.run {
            guard !old.isEmpty, !new.isEmpty else { throw ModelError(.passwordMissing, "The password is empty.") }
            let container = CryptoContainer(content)
            let archive = try open(container, with: old, limits: limits)
            var copy = ByteBuffer(capacity: archive.count + 4096, wipesMemory: true)
            // `archive` outlives the call.
            copy.append(archive.bytes(0..<archive.count))
            return try seal(copy, className: container?.className ?? "", with: new)
        }
    }
}
