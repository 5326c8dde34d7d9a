/// Rows of texts, aligned in columns.
enum TextTable {
    static func lines(_ rows: [[String]]) -> [String] {
        let columns = rows.map(\.count).max() ?? 0
        let widths = (0..<columns).map { column in rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0 }
        return rows.map { row in
            let cells = row.enumerated().map { column, text in
                // The last cell needs no padding.
                column == row.count - 1 ? text : text + String(repeating: " ", count: widths[column] - text.count)
            }
            return cells.joined(separator: "  ")
        }
    }
}
