import Foundation
import JSONFormat
import ModelCore
import Testing

@Suite("A class without @Model, which plain formats set by way of Any")
struct ListedClassTests {
    private final class Dated: BaseModel {
        var date = Date(timeIntervalSince1970: 1)

        override class var modelProperties: [ModelProperty] {
            super.modelProperties + [
                ModelProperty("date", \Dated.date, with: .date(.secondsSince1970).only(for: [.json]))
            ]
        }
    }

    @Test("A property has the file's form, though its key is its name")
    func form() throws {
        let model = Dated()
        model.date = Date(timeIntervalSince1970: 7)
        let json = try JSONFormat().encode(model)
        #expect(try JSONFormat().document(from: json)["date"]?.intValue == 7)
        #expect(try JSONFormat().decode(Dated.self, from: json).date == model.date)
    }
}
