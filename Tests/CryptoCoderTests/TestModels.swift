import CryptoCoder
import Foundation
import ModelCore

// Models as `@Model` would write them: these tests need no macro.

/// A class without a password of its own.
class CryptoNote: BaseModel {
    var text = ""
    var number = 0
    var table: [String: Int] = [:]
    var next: CryptoNote?

    override class var modelProperties: [ModelProperty] {
        super.modelProperties + [
            ModelProperty("text", \CryptoNote.text), ModelProperty("number", \CryptoNote.number),
            ModelProperty("table", \CryptoNote.table), ModelProperty("next", \CryptoNote.next),
        ]
    }

    convenience init(_ text: String, number: Int = 0) {
        self.init()
        self.text = text
        self.number = number
    }
}

/// One with a password.
class CryptoDiary: BaseModel, CryptoCoded {
    var page = ""
    var secret = 0

    @TaskLocal static var current: CryptoPassword = CryptoPassword("correct horse")
    class var cryptoPassword: CryptoPassword { get throws { current } }
    override class var saveFormat: FileFormat { .cryptoCoding }
    override class var modelProperties: [ModelProperty] {
        super.modelProperties + [
            ModelProperty("page", \CryptoDiary.page), ModelProperty("secret", \CryptoDiary.secret),
        ]
    }

    convenience init(_ page: String) {
        self.init()
        self.page = page
    }
}

/// Kept in a folder that the test chooses.
class CryptoPlacedDiary: CryptoDiary {
    @TaskLocal static var folder = "/nonexistent"
    override class var saveFile: String { "\(folder)/\(super.saveFile)" }
}

final class CryptoThreadedDiary: CryptoPlacedDiary {}

final class CryptoTravelDiary: CryptoDiary {
    var place = ""

    override class var modelProperties: [ModelProperty] {
        super.modelProperties + [ModelProperty("place", \CryptoTravelDiary.place)]
    }
}

/// One whose files weren't encrypted at first.
final class CryptoMovedDiary: BaseModel, CryptoCoded {
    var page = ""

    class var cryptoPassword: CryptoPassword { CryptoPassword("moved") }
    class var allowsUnencryptedFiles: Bool { true }
    override class var saveFormat: FileFormat { .cryptoCoding }
    override class var modelProperties: [ModelProperty] { [ModelProperty("page", \CryptoMovedDiary.page)] }

    convenience init(_ page: String) {
        self.init()
        self.page = page
    }
}

/// One that is saved encrypted, with a password from elsewhere.
final class CryptoPlainSafe: BaseModel {
    var content = ""

    override class var saveFormat: FileFormat { .cryptoCoding }
    override class var modelProperties: [ModelProperty] { [ModelProperty("content", \CryptoPlainSafe.content)] }
}

/// Has the shape of a note, with another type.
final class CryptoOddNote: BaseModel {
    var text = 0
    var number: UInt8 = 0
    var table: [String: Bool] = [:]

    override class var modelProperties: [ModelProperty] {
        [
            ModelProperty("text", \CryptoOddNote.text), ModelProperty("number", \CryptoOddNote.number),
            ModelProperty("table", \CryptoOddNote.table),
        ]
    }
}

// What the golden files hold.

final class CCSmallModel: BaseModel {
    var text: String? = "unset"

    override class var modelProperties: [ModelProperty] { [ModelProperty("text", \CCSmallModel.text)] }
}

final class CCListModel: BaseModel {
    var title = ""
    var items: [CCItemModel] = []

    override class var modelProperties: [ModelProperty] {
        [ModelProperty("title", \CCListModel.title), ModelProperty("items", \CCListModel.items)]
    }
}

final class CCItemModel: BaseModel {
    var label = ""
    var checked = false
    weak var list: CCListModel?

    override class var modelProperties: [ModelProperty] {
        [
            ModelProperty("label", \CCItemModel.label), ModelProperty("checked", \CCItemModel.checked),
            ModelProperty("list", \CCItemModel.list),
        ]
    }
}

extension ClassRegistry {
    /// The classes of these tests.
    static var crypto: ClassRegistry {
        var classes = ClassRegistry()
        for type in [
            CryptoNote.self, CryptoDiary.self, CryptoTravelDiary.self, CryptoMovedDiary.self, CryptoPlainSafe.self,
            CryptoOddNote.self, CryptoPlacedDiary.self, CryptoThreadedDiary.self,
        ] as [BaseModel.Type] {
            classes.add(type)
        }
        classes.add(CCSmallModel.self, name: "CCSmall")
        classes.add(CCListModel.self, name: "CCList")
        classes.add(CCItemModel.self, name: "CCItem")
        return classes
    }
}
