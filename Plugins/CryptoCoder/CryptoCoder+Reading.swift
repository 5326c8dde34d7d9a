import FormatSupport
import KeyedArchive
import ModelCore

extension CryptoCoder {
    /// - Throws: `authenticationFailed` for everything that can't be decrypted, and for a file of another format, which
    ///   the error names, `passwordMissing`, `newerVersion`; the
    ///   `ModelError` that a source of passwords throws.
    public func parse(_ content: Data, into builder: inout DocumentBuilder, context: FormatContext) throws {
        let container = CryptoContainer(content)
        let rootType = context.rootType as? BaseModel.Type
        if container == nil, mayBeUnencrypted(rootType), KeyedArchive().detect(content) != nil {
            return try KeyedArchive().parse(content, into: &builder, context: context)
        }
        if container == nil, let error = Self.unencrypted(content, context.limits) { throw error }
        try KeyedArchive.parse(archive(in: container, context), into: &builder)
    }

    public func parse(_ content: Data, into target: borrowing DirectTarget, context: FormatContext) throws -> Bool {
        guard let container = CryptoContainer(content) else { return false }
        return try KeyedArchive.parse(archive(in: container, context), into: target)
    }

    /// Returns the archive in a file, decrypted with the password for the file.
    private func archive(in container: CryptoContainer?, _ context: FormatContext) throws -> ByteSource {
        try context.opened {
            let rootType = context.rootType as? BaseModel.Type
            let name = container?.className ?? rootType.map { ModelClass.of($0).name } ?? ""
            let request = CryptoRequest(purpose: .reading, className: name)
            let password = try password(for: request, of: Self.type(named: name, expected: rootType))
            return try open(container, with: password, limits: context.limits)
        }
    }

    /// Returns the error for an unencrypted file of another linked format. Returns nil for content that no other
    /// format can read.
    private static func unencrypted(_ content: Data, _ limits: DecodingLimits) -> ModelError? {
        let registry = FormatRegistry.current
        guard let format = try? registry.detect(content), format != .cryptoCoding,
            (try? registry.document(from: content, as: format, limits: limits)) != nil
        else { return nil }
        return ModelError(.authenticationFailed, "The file isn't encrypted: its format is \(format.displayName).")
    }

    /// Decrypts a file, and returns the archive in it.
    ///
    /// - Parameter container: The file. Nil for content that is no encrypted file: the call then takes as long, and
    ///   throws the same error, as with a wrong password.
    /// - Throws: `newerVersion`, `authenticationFailed`.
    func open(_ container: CryptoContainer?, with password: CryptoPassword, limits: DecodingLimits) throws -> ByteSource
    {
        let rules = container?.rules
        if case .newer(let version)? = rules {
            throw ModelError(.newerVersion, "The file is of version \(version) of the format; 3 is the latest known.")
        }
        var work = 0
        do {
            if let container, let rules {
                let archive = try archive(of: container, rules, password, limits, work: &work)
                if let archive { return archive }
            }
        } catch let error as ModelError where error.code == .authenticationFailed {
            // The error is thrown below, after the same time as for any other reason.
        }
        // An error that only ends cancelled work takes no time.
        guard LongWork.mayGoOn else { throw CancellationError() }
        if password.needsDerivation { try KeyStore.shared.waste(max(0, cost.work - work), like: cost) }
        throw ModelError.authenticationFailed
    }

    /// - Parameter work: Is set to the work that was done to derive the key.
    private func archive(
        of container: CryptoContainer, _ rules: CryptoContainer.Rules, _ password: CryptoPassword,
        _ limits: DecodingLimits,
        work: inout Int
    ) throws -> ByteSource? {
        switch (rules, password.secret) {
        case (.version3(.scrypt(let cost)), .password(_, let normalized)):
            guard container.salt.count == KeyMethod.saltSize, cost == self.cost || self.limits.allow(cost) else {
                return nil
            }
            let found = try KeyStore.shared.key(for: normalized, salt: container.salt, cost: cost)
            if found.isNew { work = cost.work }
            let archive = try open(container, key: found.key)
            try KeyStore.shared.keep(found, for: normalized, cost: cost)
            return archive
        case (.version3(.hkdf), .key(let own)):
            guard container.salt.count == KeyMethod.saltSize else { return nil }
            return try open(
                container, key: KeyDerivation.hkdf(own, salt: container.salt, info: KeyMethod.hkdfInfo))
        case (.version2, .password(let plain, _)) where reading == .allVersions:
            return try openOld(container, key: KeyDerivation.pbkdf2(plain, salt: container.salt), limits)
        case (.version1, .password(let plain, _)) where reading == .allVersions:
            return try openOld(container, key: KeyDerivation.repeatedMD5(plain, salt: container.salt), limits)
        default: return nil
        }
    }

    private func open(_ container: CryptoContainer, key: SecretBytes) throws -> ByteSource {
        try container.withParts { cypher, head, tail in
            let count = cypher.count - AuthenticatedCipher.tagSize
            guard count >= 0 else { throw ModelError.authenticationFailed }
            return try ByteSource(secretOfCapacity: count) { plain in
                let isRight = try AuthenticatedCipher.open(
                    cypher, into: plain, key: key, nonce: container.iv, head: head, tail: tail)
                guard isRight else { throw ModelError.authenticationFailed }
                return count
            }
        }
    }

    /// Decrypts a file of version 1 or 2. The file isn't authenticated, so it is parsed completely before any part of
    /// it is used.
    private func openOld(_ container: CryptoContainer, key: SecretBytes, _ limits: DecodingLimits) throws -> ByteSource
    {
        let source = try container.withParts { cypher, _, _ in
            try ByteSource(secretOfCapacity: cypher.count) { plain in
                guard let count = try OldCipher.open(cypher, into: plain, key: key, iv: container.iv) else {
                    throw ModelError.authenticationFailed
                }
                return count
            }
        }
        do {
            var builder = DocumentBuilder(limits: limits)
            try KeyedArchive.parse(source, into: &builder)
            var walker = DocumentWalker(try builder.finish(), limits: limits)
            while try walker.next() != nil {}
        } catch {
            let error = ModelError(wrapping: error)
            let isLimit = [.depthExceeded, .nodesExceeded, .bytesExceeded].contains(error.code)
            throw isLimit ? error.withoutContent : .authenticationFailed
        }
        return source
    }
}
