import Foundation
import JSONFormat
import ModelCore
import TestSupport
import Testing

#if Macros
    /// A class with more properties than a word has bits.
    @Model final class DirectWide: BaseModel {
        var p0 = 0
        var p1 = 1
        var p2 = 2
        var p3 = 3
        var p4 = 4
        var p5 = 5
        var p6 = 6
        var p7 = 7
        var p8 = 8
        var p9 = 9
        var p10 = 10
        var p11 = 11
        var p12 = 12
        var p13 = 13
        var p14 = 14
        var p15 = 15
        var p16 = 16
        var p17 = 17
        var p18 = 18
        var p19 = 19
        var p20 = 20
        var p21 = 21
        var p22 = 22
        var p23 = 23
        var p24 = 24
        var p25 = 25
        var p26 = 26
        var p27 = 27
        var p28 = 28
        var p29 = 29
        var p30 = 30
        var p31 = 31
        var p32 = 32
        var p33 = 33
        var p34 = 34
        var p35 = 35
        var p36 = 36
        var p37 = 37
        var p38 = 38
        var p39 = 39
        var p40 = 40
        var p41 = 41
        var p42 = 42
        var p43 = 43
        var p44 = 44
        var p45 = 45
        var p46 = 46
        var p47 = 47
        var p48 = 48
        var p49 = 49
        var p50 = 50
        var p51 = 51
        var p52 = 52
        var p53 = 53
        var p54 = 54
        var p55 = 55
        var p56 = 56
        var p57 = 57
        var p58 = 58
        var p59 = 59
        var p60 = 60
        var p61 = 61
        var p62 = 62
        var p63 = 63
        var p64 = 64
        var p65 = 65
        var name: String?
        var observed = 0 { didSet { if p65 == 65 { p64 = -1 } } }
        @Key("last", aliases: ["final"]) var last = 0

        static func random(_ generator: inout some RandomNumberGenerator) -> DirectWide {
            let wide = DirectWide()
            wide.p0 = .random(in: 0...9, using: &generator)
            wide.p65 = .random(in: 60...70, using: &generator)
            wide.observed = .random(in: 0...9, using: &generator)
            wide.name = Bool.random(using: &generator) ? nil : "n"
            wide.last = .random(in: 0...9, using: &generator)
            return wide
        }
    }

    @Suite("Classes with very many properties")
    struct DirectWideTests {
        typealias Format = DirectWayTests.Format

        @Test("They have the same bytes and values on both ways", arguments: Format.all.filter(\.hasParts))
        func random(_ format: Format) throws {
            var generator = SeededGenerator(seed: 49)
            for _ in 0..<50 {
                let wide = DirectWide.random(&generator)
                let content = try #require(format.direct(wide))
                #expect(try content == format.byDocument(wide))
                let back = try #require(format.direct(DirectWide.self, content))
                #expect(try format.byDocument(back) == format.byDocument(format.byDocument(DirectWide.self, content)))
            }
        }

        @Test("Keys in any order, twice, and of older files")
        func keys() throws {
            func both(_ text: String) throws -> DirectWide {
                let content = Data(text.utf8)
                let direct = try #require(try JSONFormat().decodeDirectly(DirectWide.self, from: content, as: .json))
                let other = try JSONFormat().decodeByDocument(DirectWide.self, from: content, as: .json)
                #expect(try JSONFormat().encode(direct) == JSONFormat().encode(other))
                return direct
            }
            #expect(try both(#"{"last":2,"p65":7,"p1":8,"observed":1}"#).p65 == 7)
            #expect(try both(#"{"final":3,"p64":5,"observed":1}"#).last == 3)
            #expect(try both(#"{"observed":1,"p64":5,"p65":65}"#).p64 == -1)
            for text in [#"{"p65":1,"p65":2}"#, #"{"last":1,"last":2}"#, #"{"last":1,"final":2}"#] {
                #expect(try JSONFormat().decodeDirectly(DirectWide.self, from: Data(text.utf8), as: .json) == nil)
            }
        }
    }
#endif
