#if Macros
    import PlistFormat
    import Testing

    // snippet.window
    import Foundation
    import FoundationValues
    import ModelCore

    @Model final class Window: BaseModel {
        var frame = CGRect(x: 0, y: 0, width: 640, height: 480)
        var selection = IndexSet()
        @Transform(.date(.format("dd.MM.yyyy"))) var opened: Date?
    }
    // snippet.end

    @Suite("Samples: FoundationValues")
    struct FoundationSamples {
        @Test("Properties of whole Foundation's types")
        func window() throws {
            let window = Window()
            window.frame.origin.x = 7
            window.selection = [1, 5]
            window.opened = Date(timeIntervalSince1970: 86_400)
            let data = try PlistFormat().encode(window)
            #expect(String(decoding: data, as: UTF8.self).contains("<string>02.01.1970</string>"))
            let back = try PlistFormat().decode(Window.self, from: data)
            #expect(back.frame == window.frame && back.selection == [1, 5] && back.opened == window.opened)
        }
    }
#endif
