#if Macros
import Foundation
import JSONFormat
// snippet.person
import ModelCore
// snippet.end
import Testing

@Suite("Samples: declaring models")
struct DeclaringSamples {
    // snippet.person
    @Model final class Person: BaseModel {
        var name = ""
        var age: Int?
        var tags: Set<String> = []
        var scores: [String: Double] = [:]
        let createdBy = "Address Book 2"
        @Transient var isSelected = false
        weak var partner: Person?
    }
    // snippet.end

    // snippet.values
    enum Priority: String { case low, normal, high }

    struct Place: Codable {
        var latitude = 0.0
        var longitude = 0.0
    }

    @Model final class Meeting: BaseModel {
        var priority = Priority.normal
        var place = Place()
        var notes: Any?
    }
    // snippet.end

    // snippet.names
    @Model("Note", aliases: ["Memo", "Jotting"]) final class NoteModel: BaseModel {
        var text = ""
    }
    // snippet.end

    // snippet.conforming
    enum Colour: Int, ModelValue { case red, green, blue }

    struct Size: Codable, ModelValue, Equatable {
        var width = 0.0
        var height = 0.0
    }

    @Model final class Planner: BaseModel {
        var meetings: [Colour: [Meeting]] = [:]
    }
    // snippet.end

    enum Habitat: String, Codable { case wood, lake }
    enum KnownHabitat: String, ModelValue { case wood, lake }

    @Model final class Reserve: BaseModel {
        var counts: [Habitat: [Int]] = [:]
        var people: [KnownHabitat: [Person]] = [:]
        var visits: [KnownHabitat: Int] = [:]
    }

    // snippet.byHand
    final class City: BaseModel {
        var name = ""
        var population = 0

        override class var modelProperties: [ModelProperty] {
            super.modelProperties + [
                ModelProperty("name", \City.name),
                ModelProperty("population", \City.population),
            ]
        }
    }
    // snippet.end

    // snippet.byHandNotFinal
    class District: BaseModel {
        var name = ""
        var population = 0
        var mayor = "" { didSet { print("\(mayor) follows \(oldValue)") } }

        override class var modelProperties: [ModelProperty] {
            super.modelProperties + [
                ModelProperty("name", \District.name, isStored: true),
                ModelProperty("population", \District.population, isStored: true),
                ModelProperty("mayor", \District.mayor)
                    .accessed(get: { (place: District) in place.mayor }, set: { (place: District, mayor) in place.mayor = mayor }),
            ]
        }
    }
    // snippet.end

    // snippet.oldKey
    @Model final class Song: BaseModel {
        var title = ""

        override func set(with decoder: ModelDecoder) throws {
            try super.set(with: decoder)
            // Files of version 1 have another key.
            if let name = try decoder.decode(String.self, forKey: "name") { title = name }
        }
    }
    // snippet.end

    // snippet.sameKey
    @Model final class Album: BaseModel {
        @Transient var title = ""

        override func encode(with encoder: ModelEncoder) throws {
            try super.encode(with: encoder)
            try encoder.encode(title, forKey: "name")
        }

        override func set(with decoder: ModelDecoder) throws {
            try super.set(with: decoder)
            if let name = try decoder.decode(forKey: "name", like: title) { title = name }
        }
    }
    // snippet.end

    // snippet.passedOn
    @Model final class Destination: BaseModel {
        var street = ""
        @Key("zip") var postalCode = ""
    }

    @Model final class Delivery: BaseModel {
        var number = 0
        @Transient var destination = Destination()

        override func encode(with encoder: ModelEncoder) throws {
            try super.encode(with: encoder)
            try destination.encode(with: encoder)
        }

        override func set(with decoder: ModelDecoder) throws {
            try super.set(with: decoder)
            try destination.set(with: decoder)
        }
    }
    // snippet.end

    // snippet.dictionary
    @Model final class Author: BaseModel {
        var name = ""
        var born: Int?

        override func set(with dictionary: [String: Any]) throws {
            try super.set(with: dictionary)
            if let first = dictionary["first_name"] as? String, let last = dictionary["last_name"] as? String {
                name = "\(first) \(last)"
            }
        }

        override func set(with string: String) throws { name = string }
    }
    // snippet.end

    // snippet.life
    @Model final class Counter: BaseModel {
        var started = Date()
        @Transient var cache: [String: Int] = [:]

        override func setUp() { cache["starts"] = 1 }
        override func tearDown() { cache = [:] }
    }
    // snippet.end

    @Test("Each kind of property comes back")
    func properties() throws {
        let ann = Person()
        let ben = Person()
        ann.name = "Ann"
        ann.tags = ["a"]
        ann.scores = ["x": 1.5]
        ann.isSelected = true
        ann.partner = ben
        ben.partner = ann
        let classes = registry([Person.self])
        try ClassRegistry.withClasses(classes) {
            let back = try KeyedArchive().decode([Person].self, from: KeyedArchive().encode([ann, ben]))
            #expect(back[0].partner === back[1] && back[1].partner === back[0])
            #expect(back[0].name == "Ann" && back[0].tags == ["a"] && back[0].scores == ["x": 1.5] && back[0].age == nil)
            #expect(!back[0].isSelected)
            // Nobody else has the partner: then it isn't written.
            #expect(try KeyedArchive().decode(Person.self, from: KeyedArchive().encode(ann)).partner == nil)
        }
        #expect(Person.codablePropertyKeys == ["name", "age", "tags", "scores", "partner"])
        #expect(Person.allPropertyKeys == ["name", "age", "tags", "scores", "createdBy", "partner"])
    }

    @Test("Enums, Codable types and Any come back")
    func values() throws {
        let meeting = Meeting()
        meeting.priority = .high
        meeting.place = Place(latitude: 47.5, longitude: 19)
        meeting.notes = ["seats": 12, "remote": true] as [String: Any]
        let back = try KeyedArchive().decode(Meeting.self, from: KeyedArchive().encode(meeting))
        #expect(back.priority == .high && back.place.latitude == 47.5)
        #expect((back.notes as? [String: Any])?["remote"] as? Bool == true)
        #expect(try KeyedArchive().decode([Colour].self, from: KeyedArchive().encode([Colour.blue])) == [.blue])
        let planner = Planner()
        planner.meetings = [.blue: [meeting]]
        let planned = try JSONFormat().decode(Planner.self, from: JSONFormat().encode(planner))
        #expect(planned.meetings[.blue]?.first?.priority == .high)
        let size = Size(width: 1, height: 2)
        #expect(try KeyedArchive().decode(Size.self, from: KeyedArchive().encode(size)) == size)
    }

    @Test("Enums as keys are texts in files")
    func enumKeys() throws {
        let reserve = Reserve()
        (reserve.counts, reserve.people, reserve.visits) = ([.lake: [1]], [.wood: []], [.wood: 2])
        let content = try JSONFormat().encode(reserve)
        #expect(String(decoding: content, as: UTF8.self) == #"{"counts":{"lake":[1]},"people":{"wood":[]},"visits":{"wood":2}}"#)
        #expect(try JSONFormat().decode(Reserve.self, from: content).counts == [.lake: [1]])
    }

    @Test("Files with earlier names are read")
    func names() throws {
        #expect(ModelClass.of(NoteModel.self).name == "Note")
        #expect(try ClassRegistry.default.type(named: "Jotting") == NoteModel.self)
        #expect(try ClassRegistry.default.type(named: "DeclaringSamples.Person") == Person.self)
    }

    @Test("A class without the macro")
    func byHand() throws {
        // snippet.register
        ClassRegistry.register(City.self)
        // snippet.end
        let city = City()
        city.name = "Pécs"
        let back = try KeyedArchive().decode(City.self, from: KeyedArchive().encode(city))
        #expect(back.name == "Pécs" && City.allPropertyKeys == ["name", "population"])
    }

    @Test("Old keys")
    func oldKeys() throws {
        #expect(try Song.instance(with: ModelDocument(encoding: ["name": "Ode"]))?.title == "Ode")
        let album = Album()
        album.title = "Blue"
        let node = try KeyedArchive().decode(ModelDocument.self, from: KeyedArchive().encode(album))
        #expect(node["name"]?.stringValue == "Blue" && node["title"] == nil)
        #expect(try KeyedArchive().decode(Album.self, from: KeyedArchive().encode(album)).title == "Blue")
    }

    @Test("Set with a dictionary, and with a string")
    func setWith() throws {
        let fromDictionary = try Author.instance(with: ["first_name": "Mark", "last_name": "Twain", "born": 1835])
        #expect(fromDictionary?.name == "Mark Twain" && fromDictionary?.born == 1835)
        // snippet.instances
        let authors = try Author.instances(with: ["Mark Twain", ["name": "Jane Austen", "born": 1775]])
        // snippet.end
        #expect(authors.map(\.name) == ["Mark Twain", "Jane Austen"] && authors[1].born == 1775)
        let counter = Counter()
        #expect(counter.cache == ["starts": 1])
    }

    // snippet.awake
    @Model class Picture: BaseModel {
        var title = ""
    }

    @Model final class Photo: Picture {
        var camera = ""

        override func awakeAfterDecoding() throws -> BaseModel {
            if !camera.isEmpty { return self }
            let picture = Picture()
            picture.title = title
            return picture
        }
    }
    // snippet.end

    @Test("What takes an instance's place")
    func awake() throws {
        let old = CodedClass(name: ModelClass.of(Photo.self).name)
        var builder = DocumentBuilder()
        try builder.beginObject(old)
        try builder.key("title")
        try builder.append("A cat")
        try builder.end()
        let picture = try builder.finish().decode(Picture.self)
        #expect(type(of: picture) == Picture.self && picture.title == "A cat")
    }

    @Test("A Codable type as a whole file")
    func codable() throws {
        // snippet.codable
        let content = try JSONFormat().encode(Place())
        let place = try JSONFormat().decode(Place.self, from: content)
        // snippet.end
        #expect(place.latitude == 0)
    }

    @Test("A model's values in another one's object")
    func passedOn() throws {
        let json = """
            {"number":7,"street":"High Street","zip":"W1"}
            """
        let delivery = try JSONFormat().decode(Delivery.self, from: Data(json.utf8))
        #expect(delivery.number == 7 && delivery.destination.postalCode == "W1")
        #expect(String(decoding: try JSONFormat().encode(delivery), as: UTF8.self) == json)
    }

    @Test("Properties by name, and copies")
    func keys() throws {
        let author = try #require(try Author.instance(with: "Mark Twain"))
        // snippet.keys
        try author.setValue(1835, forKey: "born")
        let name = try author.value(forKey: "name") as? String
        let all = author.dictionaryRepresentation
        let copy = try author.copy()
        // snippet.end
        #expect(author.born == 1835 && name == "Mark Twain" && all.count == 2 && copy.born == 1835 && copy !== author)
        #expect(Author.codableProperties.count == 2)
        let other = Author()
        other.born = 1900
        // snippet.merge
        try author.mergeValues(from: other)
        // snippet.end
        #expect(author.born == 1900 && author.name == "")
    }

    private func registry(_ types: [BaseModel.Type]) -> ClassRegistry {
        var classes = ClassRegistry()
        for type in types { classes.add(type) }
        return classes
    }
}
#endif
