import FormatSupport

/// The state of a class's save file, as this process last read or wrote the file. So a save destroys no content that
/// this process hasn't seen.
final class SaveFile: ModelClassPart, @unchecked Sendable {
    /// True while a save may overwrite changes that another program has saved.
    @TaskLocal static var overwritesChanges = false

    /// The state of a class's save file, in the task's sandbox or else in the program.
    static func of(_ type: BaseModel.Type) -> SaveFile {
        ModelSandbox.current?.saveFile(of: type) ?? ModelClass.of(type).parts.part(SaveFile.self)
    }

    // Everything below is only touched while the lock is held. No code of the program's runs meanwhile.
    private let lock = Monitor()
    /// The path of the file, and the stamp of its content. The stamp is nil if there was no file, or if the file
    /// couldn't be read.
    private var known: (path: String, stamp: FileStamp?)?
    private var saveCount = 0

    /// Reads the file, and remembers its stamp. If a save has changed the file meanwhile, the file is read again.
    ///
    /// - Parameters:
    ///   - read: Returns the content and its stamp. The stamp is nil if there was no file. An error means that the file
    ///     can't be read.
    ///   - share: Makes the content the shared instance, while the lock is held. Returns false if there already is
    ///     another shared instance.
    func load<Content>(
        _ path: String, _ read: () throws -> (Content, FileStamp?), share: (Content) -> Bool
    ) throws -> Content {
        var turn = 1
        while true {
            let before = lock.withLock { saveCount }
            let (content, stamp): (Content, FileStamp?)
            do { (content, stamp) = try read() } catch {
                // A reading that was stopped tells nothing about the file.
                lock.withLock { if saveCount == before, !LongWork.isStopped { known = (path, nil) } }
                throw error
            }
            let isOver = lock.withLock {
                let isCurrent = saveCount == before
                // After ten readings with a save in between, the last one is taken. The file's present content counts
                // as unseen.
                guard isCurrent || turn == 10 else { return false }
                if share(content) { known = (path, isCurrent ? stamp : nil) }
                return true
            }
            if isOver { return content }
            turn += 1
        }
    }

    /// Writes the file. A file that exists is only replaced if it has the content that this process last read or
    /// wrote, or if `requireReplaceable` accepts its content.
    ///
    /// - Throws: The errors of `requireReplaceable`; `fileChanged` if `requireReplaceable` accepts the content, but
    ///   another program has written it since this process last read, wrote or missed the file.
    func write(_ content: Data, to path: String, isConfidential: Bool, requireReplaceable: (Data) throws -> Void) throws
    {
        var judged: FileStamp?
        // Each further turn means that the file has changed while its content was examined.
        for _ in 0..<10 {
            let wasKnown = try lock.withLock { () -> Bool? in
                let own = known?.path == path ? known : nil
                let isSaved = try save(content, to: path, since: judged ?? own?.stamp, isConfidential: isConfidential)
                return isSaved ? nil : own != nil
            }
            guard let wasKnown else { return }
            do {
                let (found, look) = try FileStore.content(of: path)
                try requireReplaceable(found)
                judged = FileStamp(look, found)
            } catch let error as ModelError where error.code == .fileMissing && error.file == path {
                continue
            }
            if wasKnown, !Self.overwritesChanges { break }
        }
        throw ModelError(
            .fileChanged,
            """
            It isn't what this program last loaded or saved there. \
            Load it with reloadSharedInstance(), or overwrite it with save(overwritingChanges: true).
            """
        ).inFile(path)
    }

    /// Writes the file, if it still has the content of the stamp. Otherwise returns false. The caller must hold the
    /// lock.
    private func save(
        _ content: Data, to path: String, since stamp: FileStamp?, isConfidential: Bool
    ) throws -> Bool {
        // This comes first: once the file is in its place, nothing may stop the work.
        let new = FileStamp(nil, content)
        do {
            guard try FileStore.write(content, to: path, since: stamp, isConfidential: isConfidential) else {
                return false
            }
            setSaved(path, new)
            return true
        } catch {
            // If only the folder couldn't be forced to the disk, the new file is in its place all the same.
            if !LongWork.isStopped, (try? FileStore.read(path)) == content { setSaved(path, new) }
            throw error
        }
    }

    private func setSaved(_ path: String, _ stamp: FileStamp) {
        known = (path, stamp)
        saveCount += 1
    }
}
