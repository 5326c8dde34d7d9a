#if Macros
    import Documents
    import Foundation
    import JSONFormat
    import ModelCore
    import Patching
    import TestSupport
    import Testing

    @Suite("Patches of models")
    struct ModelPatchTests {
        @Model struct Place {
            var city = "Paris"
            var zip: String? = "75000"
            var spot: Spot?
        }
        @Model struct Spot { var x: Int? = 1 }

        enum Level: String, ModelValue { case low, high }

        @Model class Person: BaseModel {
            final var name = ""
            final var nickname: String? = "Nick"
            final var age = 0 { didSet { observed += 1 } }
            final var born: Date?
            final var level = Level.low
            final var place = Place()
            final var tags: [String] = []
            final var scores: [String: Int] = [:]
            @Relationship(inverse: \Pet.owner) final var pets: [Pet] = []
            final var friend: Person?
            final var friends: [String: Person] = [:]
            @Key(path: "home.street") final var street = ""
            final let species = "human"
            @Transient final var observed = 0
        }
        @Model final class Basket: BaseModel {
            var name = ""
            @Lenient var items: [Int] = []
            @Lenient var sizes: [Int] = []
        }

        @Test("Elements that couldn't be read stay, unless a patch changes their property")
        func skipped() throws {
            let json = Data(#"{"name":"n","items":[1,"x"],"sizes":["y"]}"#.utf8)
            let basket = try DecodingReport.collecting { try JSONFormat().decode(Basket.self, from: json) }.result
            func written() throws -> String { String(decoding: try JSONFormat().encode(basket), as: UTF8.self) }
            try basket.apply(["name": "m"])
            #expect(try written() == #"{"name":"m","items":[1,"x"],"sizes":["y"]}"#)
            try basket.apply(JSONPatch([.replace("/items/0", 2)]))
            #expect(try written() == #"{"name":"m","items":[2],"sizes":["y"]}"#)
        }

        enum Mood: String { case calm, other }
        @Model final class Visit: BaseModel {
            @Transform(.unknown(Mood.other)) var mood = Mood.calm
            var day = 1
        }

        @Test("A text that a type doesn't know stays, unless a patch changes it")
        func unknownTexts() throws {
            func visit() throws -> Visit { try JSONFormat().decode(Visit.self, from: Data(#"{"mood":"odd"}"#.utf8)) }
            func written(_ visit: Visit) throws -> String {
                String(decoding: try JSONFormat().encode(visit), as: UTF8.self)
            }
            for (patch, text) in [
                (["day": 2], #"{"mood":"odd","day":2}"#), (["mood": "owl"], #"{"mood":"owl","day":1}"#),
                (["mood": "other"], #"{"mood":"other","day":1}"#), (["mood": "calm"], #"{"mood":"calm","day":1}"#),
            ] as [(MergePatch, String)] {
                let visit = try visit()
                try visit.apply(patch)
                #expect(try written(visit) == text)
            }
        }

        @Model(tag: "type") class Animal: BaseModel {
            final var name = ""
        }
        @Model(tagged: "cat") final class Cat: Animal {
            var lives = 9
        }
        @Model(tagged: "dog") final class Dog: Animal {}
        @Model final class Zoo: BaseModel {
            var animals: [Animal] = []
        }

        @Test("An object of an unknown class may become one of another unknown class, and stays the same instance")
        func tags() throws {
            let zoo = try JSONFormat().decode(
                Zoo.self, from: Data(#"{"animals":[{"type":"owl","name":"a","span":1},{"type":"cat"}]}"#.utf8))
            let owl = zoo.animals[0]
            try zoo.apply(JSONPatch([.replace("/animals/0/type", "newt"), .replace("/animals/0/span", 2)]))
            #expect(zoo.animals[0] === owl && owl.classTag == "newt" && owl.unknownValues?["span"]?.intValue == 2)
            try zoo.apply(JSONPatch([.replace("/animals/1", ["type": "dog", "name": "Rex"])]))
            #expect(zoo.animals[1] is Dog && owl.classTag == "newt")
        }

        @Model final class Pupil: Person { var school = "" }
        @Model final class Pet: BaseModel {
            var name = ""
            @Relationship weak var owner: Person?
        }

        @Model final class Styled: BaseModel {
            var firstName = ""
            var lastSeen: Date?
            var homePlace = Place()
            @Key("z") var zipCode: String? = ""
            var child: Styled?
        }

        private func model() -> Pupil {
            let (pupil, friend) = (Pupil(), Person())
            (pupil.name, pupil.age, pupil.tags, pupil.scores) = ("Ann", 9, ["a", "b"], ["x": 1, "y": 2])
            pupil.pets = ["Rex", "Tom", "Kit"].map { name in
                let pet = Pet()
                pet.name = name
                return pet
            }
            (friend.name, friend.friend) = ("Bo", pupil)
            (pupil.friend, pupil.friends) = (friend, ["best": friend])
            (pupil.street, pupil.school) = ("Main St", "North")
            pupil.observed = 0
            return pupil
        }

        @Test("A merge patch sets what it has, and instances stay what they are")
        func merging() throws {
            let pupil = model()
            let (friend, pets) = (pupil.friend, pupil.pets)
            try pupil.apply([
                "name": "Anna", "nickname": .null, "place": ["zip": .null, "spot": ["x": .null]],
                "scores": ["x": .null, "z": 3],
                "friend": ["age": 10, "place": ["city": "Rome"]], "home": ["street": "High St"], "school": "South",
                "level": "high", "born": "2001-02-03T04:05:06Z", "more": ["kept": 1],
            ])
            #expect(pupil.name == "Anna" && pupil.nickname == nil && pupil.level == .high && pupil.street == "High St")
            #expect(
                pupil.place.city == "Paris" && pupil.place.zip == nil && pupil.place.spot?.x == nil
                    && pupil.place.spot != nil)
            #expect(
                pupil.scores == ["y": 2, "z": 3] && pupil.school == "South"
                    && pupil.born == Date(timeIntervalSince1970: 981_173_106))
            #expect(
                pupil.friend === friend && friend?.age == 10 && friend?.place.city == "Rome" && friend?.friend === pupil
            )
            #expect(pupil.friends["best"] === friend && friend?.observed == 1)
            #expect(zip(pupil.pets, pets).allSatisfy { $0 === $1 } && pets.allSatisfy { $0.owner === pupil })
            // Nothing set the age, so nothing observed it.
            #expect(pupil.observed == 0 && pupil.unknownValues?["more"]?["kept"]?.intValue == 1)
            try pupil.apply(["more": ["kept": .null, "other": [1]]])
            #expect(pupil.unknownValues?["more"] == ["other": [1]])
            try pupil.apply(["more": .null, "age": 11])
            #expect(pupil.unknownValues?["more"] == nil && pupil.observed == 1)
        }

        @Test("A JSON patch moves, copies and removes models in arrays, and relationships follow")
        func operations() throws {
            let pupil = model()
            let (pets, friend) = (pupil.pets, pupil.friend)
            try pupil.apply(
                JSONPatch([
                    .test("/pets/0/name", "Rex"), .move(from: "/pets/0", to: "/pets/2"),
                    .replace("/pets/0/name", "Thomas"),
                    .remove("/pets/1"), .add("/tags/-", "c"), .copy(from: "/name", to: "/friend/name"),
                    .remove("/nickname"),
                    .add("/friends/new", ["name": "Cy", "friend": .null]),
                ]))
            #expect(pupil.pets.count == 2 && pupil.pets[0] === pets[1] && pupil.pets[1] === pets[0])
            #expect(pets[1].name == "Thomas" && pets[2].owner == nil && pets[0].owner === pupil)
            #expect(pupil.tags == ["a", "b", "c"] && friend?.name == "Ann" && pupil.nickname == nil)
            #expect(pupil.friends["new"]?.name == "Cy" && pupil.friends["best"] === friend)
            try pupil.apply(JSONPatch([.add("/pets/0", ["name": "New"]), .remove("/friend")]))
            #expect(pupil.pets[0].name == "New" && pupil.pets[0].owner === pupil && pupil.pets[1] === pets[1])
            #expect(pupil.friend == nil && friend?.friend === pupil)
        }

        @Test(
            "A patch that fails changes nothing",
            arguments: [
                #"{"name":"x","age":"old"}"#, #"{"name":"x","friend":{"age":[]}}"#, #"{"name":"x","level":"middle"}"#,
                #"{"name":"x","species":"cat"}"#, #"{"name":"x","pets":[1]}"#, #"[1]"#,
            ])
        func failures(_ patch: String) throws {
            let pupil = model()
            let before = try ModelDocument(encoding: pupil)
            let error = #expect(throws: ModelError.self) { try pupil.apply(MergePatch(json(patch))) }
            #expect(try ModelDocument(encoding: pupil) == before && pupil.observed == 0, "\(String(describing: error))")
            let paths = ["age", "friend.age", "level", "species", "pets[0]", ""]
            #expect(paths.contains(error?.path.description ?? "none"), "\(String(describing: error))")
            #expect(throws: ModelError.self) { try pupil.apply(JSONPatch([.replace("/name", "x"), .test("/age", 8)])) }
            #expect(throws: ModelError.self) {
                try pupil.apply(JSONPatch([.replace("/name", "x"), .replace("/pets/0", 5)]))
            }
            #expect(try ModelDocument(encoding: pupil) == before && pupil.pets.map(\.name) == ["Rex", "Tom", "Kit"])
        }

        @Test("The keys and dates are those of the format")
        func styles() throws {
            let registry = FormatRegistry([JSONFormat(keys: .snakeCase, dates: .secondsSince1970)])
            try FormatRegistry.withFormats(registry) {
                let styled = Styled()
                styled.child = Styled()
                styled.lastSeen = Date(timeIntervalSince1970: 5)
                styled.child?.lastSeen = Date(timeIntervalSince1970: 6)
                let child = styled.child
                try styled.apply([
                    "first_name": "Ann", "last_seen": 7.5, "home_place": ["zip": .null], "z": .null,
                    "child": ["first_name": "Bo"],
                ])
                #expect(
                    styled.firstName == "Ann" && styled.lastSeen == Date(timeIntervalSince1970: 7.5)
                        && styled.zipCode == nil)
                #expect(styled.homePlace.zip == nil && styled.child === child && child?.firstName == "Bo")
                #expect(child?.lastSeen == Date(timeIntervalSince1970: 6) && styled.unknownValues == nil)
                try styled.apply(JSONPatch([.copy(from: "/last_seen", to: "/child/last_seen")]))
                #expect(child?.lastSeen == Date(timeIntervalSince1970: 7.5))
            }
        }

        @Test("The difference of two models is a patch, in which a nil is a null or is removed")
        func difference() throws {
            try FormatRegistry.withFormats(FormatRegistry([JSONFormat()])) {
                let (old, new) = (Person(), Person())
                (old.nickname, old.age, old.place.zip) = ("x", 1, nil)
                (new.nickname, new.age, new.friends) = (nil, 2, ["new": Pupil()])
                let merge = try MergePatch(from: old, to: new)
                #expect(
                    merge.document["nickname"]?.isNull == true && merge.document["age"] == 2
                        && merge.document["name"] == nil)
                let patch = try JSONPatch(from: old, to: new)
                #expect(
                    patch.operations.contains(.replace("/nickname", .null))
                        && patch.operations.contains(.replace("/age", 2)))
                for apply in [{ try $0.apply(merge) }, { try $0.apply(patch) }] as [(Person) throws -> Void] {
                    let copy = try JSONFormat().decode(Person.self, from: JSONFormat().encode(old))
                    try apply(copy)
                    #expect(try JSONFormat().encode(copy) == JSONFormat().encode(new))
                    #expect(copy.friends["new"] is Pupil)
                }
                let cyclic = model()
                let error = #expect(throws: ModelError.self) { try MergePatch(from: cyclic, to: cyclic) }
                #expect(error?.code == .cycle)
            }
        }

        @Model final class Shelf: BaseModel {
            var byNumber: [Int: Int] = [1: 1]
            @Key(path: "home.street") var street: String? = "Main"
            @Key(path: "home.country") let country = "FR"
            let id = UUID(uuidString: "6BA7B810-9DAD-11D1-80B4-00C04FD430C8")!
            var born = Date(timeIntervalSince1970: 5)
            var title: String? = "T"
            var subtitle: String?
            var slot = Slot()
            var books: Set<Book> = []
            weak var keeper: Book?
        }
        @Model struct Slot {
            var book: Book?
            var note = ""
        }
        @Model(hashable: ["isbn"]) final class Book: BaseModel {
            var isbn = ""
            weak var shelf: Shelf?
        }
        /// A class that decodes itself.
        final class Own: BaseModel {
            var name = ""
            weak var shelf: Shelf?
            var observed = 0
            var count = 1 { didSet { observed += 1 } }
            override class var modelProperties: [ModelProperty] {
                [
                    ModelProperty("name", \Own.name), ModelProperty("shelf", \Own.shelf, isWeak: true),
                    ModelProperty("count", \Own.count),
                ]
            }
            override func set(with decoder: ModelDecoder) throws { try super.set(with: decoder) }
        }

        @Test("The root is replaced as a whole, by a value or by another of its models")
        func root() throws {
            let pupil = model()
            let friend = pupil.friend
            try pupil.apply(JSONPatch([.replace("", ["name": "X", "school": "S"])]))
            #expect(
                pupil.name == "X" && pupil.age == 0 && pupil.pets.isEmpty && pupil.friend == nil && pupil.school == "S")
            let person = Person()
            (person.name, person.friend) = ("A", Person())
            person.friend?.name = "B"
            try person.apply(JSONPatch([.move(from: "/friend", to: "")]))
            #expect(person.name == "B" && person.friend == nil && friend?.friend === pupil)
            #expect(throws: ModelError.self) { try person.apply(JSONPatch([.replace("", 5)])) }
            #expect(person.name == "B")
        }

        @Test("Dictionaries with any keys, key paths, constants, and values as files have them")
        func values() throws {
            let shelf = Shelf()
            try shelf.apply(["byNumber": ["2": 5], "home": ["street": .null]])
            #expect(shelf.byNumber == [1: 1, 2: 5] && shelf.street == nil)
            try shelf.apply(
                JSONPatch([
                    .replace("/byNumber/1", 7), .test("/born", "1970-01-01T00:00:05.000Z"),
                    .move(from: "/title", to: "/subtitle"),
                ]))
            #expect(shelf.byNumber == [1: 7, 2: 5] && shelf.title == nil && shelf.subtitle == "T")
            // A constant may be sent as it is.
            try shelf.apply(["id": "6BA7B810-9DAD-11D1-80B4-00C04FD430C8", "home": ["country": "FR"], "title": "U"])
            #expect(shelf.title == "U")
            for patch: MergePatch in [
                ["id": "00000000-9DAD-11D1-80B4-00C04FD430C8"], ["home": ["country": "DE"], "title": "V"],
            ] {
                let error = #expect(throws: ModelError.self) { try shelf.apply(patch) }
                #expect(error?.code == .readOnlyProperty && shelf.title == "U")
            }
            try shelf.apply(["home": ["extra": 1]])
            #expect(try ModelDocument(encoding: shelf)[["home", "extra"]]?.intValue == 1)
            try shelf.apply(JSONPatch([.remove("/home/extra")]))
            #expect(try ModelDocument(encoding: shelf)[["home", "extra"]] == nil)
        }

        @Test("Models in structs and sets that change are new ones, and refer to those that are there")
        func copies() throws {
            let (shelf, book, other) = (Shelf(), Book(), Book())
            (book.isbn, book.shelf, other.isbn) = ("1", shelf, "2")
            shelf.slot.book = book
            shelf.books = [other]
            try shelf.apply(["slot": ["note": "n"]])
            #expect(shelf.slot.note == "n" && shelf.slot.book?.isbn == "1" && shelf.slot.book?.shelf === shelf)
            #expect(shelf.books.first === other)
            try shelf.apply(JSONPatch([.replace("/books/0/isbn", "3")]))
            #expect(shelf.books.map(\.isbn) == ["3"] && shelf.books.contains { $0.isbn == "3" })
            let same = try #require(shelf.books.first)
            #expect(shelf.books.contains(same))
        }

        @Test("A class that decodes itself gets what has changed, and keeps weak references to models elsewhere")
        func ownCode() throws {
            let (own, shelf) = (Own(), Shelf())
            own.shelf = shelf
            try own.apply(["name": "x"])
            #expect(own.name == "x" && own.shelf === shelf && own.observed == 0)
        }

        @Test("Patches that multiply models, or contain themselves, end with an error")
        func growth() throws {
            let pupil = model()
            let copies =
                [JSONPatch.Operation.add("/x", [:])]
                + (0..<40).map { .copy(from: "/x", to: JSONPointer(["x", "\($0)"])) }
            let error = #expect(throws: ModelError.self) { try pupil.apply(JSONPatch(copies)) }
            #expect(error?.code == .nodesExceeded && pupil.unknownValues == nil)
            var builder = DocumentBuilder()
            try builder.beginDictionary(number: 0)
            try builder.key("friend")
            try builder.appendReference(to: 0)
            try builder.end()
            let endless = try builder.finish()
            let other = #expect(throws: ModelError.self) { try pupil.apply(MergePatch(endless)) }
            #expect(other?.code == .nodesExceeded && pupil.friend?.name == "Bo")
            #expect(throws: ModelError.self) { try MergePatch(from: [:], to: endless) }
            #expect(try JSONPatch(from: endless, to: endless).operations.isEmpty)
            #expect(try MergePatch(from: endless, to: endless) == [:])
        }

        @Test("An object of another class takes the place of a model, and one of its own class is merged into it")
        func classes() throws {
            let pupil = model()
            let friend = pupil.friend
            try pupil.apply(MergePatch(json(#"{"friend":{"$class":"ModelPatchTests.Person","age":7}}"#)))
            #expect(pupil.friend === friend && friend?.age == 7 && friend?.name == "Bo")
            try pupil.apply(MergePatch(json(#"{"friend":{"$class":"ModelPatchTests.Pupil","age":8,"nickname":null}}"#)))
            #expect((pupil.friend as? Pupil)?.age == 8 && pupil.friend !== friend && pupil.friend?.name == "")
            let error = #expect(throws: ModelError.self) {
                try pupil.apply(MergePatch(json(#"{"friend":{"$class":"ModelPatchTests.Pet","name":"x"}}"#)))
            }
            #expect(error?.code == .classMismatch && pupil.friend?.age == 8)
        }

        @Test(
            "Random changes of a graph: the document of the model is the patched document, and models stay what they are"
        )
        func random() throws {
            var generator = SeededGenerator(seed: 63)
            for _ in 0..<300 {
                let (old, new) = (model(), model())
                for person in [new, new.friend!] {
                    person.name = ["Ann", "Bo", "Cy"].randomElement(using: &generator)!
                    person.age = Int.random(in: 8..<11, using: &generator)
                    person.nickname = [nil, "Nick", "N"].randomElement(using: &generator)!
                    person.tags = [[], ["a", "b"], ["b"]].randomElement(using: &generator)!
                    person.scores = [[:], ["x": 1], ["x": 2, "z": 0]].randomElement(using: &generator)!
                    person.place.city = ["Paris", "Rome"].randomElement(using: &generator)!
                }
                new.pets.shuffle(using: &generator)
                if Bool.random(using: &generator) { new.pets.removeLast() }
                new.friend?.friend = nil
                new.friends = [:]
                old.friend?.friend = nil
                old.friends = [:]
                let friend = old.friend
                func document(_ person: Pupil) throws -> ModelDocument {
                    try json(String(decoding: JSONFormat().encode(person), as: UTF8.self))
                }
                let patch = try JSONPatch(from: document(old), to: document(new))
                try old.apply(patch)
                #expect(try document(old) == document(new), "\(patch)")
                #expect(old.friend === friend && old.pets.allSatisfy { $0.owner === old })
            }
        }
    }
#endif
