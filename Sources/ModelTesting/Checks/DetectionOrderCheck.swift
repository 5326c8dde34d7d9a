import Foundation
import ModelCore

extension ContractCheck {
    /// The check of the detection of a format's files among all formats that are linked.
    package static let detectionOrder = ContractCheck(
        "detection order", "A file is of the same format in whatever order formats are linked; a model's, of its own."
    ) { run in
        guard run.format.fileExtension != nil else { return }
        let registries = run.registries()
        func formats(_ content: Data) -> Set<FileFormat?> { Set(registries.map { try? $0.detect(content) }) }
        for (name, content) in try run.modelFiles() {
            let found = formats(content)
            // If the format needn't recognize its files, the result must at least be the same in every order.
            run.expect(
                found == [run.format] || found.count == 1 && !run.options.isRecognized,
                "\(name), with all linked formats", expected: "\(run.format)", found: ContractRun.list(found))
        }
        for (name, content, _) in try run.valueFiles() {
            let found = formats(content)
            run.expect(
                found.count == 1, "\(name), with all linked formats in any order", expected: "one format",
                found: ContractRun.list(found))
        }
    }
}

extension ContractRun {
    /// Registries with the plugin and all linked plugins that serve other formats. Up to five plugins are tried in
    /// every order. For more plugins, there are enough orders that each plugin is first and last once, and before and
    /// after each other plugin.
    fileprivate func registries() -> [FormatRegistry] {
        var linked = FormatRegistry.current
        linked.replace(with: provider)
        var served: Set<FileFormat> = []
        let providers = linked.formats.compactMap { format -> (any FormatProvider)? in
            guard !served.contains(format), let found = try? linked.provider(for: format) else { return nil }
            served.formUnion(found.formats)
            return found
        }
        return Self.orders(providers).map { FormatRegistry($0) }
    }

    private static func orders<Element>(_ elements: [Element]) -> [[Element]] {
        if elements.count <= 1 { return [elements] }
        if elements.count > 5 {
            return elements.indices.flatMap { start in
                let turned = Array(elements[start...] + elements[..<start])
                return [turned, turned.reversed()]
            }
        }
        return elements.indices.flatMap { index in
            var others = elements
            let first = others.remove(at: index)
            return orders(others).map { [first] + $0 }
        }
    }

    fileprivate static func list(_ formats: Set<FileFormat?>) -> String {
        formats.map { $0?.rawValue ?? "none" }.sorted().joined(separator: ", ")
    }
}
