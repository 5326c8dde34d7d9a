import ArgumentParser

extension Todo {
    /// `todo remove N`
    public struct Remove: TodoCommand {
        public static let configuration = CommandConfiguration(abstract: "Remove something from the list.")

        @Argument(help: "Its number in the list.")
        public var number: Int

        @OptionGroup public var saving: SavingOptions

        public init() {}

        public func lines() throws -> [String] {
            try saving.update { list in
                let item = try list.item(number)
                list.items.removeAll { $0 === item }
            }
        }
    }
}
