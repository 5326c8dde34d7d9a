import FormatSupport
import ModelCore
import PropertyListCodec

extension ModelError {
    /// What a scanner of text complains of.
    init(_ error: PropertyListError, _ place: (line: Int, column: Int)) {
        self.init(.corruptData, error.reason)
        location = ModelLocation(byteOffset: error.offset, line: place.line, column: place.column)
    }

    /// What a reader of bytes complains of.
    init(_ error: PropertyListError) {
        self.init(.corruptData, error.reason)
        location = ModelLocation(byteOffset: error.offset)
    }
}
