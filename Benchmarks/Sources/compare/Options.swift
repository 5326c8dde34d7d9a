import Foundation
import Workloads

/// The options and names of the command line.
struct Options {
    /// The program that runs Rust's serde_json. Nil: there is none.
    private(set) var serde: String?
    /// The folder of the standard JSON files. Nil: files of the same shapes are made.
    private(set) var files: URL?
    private(set) var profiles = false
    let selection: Selection

    /// Options come before the names.
    init(_ arguments: [String]) {
        var rest = arguments[...]
        while let option = rest.first {
            if option == "--serde", rest.count > 1 {
                serde = rest.dropFirst().first
                rest = rest.dropFirst(2)
            } else if option == "--files", rest.count > 1 {
                files = rest.dropFirst().first.map { URL(fileURLWithPath: $0, isDirectory: true) }
                rest = rest.dropFirst(2)
            } else if option == "--profile" {
                profiles = true
                rest = rest.dropFirst()
            } else {
                break
            }
        }
        selection = Selection(names: Array(rest))
    }
}
