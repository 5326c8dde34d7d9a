import ArgumentParser
import Foundation

extension Todo {
    /// `todo add TEXT`
    public struct Add: TodoCommand {
        public static let configuration = CommandConfiguration(abstract: "Add something to do.")

        @Argument(help: "What is to be done.")
        public var text: String

        @Option(help: "By when, as 2026-12-24.", transform: Self.day)
        public var due: Date?

        @Option(help: "How important it is.")
        public var priority: Int = 0

        @OptionGroup public var saving: SavingOptions

        public init() {}

        public func lines() throws -> [String] {
            try saving.update { list in
                let item = TodoItem(text, due: due)
                item.priority = priority
                list.items.append(item)
            }
        }

        private static func day(_ text: String) throws -> Date {
            do {
                return try Date(text, strategy: .iso8601.year().month().day())
            } catch {
                throw ValidationError("\(text) is no date like 2026-12-24.")
            }
        }
    }
}
