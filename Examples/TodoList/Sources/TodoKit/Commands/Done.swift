import ArgumentParser

extension Todo {
    /// `todo done N`
    public struct Done: TodoCommand {
        public static let configuration = CommandConfiguration(abstract: "Mark something as done.")

        @Argument(help: "Its number in the list.")
        public var number: Int

        @OptionGroup public var saving: SavingOptions

        public init() {}

        public func lines() throws -> [String] {
            try saving.update { try $0.item(number).checked = true }
        }
    }
}
