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
                let patch = JSONPatch(from: try document(old), to: try document(new))
                try old.apply(patch)
                #expect(try document(old) == document(new), "\(patch)")
                #expect(old.friend === friend && old.pets.allSatisfy { $0.owner === old })
            }
        }
    }
#endif
