/// Why growth can't be measured.
struct GrowthError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
