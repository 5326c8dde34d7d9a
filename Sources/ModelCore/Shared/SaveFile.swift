import Foundation

/// What this process knows of the place where a class's shared instance is kept: so that a save destroys nothing
/// unseen.
final class SaveFile: ModelClassPart, @unchecked Sendable {
    /// True while a save may replace what another program has saved.
    @TaskLocal static var overwritesChanges = false

    // Everything below is only touched while the lock is held. No code of the program's runs meanwhile.
    private let lock = NSLock()
    /// The file; without a stamp where there was none, or it couldn't be read.
    private var known: (path: String, stamp: FileStamp?)?
    private var saveCount = 0
    private var knownStore: FileFormat?

    /// Reads the file, and takes down what was there: again where a save comes between, which has put something else
    /// there.
    ///
    /// - Parameters:
    ///   - read: Returns what it read, and its stamp: no stamp where there was nothing. Where it throws, what is there
    ///     can't be read.
    ///   - share: Makes it the shared instance, in the same moment. Returns false where another one is.
    func load<Content>(
        _ path: String, _ read: () throws -> (Content, FileStamp?), share: (Content) -> Bool
    ) throws -> Content {
        var turn = 1
        while true {
            let before = lock.withLock { saveCount }
            let (content, stamp): (Content, FileStamp?)
            do { (content, stamp) = try read() } catch {
                lock.withLock { if saveCount == before { known = (path, nil) } }
                throw error
            }
            let isOver = lock.withLock {
                let isCurrent = saveCount == before
                // Saved each time that it is read: what is there is unseen.
                guard isCurrent || turn == 10 else { return false }
                if share(content) { known = (path, isCurrent ? stamp : nil) }
                return true
            }
            if isOver { return content }
            turn += 1
        }
    }

    /// The store whose content this process has loaded or saved last.
    var store: FileFormat? {
        get { lock.withLock { knownStore } }
        set { lock.withLock { knownStore = newValue } }
    }

    /// Writes the file where there is nothing, what this process last read or wrote, or what `judge` lets pass.
    ///
    /// - Throws: What `judge` throws; `fileChanged` where it lets pass what this process hasn't read, though it has
    ///   read or written the file before, or found none.
    func write(_ content: Data, to path: String, isConfidential: Bool, judge: (Data) throws -> Void) throws {
        var judged: FileStamp?
        // Another turn for each time that the file changes while it is judged.
        for _ in 0..<10 {
            let wasKnown = try lock.withLock { () -> Bool? in
                let own = known?.path == path ? known : nil
                let isSaved = try save(content, to: path, since: judged ?? own?.stamp, isConfidential: isConfidential)
                return isSaved ? nil : own != nil
            }
            guard let wasKnown else { return }
            do {
                let (found, look) = try FileStore.content(of: path)
                try judge(found)
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

    /// To be called with the lock.
    private func save(
        _ content: Data, to path: String, since stamp: FileStamp?, isConfidential: Bool
    ) throws -> Bool {
        do {
            guard try FileStore.write(content, to: path, since: stamp, isConfidential: isConfidential) else {
                return false
            }
            setSaved(path, content)
            return true
        } catch {
            // It may be in its place all the same, and only the folder not on the disk.
            if (try? FileStore.read(path)) == content { setSaved(path, content) }
            throw error
        }
    }

    private func setSaved(_ path: String, _ content: Data) {
        known = (path, FileStamp(nil, content))
        saveCount += 1
    }
}
