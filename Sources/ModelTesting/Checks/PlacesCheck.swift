import Foundation
import ModelCore

extension ContractCheck {
    /// The check of the locations of errors.
    package static let places = ContractCheck(
        "places", "An error about a value in a file has the value's place: its offset, or its line and column."
    ) { run in
        guard run.options.locatesErrors else { return }
        var offsets: [Int] = []
        for index in 0..<3 {
            let value = SampleValue.array(
                (0..<3).map { $0 == index ? "misplaced" : .scalar(.string(ContractWord.allCases[$0].rawValue)) })
            run.expectPlace(try run.encode(value), "[\(index)]", as: [ContractWord].self, &offsets)
        }
        for index in 0..<3 {
            let members = ["first", "second", "third"].enumerated().map { position, key in
                let word: SampleValue =
                    position == index ? "misplaced" : .scalar(.string(ContractWord.allCases[position].rawValue))
                return (key, word)
            }
            let content = try run.encode(SampleValue.object("ContractWords", members))
            run.expectPlace(content, members[index].0, as: ContractWords.self, &offsets)
        }
        for (index, pair) in zip(offsets, offsets.dropFirst()).enumerated() where index != 2 {
            run.expect(
                pair.0 != pair.1, "errors about two values", expected: "two places", found: "byte \(pair.0) for both")
        }
    }
}

extension ContractRun {
    /// Expects an error about the word `misplaced` in a file, with its location. If the file contains the word's
    /// letters, the location is at most a few bytes before them.
    fileprivate func expectPlace<Value: ModelValue>(
        _ content: Data, _ path: String, as type: Value.Type, _ offsets: inout [Int]
    ) {
        let subject = "a wrong text at \(path)"
        let error = expectError(subject, codes: [.typeMismatch], path: path, reading: content) {
            try decode(type, from: content)
        }
        guard let error else { return }
        guard let offset = error.location?.byteOffset else {
            return fail(subject, expected: "an error with a place in the file", found: "\(error)")
        }
        offsets.append(offset)
        let word = Data("misplaced".utf8)
        guard let place = content.range(of: word),
            content.range(of: word, in: place.upperBound..<content.endIndex) == nil
        else { return }
        // The texts before the word have more than 64 bytes, so a location in one of them is refused.
        let start = place.lowerBound - content.startIndex
        expect(
            (start - 64...start).contains(offset), subject, expected: "a place shortly before byte \(start)",
            found: "byte \(offset)")
    }
}

/// Words of more than 64 letters.
private enum ContractWord: String, ModelValue, CaseIterable {
    case first = "the first word, which is so long that nothing in a file can be at its place by chance"
    case second = "the second word, which is so long that nothing in a file can be at its place by chance"
    case third = "the third word, which is so long that nothing in a file can be at its place by chance"
}

/// A model whose property contains words.
private final class ContractWords: BaseModel {
    var first = ContractWord.first
    var second = ContractWord.first
    var third = ContractWord.first

    private static let ownModelClass = ModelClass(ContractWords.self, name: "ContractWords", overrides: [])
    override class var modelClass: ModelClass { ownModelClass }
    override class var modelProperties: [ModelProperty] {
        super.modelProperties + [
            ModelProperty("first", \ContractWords.first, isStored: true),
            ModelProperty("second", \ContractWords.second, isStored: true),
            ModelProperty("third", \ContractWords.third, isStored: true),
        ]
    }
}
