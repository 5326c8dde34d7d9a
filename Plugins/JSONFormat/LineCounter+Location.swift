import FormatSupport
import ModelCore

extension LineCounter {
    /// Where an offset is.
    mutating func location(_ offset: Int, in source: ByteSource) -> ModelLocation {
        let (line, column) = lineAndColumn(at: offset, in: source)
        return ModelLocation(byteOffset: min(max(offset, 0), source.count), line: line, column: column)
    }
}
