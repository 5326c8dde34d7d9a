#if Macros
import Foundation
import JSONFormat
import ModelCore
import Testing

@Suite("Samples: how fast it is")
struct SpeedSamples {
    @Model("SpeedPerson") final class Person: BaseModel {
        var name = ""
        @Transform(.hex) var photo = Data()
    }

    @Test("A format tells why a value isn't handled directly")
    func reasons() throws {
        let person = Person()
        let texts = try JSONFormat().documentReasons(writing: person).map(\.description)
        #expect(texts == ["value SpeedPerson.photo: its type or its property has code for coding"])
        // snippet.reasons
        for reason in try JSONFormat().documentReasons(writing: person) { print(reason) }
        // value Person.photo: its type or its property has code for coding
        // snippet.end
    }
}
#endif
