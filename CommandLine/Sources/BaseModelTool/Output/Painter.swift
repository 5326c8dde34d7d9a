import ArgumentParser
import FormatSupport

/// The user's choice whether output has colours.
enum ColorChoice: String, CaseIterable, ExpressibleByArgument {
    case auto, always, never
}

/// Colours text for a terminal, or leaves it without colours.
struct Painter {
    let isOn: Bool

    init(isOn: Bool) { self.isOn = isOn }

    /// Creates a painter for the choice. By default, text is coloured for a terminal with colours, unless the
    /// environment contains `NO_COLOR`.
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

    /// A part of the output that has a colour. The raw value is the parameter of the escape sequence.
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

    /// Returns the text in the colour of a part. Control characters in it are escaped.
    func paint(_ text: String, _ part: Part) -> String {
        start(part) + PrintableText.text(text) + end
    }

    /// Returns the escape sequence that begins a part's colour.
    func start(_ part: Part) -> String { isOn ? "\u{1B}[\(part.rawValue)m" : "" }

    /// The escape sequence that ends a colour.
    var end: String { isOn ? "\u{1B}[0m" : "" }
}
