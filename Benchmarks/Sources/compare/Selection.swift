/// Which measurements the command line asks for.
struct Selection {
    /// Names, or their beginnings up to a slash. None stands for all.
    let names: [String]

    func contains(_ name: String) -> Bool {
        names.isEmpty || names.contains { name == $0 || name.hasPrefix("\($0)/") }
    }

    /// True where a name that begins so may be asked for.
    func mayContain(_ beginning: String) -> Bool {
        contains(beginning) || names.contains { $0.hasPrefix("\(beginning)/") }
    }
}
