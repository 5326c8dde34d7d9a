import ArgumentParser
import Foundation

/// When output has colours.
enum ColorChoice: String, CaseIterable, ExpressibleByArgument {
    case auto, always, never
}

/// Colours for a terminal, or none.
struct Painter {
    let isOn: Bool

    init(isOn: Bool) { self.isOn = isOn }

    /// As asked; by itself on a terminal that has colours, unless the environment has `NO_COLOR`.
    init(_ choice: ColorChoice) {
        let environment = ProcessInfo.processInfo.environment
        switch choice {
        case .always: isOn = true
        case .never: isOn = false
        case .auto:
            isOn =
                Terminal.isTerminal(.output) && environment["NO_COLOR", default: ""].isEmpty
                && environment["TERM"] != "dumb"
        }
    }

    /// What is painted.
    enum Part: String {
        case key = "34"
        case className = "1;36"
        case type = "2"
        case text = "32"
        case scalar = "33"
        case reference = "35"
        case added = "32;1"
        case removed = "31;1"
        case changed = "33;1"
    }

    /// The text in the colour of a part. Nothing in it reaches the terminal but text.
    func paint(_ text: String, _ part: Part) -> String {
        start(part) + PrintableText.text(text) + end
    }

    /// What begins a part's colour.
    func start(_ part: Part) -> String { isOn ? "\u{1B}[\(part.rawValue)m" : "" }

    /// What ends a colour.
    var end: String { isOn ? "\u{1B}[0m" : "" }
}
