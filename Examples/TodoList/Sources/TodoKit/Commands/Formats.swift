import ArgumentParser
import ModelCore

extension Todo {
    /// `todo formats`
    public struct Formats: TodoCommand {
        public static let configuration = CommandConfiguration(
            abstract: "Print the formats: those that this program links, and those that are only known.")

        public init() {}

        public func lines() throws -> [String] {
            let registry = FormatRegistry.current
            let served = registry.formats + registry.storeFormats
            let absent = FileFormat.wellKnown.filter { !served.contains($0) }
            return TextTable.lines(
                [["FORMAT", "NAME", "STATE"]]
                    + (served + absent).map { [$0.rawValue, $0.displayName, state(of: $0, in: registry)] })
        }

        private func state(of format: FileFormat, in registry: FormatRegistry) -> String {
            do {
                if format.isStore { _ = try registry.store(for: format) } else { _ = try registry.provider(for: format) }
                return "linked"
            } catch {
                return ModelError(wrapping: error).reason
            }
        }
    }
}
