import Foundation
import ModelCore

/// A number that several processes count up in one file.
final class Counter: BaseModel {
    var number = 0

    /// Where it is saved, set before it is first asked for.
    nonisolated(unsafe) static var place = (path: "", format: FileFormat.json)

    override class var saveFile: String { unsafe place.path }
    override class var saveFormat: FileFormat { unsafe place.format }

    private static let ownModelClass = ModelClass(Counter.self, overrides: [])
    override class var modelClass: ModelClass { ownModelClass }
    override class var modelProperties: [ModelProperty] {
        super.modelProperties + [ModelProperty("number", \Counter.number)]
    }
}

extension SavePlace {
    /// Four processes load, count on, and save, `count` times each: again where another one's save came between.
    ///
    /// - Returns: How often they counted.
    func count(_ count: Int) throws -> Int {
        ClassRegistry.register(Counter.self)
        unsafe Counter.place = (folder + "/counter", format)
        let children = (0..<4).map { _ in
            ChildProcess {
                for _ in 0..<count {
                    while true {
                        try Counter.reloadSharedInstance()
                        try Counter.shared.number += 1
                        do {
                            try Counter.shared.save()
                            break
                        } catch let error as ModelError where error.code == .fileChanged {}
                    }
                }
            }
        }
        for child in children where child.wait() != .well { print("problem a process failed") }
        try Counter.reloadSharedInstance()
        let found = try Counter.shared.number
        if found != 4 * count { print("problem \(4 * count) saves, and the file counts \(found)") }
        return found
    }
}
