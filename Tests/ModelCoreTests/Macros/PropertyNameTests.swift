#if Macros
import Foundation
import ModelCore
import Testing

// Properties may have any name that Swift lets them have: those of the language, and of the methods of models.

@Suite("Properties with every name")
struct PropertyNameTests {
    @Model final class NamedByKeywords: BaseModel {
        var `associatedtype` = ""
        var `class` = ""
        var `deinit` = ""
        var `enum` = ""
        var `extension` = ""
        var `fileprivate` = ""
        var `func` = ""
        var `import` = ""
        var `inout` = ""
        var `internal` = ""
        var `let` = ""
        var `open` = ""
        var `operator` = ""
        var `private` = ""
        var `precedencegroup` = ""
        var `protocol` = ""
        var `public` = ""
        var `rethrows` = ""
        var `static` = ""
        var `struct` = ""
        var `subscript` = ""
        var `typealias` = ""
        var `var` = ""
        var `break` = ""
        var `case` = ""
        var `catch` = ""
        var `continue` = ""
        var `default` = ""
        var `defer` = ""
        var `do` = ""
        var `else` = ""
        var `fallthrough` = ""
        var `for` = ""
        var `guard` = ""
        var `if` = ""
        var `in` = ""
        var `repeat` = ""
        var `return` = ""
        var `throw` = ""
        var `switch` = ""
        var `where` = ""
        var `while` = ""
        var `Any` = ""
        var `as` = ""
        var `await` = ""
        var `false` = ""
        var `is` = ""
        var `nil` = ""
        var `super` = ""
        var `throws` = ""
        var `true` = ""
        var `try` = ""
        var `async` = ""
        var `actor` = ""
        var `get` = ""
        var `set` = ""
        var `willSet` = ""
        var `didSet` = ""
        var `lazy` = ""
        var `left` = ""
        var `right` = ""
        var `none` = ""
        var `mutating` = ""
        var `nonmutating` = ""
        var `optional` = ""
        var `override` = ""
        var `postfix` = ""
        var `prefix` = ""
        var `required` = ""
        var `some` = ""
        var `unowned` = ""
        var `weak` = ""
        var `associativity` = ""
        var `convenience` = ""
        var `dynamic` = ""
        var `final` = ""
        var `indirect` = ""
        var `infix` = ""
        var `precedence` = ""
        var `value` = ""
        var `key` = ""
        var `keys` = ""
        var `name` = ""
        var `error` = ""
        var `encoder` = ""
        var `decoder` = ""
        var `properties` = ""
        var `members` = ""
        var `sample` = ""
        var `other` = ""
        var `hasher` = ""
        var `nonisolated` = ""
        var `consuming` = ""
        var `borrowing` = ""
        var `any` = ""
        var `macro` = ""
        var `package` = ""
        var `isolated` = ""
        var `sending` = ""
    }

    @Model final class NamedLikeMethods: BaseModel {
        var setUp = ""
        var tearDown = ""
        var encode = ""
        var awakeAfterDecoding = ""
        var mergeValues = ""
        var save = ""
        var isEqual = ""
        var hash = ""
        var copy = ""
        var add = ""
        var remove = ""
        var relationship = ""
        var setValue = ""
        var removeUnknownValues = ""
        var write = ""
        var migrate = ""
        var modelClass = ""
        var modelProperties = ""
        var shared = ""
        var load = ""
        var instance = ""
        var resourceFile = ""
        var saveFile = ""
        var saveFormat = ""
    }

    @Test("Keywords")
    func keywords() throws {
        try check(NamedByKeywords(), count: 99)
    }

    @Test("Names of models' methods")
    func methods() throws {
        try check(NamedLikeMethods(), count: 24)
    }

    private func check<Model: BaseModel>(_ model: Model, count: Int) throws {
        let names = Model.allPropertyKeys
        #expect(names.count == count)
        for name in names { try model.setValue("the \(name)", forKey: name) }
        let back = try KeyedArchive().decode(Model.self, from: KeyedArchive().encode(model))
        for name in names { #expect(try back.value(forKey: name) as? String == "the \(name)") }
    }
}
#endif
