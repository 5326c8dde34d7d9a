import Foundation
import ModelCore

/// What the probe saves: a number in every place, so that a mixture of two saves shows.
final class SavedNote: BaseModel {
    var number = 0
    var text = ""
    var numbers: [Int] = []
    var copy = 0

    private static let ownModelClass = ModelClass(SavedNote.self, overrides: [])
    override class var modelClass: ModelClass { ownModelClass }
    override class var modelProperties: [ModelProperty] {
        super.modelProperties + [
            ModelProperty("number", \SavedNote.number), ModelProperty("text", \SavedNote.text),
            ModelProperty("numbers", \SavedNote.numbers), ModelProperty("copy", \SavedNote.copy),
        ]
    }

    /// - Parameter size: How often the number stands in the text, about.
    convenience init(_ number: Int, size: Int) {
        self.init()
        (self.number, copy) = (number, number)
        numbers = [number, number]
        // Sizes differ from save to save.
        text = String(repeating: "\(number) ", count: size + number % 7)
    }

    /// True where it is one save's, whole.
    var isWhole: Bool {
        let words = text.split(separator: " ")
        return copy == number && numbers == [number, number] && !words.isEmpty && words.allSatisfy { $0 == "\(number)" }
    }
}
