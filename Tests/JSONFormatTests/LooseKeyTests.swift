#if Macros
import Foundation
import JSONFormat
import ModelCore
import Testing

/// Files whose keys differ from those of properties only in separators and case, for classes and formats with a style.
@Suite("Keys in another style than the class's")
struct LooseKeyTests {
    @Model("LooseTrack", keys: .snakeCase) class Track: BaseModel {
        var genreIDs: [Int] = []
        var imageURLs: [String] = []
        @Key(aliases: ["old_title"]) var trackTitle = ""
        @Key(path: "artist.fullName") var artistName: String?
        @Key("ab") var other = 0
        var aB = 0
        var likes = ["firstOne": 1]
    }

    @Model("LooseStrict", keys: .kebabCase, unknownKeys: .refuse) final class Strict: BaseModel {
        var genreIDs: [Int] = []
        @Key(path: "theArtist.fullName") var artistName: String?
        @Key(path: "theArtist.birthYear") var birthYear = 0
    }

    @Model("LoosePlain") final class Plain: BaseModel {
        var genreIDs: [Int] = []
        var home: Place?
        var events: [Event] = []
        var coded: [Coded] = []
        var itsTrack: Track?
        @Key(path: "itsTrack.extraInfo") var info: String?
    }

    @Model struct Place: Equatable {
        var streetName: String
        var houseIDs: Set<Int> = []
    }

    @Model enum Event: Equatable {
        case userJoined(userID: Int, homePlace: Place? = nil)
        case allIDsGone
    }

    @Model(keys: .snakeCase) enum Mode: Equatable {
        case noIDs, someIDs(listOfIDs: [Int])
    }

    struct Coded: Codable, Equatable {
        var genreIDs: [Int]
        var note: String?
        var counts: [String: Int]?
    }

    /// Reads a text directly, where that can be done, and by way of a document.
    private func read<Value: ModelValue>(
        _ type: Value.Type, _ text: String, _ format: JSONFormat = JSONFormat(), _ check: (Value) throws -> Void
    ) throws {
        try check(try format.decode(type, from: Data(text.utf8)))
        try check(try format.document(from: Data(text.utf8)).decode(type))
    }

    private func error<Value: ModelValue>(
        _ type: Value.Type, _ text: String, _ format: JSONFormat = JSONFormat()
    ) -> ModelError? {
        let error = #expect(throws: ModelError.self) { _ = try format.decode(type, from: Data(text.utf8)) }
        #expect(throws: ModelError.self) { try format.document(from: Data(text.utf8)).decode(type) }
        return error
    }

    @Test("What earlier states wrote, and other styles; the class's own is written", arguments: [
        ("genre_i_ds", "image_ur_ls"), ("genreIDs", "imageURLs"), ("GenreIds", "ImageUrls"), ("genre-ids", "image-urls"),
        ("GENRE_IDS", "IMAGE_URLS"), ("genre ids", "image_URLs"), ("genre_ids", "image_ur_ls"),
    ])
    func styles(_ first: String, _ second: String) throws {
        try read(Track.self, #"{"\#(first)":[1],"\#(second)":["a"]}"#) { track in
            #expect(track.genreIDs == [1] && track.imageURLs == ["a"] && track.unknownValues == nil)
            let text = String(decoding: try JSONFormat().encode(track), as: UTF8.self)
            #expect(text.hasPrefix(#"{"genre_ids":[1],"image_urls":["a"],"track_title":"""#), "\(text)")
        }
    }

    @Test("The exact key takes precedence, also an exact alias, and the other one stays unknown")
    func exact() throws {
        try read(Track.self, #"{"GenreIDs":[2],"genre_ids":[1],"TrackTitle":"a","old_title":"b"}"#) { track in
            #expect(track.genreIDs == [1] && track.trackTitle == "b")
            #expect(track.unknownValues?.root.keys == ["GenreIDs", "TrackTitle"])
            try read(Track.self, String(decoding: try JSONFormat().encode(track), as: UTF8.self)) {
                #expect($0.genreIDs == [1] && $0.trackTitle == "b")
            }
        }
        try read(Track.self, #"{"OldTitle":"x"}"#) { #expect($0.trackTitle == "x") }
        try read(Track.self, #"{"OldTitle":"x","TRACK_TITLE":"y"}"#) { #expect($0.trackTitle == "y") }
    }

    @Test("Two that match are an error")
    func two() throws {
        let found = error([Track].self, #"[{"GenreIDs":[2],"genre-ids":[1]}]"#)
        #expect(found?.code == .duplicateKey && found?.path.description == "[0]" && found?.location != nil)
        #expect(found?.reason.contains(#""GenreIDs" and "genre-ids""#) == true)
        let plain = #"{"home":{"STREET_NAME":"a","streetName":"b"}}"#
        #expect(error(Plain.self, plain, JSONFormat(keys: .snakeCase))?.code == .duplicateKey)
        #expect(error(Track.self, #"{"artist":{"full_name":"a","FullName":"b"}}"#)?.code == .duplicateKey)
        let coded = #"{"coded":[{"genre_ids":[1],"GenreIds":[2]}]}"#
        #expect(error(Plain.self, coded, JSONFormat(keys: .snakeCase))?.code == .duplicateKey)
    }

    @Test("A key that resembles the keys of two properties is neither's, and without a style only the exact key counts")
    func ambiguous() throws {
        try read(Track.self, #"{"A-B":1,"ab":2,"a_b":3}"#) { track in
            #expect(track.other == 2 && track.aB == 3 && track.unknownValues?["A-B"]?.intValue == 1)
        }
        try read(Track.self, #"{"A-B":1,"likes":{}}"#) { #expect($0.other == 0 && $0.aB == 0) }
        try read(Plain.self, #"{"genre_ids":[1],"events":[]}"#) { #expect($0.genreIDs.isEmpty && $0.unknownValues != nil) }
        try read(Track.self, #"{"likes":{"FirstOne":2,"first_one":3}}"#) {
            #expect($0.likes == ["FirstOne": 2, "first_one": 3])
        }
    }

    @Test("On key paths; what else is there stays")
    func keyPaths() throws {
        try read(Track.self, #"{"Artist":{"full_name":"Ada","age":7}}"#) { track in
            #expect(track.artistName == "Ada" && track.unknownValues?[["artist", "age"]]?.intValue == 7)
            let text = String(decoding: try JSONFormat().encode(track), as: UTF8.self)
            #expect(text.contains(#""artist":{"fullName":"Ada","age":7}"#), "\(text)")
        }
        let snake = JSONFormat(keys: .snakeCase)
        try read(Plain.self, #"{"ITS_TRACK":{"genreIDs":[3],"ExtraInfo":"i"}}"#, snake) { plain in
            #expect(plain.itsTrack?.genreIDs == [3] && plain.info == "i")
        }
    }

    @Test("A class that refuses unknown keys takes them")
    func refused() throws {
        try read(Strict.self, #"{"genreIds":[1],"THEARTIST":{"full-name":"Ada","BirthYear":1815}}"#) { strict in
            #expect(strict.genreIDs == [1] && strict.artistName == "Ada" && strict.birthYear == 1815)
        }
        #expect(error(Strict.self, #"{"genreIds":[1],"genre-ids":[2]}"#)?.code == .unknownKey)
        #expect(error(Strict.self, #"{"theArtist":{"full-name":"a","fullName":"b"}}"#)?.code == .unknownKey)
        #expect(error(Strict.self, #"{"theArtist":{"full-name":"a","FullName":"b"}}"#)?.code == .duplicateKey)
    }

    @Test("A format's style: structs, enums, and Codable types")
    func formats() throws {
        for format in [JSONFormat(keys: .snakeCase), JSONFormat(keys: .upperSnakeCase), JSONFormat(keys: .pascalCase)] {
            let text = """
                {"genre-ids":[4],"Home":{"streetName":"s","HOUSE_IDS":[1]},
                "events":[{"USER_JOINED":{"UserId":3,"home_place":{"Street-Name":"t"}}},"all_i_ds_gone","allIDsGone"],
                "Coded":[{"genre_ids":[1],"NOTE":"n","Counts":{"a_b":1,"aB":2}},{"genreIDs":[2]}]}
                """
            try read(Plain.self, text, format) { plain in
                #expect(plain.genreIDs == [4] && plain.home == Place(streetName: "s", houseIDs: [1]))
                #expect(
                    plain.events == [
                        .userJoined(userID: 3, homePlace: Place(streetName: "t")), .allIDsGone, .allIDsGone,
                    ])
                #expect(
                    plain.coded == [
                        Coded(genreIDs: [1], note: "n", counts: ["a_b": 1, "aB": 2]), Coded(genreIDs: [2]),
                    ])
                #expect(plain.unknownValues == nil)
                let back = try format.decode(Plain.self, from: format.encode(plain))
                #expect(back.home == plain.home && back.events == plain.events && back.coded == plain.coded)
            }
        }
        // A style isn't for Codable types where nothing has it.
        #expect(throws: ModelError.self) { try JSONFormat().decode(Coded.self, from: Data(#"{"genre_ids":[1]}"#.utf8)) }
    }

    @Test("Cases that are stored as text in a style, also as earlier states wrote them")
    func cases() throws {
        for text in ["no_ids", "no_i_ds", "NoIDs"] {
            try read([Mode].self, #"["\#(text)"]"#) { #expect($0 == [.noIDs]) }
        }
        for text in ["some_ids", "some_i_ds", "SomeIDs"] {
            try read([Mode].self, #"[{"\#(text)":{"ListOfIds":[1]}}]"#, JSONFormat(keys: .snakeCase)) {
                #expect($0 == [.someIDs(listOfIDs: [1])])
            }
        }
        #expect(String(decoding: try JSONFormat().encode([Mode.noIDs]), as: UTF8.self) == #"["no_ids"]"#)
    }

    @Test("Objects of many shapes in one file, and dictionaries of the program")
    func shapes() throws {
        let text = #"""
            [{"genre_ids":[1],"a_b":1},{"GenreIds":[2],"AB":9,"a_b":2},{"a_b":3,"genreIDs":[3]},{"GenreIds":[4],"AB":9,"a_b":4},
            {"x":1,"imageURLs":["u"],"genre_ids":[5]},{"genre_ids":[6],"a_b":6}]
            """#
        try read([Track].self, text) { tracks in
            #expect(tracks.map(\.genreIDs) == [[1], [2], [3], [4], [5], [6]] && tracks.map(\.aB) == [1, 2, 3, 4, 0, 6])
            #expect(tracks[4].imageURLs == ["u"])
        }
        let track = try #require(try Track.instance(with: ["GenreIDs": [1], "Artist": ["full-name": "Ada"]]))
        #expect(track.genreIDs == [1] && track.artistName == "Ada")
    }

    @Test("Of very many objects without a common shape, each is read in time that its keys take")
    func time() throws {
        let objects = (0..<2000).map { #"{"genreIDs":[\#($0)],"k\#($0)":1}"# }
        try read([Track].self, "[\(objects.joined(separator: ","))]") { tracks in
            #expect(tracks.count == 2000 && tracks[1999].genreIDs == [1999])
        }
    }
}
#endif
