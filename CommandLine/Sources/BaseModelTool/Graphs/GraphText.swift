/// Graphs as text for programs that draw them.
enum GraphText {
    /// Returns a graph in Graphviz's language.
    static func dot(_ graph: ObjectGraph) -> [String] {
        var lines = [
            "digraph objects {", "  rankdir=LR;",
            "  node [shape=box, style=rounded, fontname=\"sans-serif\", fontsize=10];",
            "  edge [fontname=\"sans-serif\", fontsize=9];",
        ]
        for (index, node) in graph.nodes.enumerated() {
            // \l ends a line that is aligned to the left.
            let label = dotText(node.title) + "\\n" + texts(of: node).map { dotText($0) + "\\l" }.joined()
            lines.append("  n\(index) [label=\"\(label)\"];")
        }
        for edge in graph.edges {
            lines.append("  n\(edge.from) -> n\(edge.to) [label=\"\(dotText(edge.label))\"];")
        }
        return lines + ["}"]
    }

    /// Returns a graph as a flowchart of Mermaid, which GitHub and other services draw.
    static func mermaid(_ graph: ObjectGraph) -> [String] {
        var lines = ["flowchart LR"]
        for (index, node) in graph.nodes.enumerated() {
            let label = ([node.title] + texts(of: node)).map(mermaidText).joined(separator: "<br/>")
            lines.append("  n\(index)[\"\(label)\"]")
        }
        for edge in graph.edges {
            lines.append("  n\(edge.from) -->|\"\(mermaidText(edge.label))\"| n\(edge.to)")
        }
        return lines
    }

    private static func texts(of node: ObjectGraph.Node) -> [String] {
        node.lines + (node.hiddenLines > 0 ? ["… \(node.hiddenLines) more"] : [])
    }

    private static func dotText(_ text: String) -> String {
        PrintableText.text(text).replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    }

    /// Returns the text with each character that has a meaning in Mermaid or HTML replaced by its number.
    private static func mermaidText(_ text: String) -> String {
        PrintableText.text(text).unicodeScalars.map { scalar in
            "\"#&<>|[](){}`\\;".unicodeScalars.contains(scalar) ? "#\(scalar.value);" : String(scalar)
        }.joined()
    }
}
