import Foundation
import ModelCore

extension CryptoCoder {
    public func makeEncoder(for format: FileFormat, context: EncodingContext) throws -> any ModelEncoder {
        KeyedArchive.makeEncoder(context: context, wipesMemory: true) { archive in
            // As the original calls what is no object of a class of its own.
            let className = context.rootClass?.name ?? "NSObject"
            var type = context.rootType
            if type == nil, let name = context.rootClass?.name { type = try ClassRegistry.current.type(named: name) }
            let request = CryptoRequest(purpose: .writing, className: className)
            let password = try password(for: request, of: type)
            return try unsafe archive.withUnsafeBytes {
                try unsafe seal($0, className: className, with: password)
            }
        }
    }

    /// The file that holds an archive.
    func seal(_ archive: UnsafeRawBufferPointer, className: String, with password: CryptoPassword) throws -> Data {
        switch writing {
        case .version3: try unsafe sealVersion3(archive, className, password)
        case .insecureVersion2: try unsafe sealVersion2(archive, className, password)
        }
    }

    private func sealVersion3(
        _ archive: UnsafeRawBufferPointer, _ className: String, _ password: CryptoPassword
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
        return try unsafe CryptoContainerWriter.file(
            fields, cypherCount: archive.count + AuthenticatedCipher.tagSize
        ) { cypher, context in
            try unsafe AuthenticatedCipher.seal(archive, into: cypher, key: key, nonce: nonce, context: context)
        }
    }

    private func sealVersion2(
        _ archive: UnsafeRawBufferPointer, _ className: String, _ password: CryptoPassword
    ) throws -> Data {
        guard case .password(let plain, _) = password.secret else {
            throw ModelError(.passwordMissing, "Version 2 is encrypted with a password, and not with a key.")
        }
        let salt = try RandomBytes.make(OldCipher.saltSize)
        let iv = try RandomBytes.make(OldCipher.blockSize)
        let key = try KeyDerivation.pbkdf2(plain, salt: salt)
        let fields: [(key: String, value: CryptoField)] = [
            ("iv", .mutableData(iv)), ("salt", .mutableData(salt)), ("className", .text(className)), ("version", .real(2)),
        ]
        return try unsafe CryptoContainerWriter.file(fields, cypherCount: OldCipher.cypherCount(archive.count)) { cypher, _ in
            try unsafe OldCipher.seal(archive, into: cypher, key: key, iv: iv)
        }
    }
}
