import FormatSupport
import KeyedArchive
import ModelCore
import Synchronization

extension CryptoCoder {
    public func serialize(_ walker: inout DocumentWalker, context: FormatContext) throws -> Data {
        let (className, password) = try protection(of: context)
        // An older file with another password can't be opened, and is ignored.
        let older = context.olderFile.flatMap { CryptoContainer($0) }.flatMap {
            try? open($0, with: password, limits: context.limits)
        }
        let archive = try KeyedArchive.serializeSecret(
            &walker, capacity: Self.capacity, limits: context.limits, keeping: older)
        Self.lastCount.store(archive.count, ordering: .relaxed)
        return try seal(archive, className: className, with: password)
    }

    public func serialize(_ source: borrowing DirectSource, context: FormatContext) throws -> Data? {
        // The archive is made first: if it has to be made through a document, the password is requested there, once.
        guard let archive = KeyedArchive.serializeSecret(source, capacity: Self.capacity, limits: context.limits)
        else { return nil }
        Self.lastCount.store(archive.count, ordering: .relaxed)
        let (className, password) = try protection(of: context)
        return try seal(archive, className: className, with: password)
    }

    /// Returns the name of the root's class, and the password for the file that is being written.
    private func protection(of context: FormatContext) throws -> (className: String, CryptoPassword) {
        // `NSObject` is the name for a root that is no object.
        let className = context.rootClass?.name ?? "NSObject"
        var type = context.rootType as? BaseModel.Type
        if type == nil, let name = context.rootClass?.name { type = try ClassRegistry.current.type(named: name) }
        return (className, try password(for: CryptoRequest(purpose: .writing, className: className), of: type))
    }

    /// The size of the last archive that was encrypted, in bytes.
    private static let lastCount = Atomic(0)
    /// The memory for the next archive: as much as the last archive took, and a little more. Unused memory takes no
    /// time, but growing copies the archive each time.
    private static var capacity: Int {
        let last = min(lastCount.load(ordering: .relaxed), 1 << 28)
        return last + last / 8 + 4096
    }

    /// Encrypts an archive, and returns the content of the file.
    func seal(_ archive: consuming ByteBuffer, className: String, with password: CryptoPassword) throws -> Data {
        try Self.checkName(className)
        return switch writing {
        case .version3: try sealVersion3(archive, className, password)
        case .insecureVersion2: try sealVersion2(archive, className, password)
        }
    }

    /// Throws `unrepresentableValue` if readers would ignore the class's name because of its length. They would then
    /// ask for the password of another class.
    private static func checkName(_ className: String) throws {
        // A property list stores the name as ASCII or UTF-16.
        let isASCII = className.utf8.allSatisfy { $0 < 0x80 }
        guard (isASCII ? className.utf8.count : className.utf16.count * 2) <= CryptoContainer.longest else {
            throw ModelError(.unrepresentableValue, "The class's name has more than \(CryptoContainer.longest) bytes.")
        }
    }

    private func sealVersion3(
        _ archive: consuming ByteBuffer, _ className: String, _ password: CryptoPassword
    ) throws -> Data {
        let key: SecretBytes
        let salt: [UInt8]
        let method: KeyMethod
        switch password.secret {
        case .password(_, let normalized):
            method = .scrypt(cost)
            let found = try KeyStore.shared.writingKey(for: normalized, cost: cost)
            (key, salt) = (found.key, found.salt)
        case .key(let own):
            method = .hkdf
            salt = try RandomBytes.make(KeyMethod.saltSize)
            key = try KeyDerivation.hkdf(own, salt: salt, info: KeyMethod.hkdfInfo)
        }
        let nonce = try RandomBytes.make(AuthenticatedCipher.nonceSize)
        let fields: [(key: String, value: CryptoField)] =
            [
                ("iv", .data(nonce)), ("salt", .data(salt)), ("className", .text(className)), ("version", .real(3)),
                ("cipher", .text(KeyMethod.cipher)),
            ] + method.fields
        return try CryptoContainerWriter.file(
            fields, archive: archive, extraCount: AuthenticatedCipher.tagSize
        ) { bytes, head, tail in
            try AuthenticatedCipher.seal(bytes, key: key, nonce: nonce, head: head, tail: tail)
        }
    }

    private func sealVersion2(
        _ archive: consuming ByteBuffer, _ className: String, _ password: CryptoPassword
    ) throws -> Data {
        guard case .password(let plain, _) = password.secret else {
            throw ModelError(.passwordMissing, "Version 2 is encrypted with a password, and not with a key.")
        }
        let salt = try RandomBytes.make(OldCipher.saltSize)
        let iv = try RandomBytes.make(OldCipher.blockSize)
        let key = try KeyDerivation.pbkdf2(plain, salt: salt)
        let fields: [(key: String, value: CryptoField)] = [
            ("iv", .mutableData(iv)), ("salt", .mutableData(salt)), ("className", .text(className)),
            ("version", .real(2)),
        ]
        let count = archive.count
        return try CryptoContainerWriter.file(
            fields, archive: archive, extraCount: OldCipher.paddingCount(count)
        ) { bytes, _, _ in
            try OldCipher.seal(bytes, plainCount: count, key: key, iv: iv)
        }
    }
}
