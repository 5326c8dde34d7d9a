import FormatSupport

/// The progress through many files, in the last line of a terminal.
struct ProgressBar {
    let total: Int
    let isOn: Bool
    private var done = 0
    private var last = ContinuousClock.now - .seconds(1)
    private var isShown = false

    init(total: Int, isOn: Bool) {
        self.total = total
        self.isOn = isOn
    }

    /// Counts one more file, and shows it, at most ten times a second.
    mutating func show(_ name: String) {
        done += 1
        guard isOn, ContinuousClock.now - last >= .milliseconds(100) else { return }
        last = .now
        isShown = true
        let width = 24
        let filled = width * (done - 1) / max(total, 1)
        let bar = String(repeating: "=", count: filled) + String(repeating: " ", count: width - filled)
        let text = "[\(bar)] \(done)/\(total) \(PrintableText.text(ValueText.shortened(name, 40)))"
        put("\r\u{1B}[K" + text)
    }

    mutating func clear() {
        guard isShown else { return }
        isShown = false
        put("\r\u{1B}[K")
    }

    private func put(_ text: String) { Output.putToErrors(text) }
}
