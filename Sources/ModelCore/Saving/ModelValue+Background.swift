import FormatSupport

// Files that are read and written while the caller's actor does something else.

extension ModelValue {
    /// Loads a value like ``load(fromFile:format:)``, off the caller's actor. No other code refers to the value.
    ///
    /// - Throws: The errors of ``load(fromFile:format:)``; `CancellationError` if the task was cancelled before.
    @concurrent
    public static func loadInBackground(
        fromFile path: String, format: FileFormat? = nil
    ) async throws -> sending Self {
        try Task.checkCancellation()
        return try load(fromFile: path, format: format)
    }

    /// Loads the values of several files at the same time, off the caller's actor. The values are in the order of the
    /// paths. No other code refers to them.
    ///
    /// - Throws: The first error; `CancellationError` if the task is cancelled before all files are begun.
    @concurrent
    public static func loadInBackground(
        fromFiles paths: [String], format: FileFormat? = nil
    ) async throws -> sending [Self] {
        try await withThrowingTaskGroup(of: (Int, LoadedValue<Self>).self) { group in
            var values: [LoadedValue<Self>?] = Array(repeating: nil, count: paths.count)
            var next = 0
            func begin(_ group: inout ThrowingTaskGroup<(Int, LoadedValue<Self>), any Error>) {
                guard next < paths.count else { return }
                let (index, path) = (next, paths[next])
                next += 1
                group.addTask {
                    try Task.checkCancellation()
                    return (index, LoadedValue(value: try load(fromFile: path, format: format)))
                }
            }
            for _ in 0..<ProcessInfo.processInfo.activeProcessorCount { begin(&group) }
            while let (index, value) = try await group.next() {
                values[index] = value
                begin(&group)
            }
            return values
        }.compactMap(\.self).map(\.value)
    }

    /// Writes the value like ``write(toFile:format:atomically:)``. The value is encoded on the caller's actor, and
    /// its bytes are written off the actor. Changes that are made meanwhile aren't in the file.
    ///
    /// - Throws: The errors of ``write(toFile:format:atomically:)``; `CancellationError` if the task was cancelled
    ///   before.
    nonisolated(nonsending) public func writeInBackground(toFile path: String, format: FileFormat? = nil) async throws {
        try Task.checkCancellation()
        try await LongWork.run { try encoded(forFile: path, format: format) }.writeInBackground()
    }
}

extension ModelValue where Self: BaseModel {
    /// A copy of the model and of all objects that it refers to, with the values that a file would contain. No other
    /// code refers to the new instances, so that they may be sent to another actor.
    ///
    /// - Throws: The errors of encoding the model and decoding it.
    public func deepCopy() throws -> sending Self {
        let document = try LongWork.run { try ModelDocument(encoding: self) }
        return try LongWork.runToSend { try document.decode(Self.self) }
    }
}

/// A value that a task has made for another task.
private struct LoadedValue<Value>: @unchecked Sendable {
    let value: Value
}

extension EncodedFile {
    /// Writes the file, off the caller's actor.
    @concurrent
    fileprivate func writeInBackground() async throws { try LongWork.run { try write() } }
}
