import ArgumentParser

extension Todo {
    /// `todo list`
    public struct List: TodoCommand {
        public static let configuration = CommandConfiguration(abstract: "Print the list.")

        @OptionGroup public var place: FileOptions

        public init() {}

        public func lines() throws -> [String] {
            try place.open().lines
        }
    }
}
