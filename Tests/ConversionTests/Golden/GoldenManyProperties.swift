import Foundation
import ModelCore

#if Macros
    /// A class with more properties than an integer has bits. Each seventh keeps its default.
    @Model final class GoldenManyProperties: BaseModel {
        var p1: String = ""
        var p2: Double = 0.0
        var p3: Bool = false
        var p4: [Int] = []
        var p5: Int?
        var p6: Float = 0
        var p7: String?
        var p8: UInt8 = 0
        var p9: Date?
        var p10: Int = 0
        var p11: String = ""
        var p12: Double = 0.0
        var p13: Bool = false
        var p14: [Int] = []
        var p15: Int?
        var p16: Float = 0
        var p17: String?
        var p18: UInt8 = 0
        var p19: Date?
        var p20: Int = 0
        var p21: String = ""
        var p22: Double = 0.0
        var p23: Bool = false
        var p24: [Int] = []
        var p25: Int?
        var p26: Float = 0
        var p27: String?
        var p28: UInt8 = 0
        var p29: Date?
        var p30: Int = 0
        var p31: String = ""
        var p32: Double = 0.0
        var p33: Bool = false
        var p34: [Int] = []
        var p35: Int?
        var p36: Float = 0
        var p37: String?
        var p38: UInt8 = 0
        var p39: Date?
        var p40: Int = 0
        var p41: String = ""
        var p42: Double = 0.0
        var p43: Bool = false
        var p44: [Int] = []
        var p45: Int?
        var p46: Float = 0
        var p47: String?
        var p48: UInt8 = 0
        var p49: Date?
        var p50: Int = 0
        var p51: String = ""
        var p52: Double = 0.0
        var p53: Bool = false
        var p54: [Int] = []
        var p55: Int?
        var p56: Float = 0
        var p57: String?
        var p58: UInt8 = 0
        var p59: Date?
        var p60: Int = 0
        var p61: String = ""
        var p62: Double = 0.0
        var p63: Bool = false
        var p64: [Int] = []
        var p65: Int?
        var p66: Float = 0
        var p67: String?
        var p68: UInt8 = 0
        var p69: Date?
        var p70: Int = 0
        var p71: String = ""
        var p72: Double = 0.0
        var p73: Bool = false
        var p74: [Int] = []
        var p75: Int?
        var p76: Float = 0
        var p77: String?
        var p78: UInt8 = 0
        var p79: Date?
        var p80: Int = 0
        var inner: GoldenManyProperties?
        var parts: [GoldenManyParts] = []

        static func sample() -> GoldenManyProperties {
            let sample = GoldenManyProperties()
            sample.p1 = "value 1"
            sample.p2 = 2.5
            sample.p3 = true
            sample.p4 = [4, -4]
            sample.p5 = 5
            sample.p6 = 6.25
            sample.p8 = 8
            sample.p9 = Date(timeIntervalSinceReferenceDate: 9)
            sample.p10 = 10
            sample.p11 = "value 11"
            sample.p12 = 12.5
            sample.p13 = true
            sample.p15 = 15
            sample.p16 = 16.25
            sample.p17 = "maybe 17"
            sample.p18 = 18
            sample.p19 = Date(timeIntervalSinceReferenceDate: 19)
            sample.p20 = 20
            sample.p22 = 22.5
            sample.p23 = true
            sample.p24 = [24, -24]
            sample.p25 = 25
            sample.p26 = 26.25
            sample.p27 = "maybe 27"
            sample.p29 = Date(timeIntervalSinceReferenceDate: 29)
            sample.p30 = 30
            sample.p31 = "value 31"
            sample.p32 = 32.5
            sample.p33 = true
            sample.p34 = [34, -34]
            sample.p36 = 36.25
            sample.p37 = "maybe 37"
            sample.p38 = 38
            sample.p39 = Date(timeIntervalSinceReferenceDate: 39)
            sample.p40 = 40
            sample.p41 = "value 41"
            sample.p43 = true
            sample.p44 = [44, -44]
            sample.p45 = 45
            sample.p46 = 46.25
            sample.p47 = "maybe 47"
            sample.p48 = 48
            sample.p50 = 50
            sample.p51 = "value 51"
            sample.p52 = 52.5
            sample.p53 = true
            sample.p54 = [54, -54]
            sample.p55 = 55
            sample.p57 = "maybe 57"
            sample.p58 = 58
            sample.p59 = Date(timeIntervalSinceReferenceDate: 59)
            sample.p60 = 60
            sample.p61 = "value 61"
            sample.p62 = 62.5
            sample.p64 = [64, -64]
            sample.p65 = 65
            sample.p66 = 66.25
            sample.p67 = "maybe 67"
            sample.p68 = 68
            sample.p69 = Date(timeIntervalSinceReferenceDate: 69)
            sample.p71 = "value 71"
            sample.p72 = 72.5
            sample.p73 = true
            sample.p74 = [74, -74]
            sample.p75 = 75
            sample.p76 = 76.25
            sample.p78 = 78
            sample.p79 = Date(timeIntervalSinceReferenceDate: 79)
            sample.p80 = 80
            sample.inner = GoldenManyProperties()
            sample.inner?.p80 = 8
            sample.parts = [.sample(), GoldenManyParts()]
            return sample
        }
    }

    /// A struct with more properties than an integer has bits. Each fifth keeps its default.
    @Model struct GoldenManyParts {
        var p1: String = ""
        var p2: Double = 0.0
        var p3: Bool = false
        var p4: [Int] = []
        var p5: Int?
        var p6: Float = 0
        var p7: String?
        var p8: UInt8 = 0
        var p9: Date?
        var p10: Int = 0
        var p11: String = ""
        var p12: Double = 0.0
        var p13: Bool = false
        var p14: [Int] = []
        var p15: Int?
        var p16: Float = 0
        var p17: String?
        var p18: UInt8 = 0
        var p19: Date?
        var p20: Int = 0
        var p21: String = ""
        var p22: Double = 0.0
        var p23: Bool = false
        var p24: [Int] = []
        var p25: Int?
        var p26: Float = 0
        var p27: String?
        var p28: UInt8 = 0
        var p29: Date?
        var p30: Int = 0
        var p31: String = ""
        var p32: Double = 0.0
        var p33: Bool = false
        var p34: [Int] = []
        var p35: Int?
        var p36: Float = 0
        var p37: String?
        var p38: UInt8 = 0
        var p39: Date?
        var p40: Int = 0
        var p41: String = ""
        var p42: Double = 0.0
        var p43: Bool = false
        var p44: [Int] = []
        var p45: Int?
        var p46: Float = 0
        var p47: String?
        var p48: UInt8 = 0
        var p49: Date?
        var p50: Int = 0
        var p51: String = ""
        var p52: Double = 0.0
        var p53: Bool = false
        var p54: [Int] = []
        var p55: Int?
        var p56: Float = 0
        var p57: String?
        var p58: UInt8 = 0
        var p59: Date?
        var p60: Int = 0
        var p61: String = ""
        var p62: Double = 0.0
        var p63: Bool = false
        var p64: [Int] = []
        var p65: Int?
        var p66: Float = 0
        var p67: String?
        var p68: UInt8 = 0
        var p69: Date?
        var p70: Int = 0

        static func sample() -> GoldenManyParts {
            var sample = GoldenManyParts()
            sample.p1 = "value 1"
            sample.p2 = 2.5
            sample.p3 = true
            sample.p4 = [4, -4]
            sample.p6 = 6.25
            sample.p7 = "maybe 7"
            sample.p8 = 8
            sample.p9 = Date(timeIntervalSinceReferenceDate: 9)
            sample.p11 = "value 11"
            sample.p12 = 12.5
            sample.p13 = true
            sample.p14 = [14, -14]
            sample.p16 = 16.25
            sample.p17 = "maybe 17"
            sample.p18 = 18
            sample.p19 = Date(timeIntervalSinceReferenceDate: 19)
            sample.p21 = "value 21"
            sample.p22 = 22.5
            sample.p23 = true
            sample.p24 = [24, -24]
            sample.p26 = 26.25
            sample.p27 = "maybe 27"
            sample.p28 = 28
            sample.p29 = Date(timeIntervalSinceReferenceDate: 29)
            sample.p31 = "value 31"
            sample.p32 = 32.5
            sample.p33 = true
            sample.p34 = [34, -34]
            sample.p36 = 36.25
            sample.p37 = "maybe 37"
            sample.p38 = 38
            sample.p39 = Date(timeIntervalSinceReferenceDate: 39)
            sample.p41 = "value 41"
            sample.p42 = 42.5
            sample.p43 = true
            sample.p44 = [44, -44]
            sample.p46 = 46.25
            sample.p47 = "maybe 47"
            sample.p48 = 48
            sample.p49 = Date(timeIntervalSinceReferenceDate: 49)
            sample.p51 = "value 51"
            sample.p52 = 52.5
            sample.p53 = true
            sample.p54 = [54, -54]
            sample.p56 = 56.25
            sample.p57 = "maybe 57"
            sample.p58 = 58
            sample.p59 = Date(timeIntervalSinceReferenceDate: 59)
            sample.p61 = "value 61"
            sample.p62 = 62.5
            sample.p63 = true
            sample.p64 = [64, -64]
            sample.p66 = 66.25
            sample.p67 = "maybe 67"
            sample.p68 = 68
            sample.p69 = Date(timeIntervalSinceReferenceDate: 69)
            return sample
        }
    }
#endif
