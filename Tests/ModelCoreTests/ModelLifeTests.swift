import Foundation
import ModelCore
import Synchronization
import TestSupport
import Testing

@Suite("Making instances")
struct ModelLifeTests {
    final class Counted: BaseModel {
        static let log = Mutex<[String]>([])
        var text = "default"
        override class var modelProperties: [ModelProperty] { [ModelProperty("text", \Counted.text)] }
        override func setUp() { Self.log.withLock { $0.append("setUp \(text)") } }
        override func tearDown() { Self.log.withLock { $0.append("tearDown \(text)") } }
    }

    @Test("setUp comes first, tearDown last, with the properties still there")
    func setUpAndTearDown() throws {
        do {
            let model = try #require(try Counted(object: ["text": "given"]))
            #expect(model.text == "given")
        }
        #expect(Counted.log.withLock { $0 } == ["setUp default", "tearDown given"])
    }

    @Test("What gets a null gives nil, and nothing is set up")
    func null() throws {
        #expect(try Item(object: nil) == nil)
        #expect(try Item(object: NSNull()) == nil)
        #expect(try Item.instance(with: Optional<String>.none) == nil)
        #expect(try Item.instances(with: [["text": "a"], NSNull(), ["text": "b"]]).map(\.text) == ["a", "b"])
    }

    @Test("BaseModel can't be made")
    func abstractClass() async {
        #expect(throws: ModelError.self) { try BaseModel.instance() }
        #expect { try BaseModel(object: ["a": 1]) } throws: { ($0 as? ModelError)?.code == .abstractClass }
        #expect { try BaseModel.shared } throws: { ($0 as? ModelError)?.code == .abstractClass }
        #expect { try BaseModel(contentsOfFile: "/nowhere") } throws: { ($0 as? ModelError)?.code == .abstractClass }
        let node = ModelNode.dictionary(DictionaryNode())
        #expect { try node.decoded(BaseModel.self) } throws: { ($0 as? ModelError)?.code == .abstractClass }
        await #expect(processExitsWith: .failure) { _ = BaseModel() }
    }

    @Test("A chain of 300,000 models is freed without exhausting the stack")
    func longChain() async {
        var first = Item()
        weak let last = first
        for _ in 0..<300_000 {
            let item = Item()
            item.next = first
            first = item
        }
        first = Item()
        // The end of the chain may be left to another thread.
        for _ in 0..<1000 where last != nil { try? await Task.sleep(for: .milliseconds(10)) }
        #expect(last == nil)
    }

    /// Its models go after a pause: where another thread has them too, that one lets go of them first.
    final class Slow: BaseModel {
        private final class Pause {
            deinit { Thread.sleep(forTimeInterval: 0.0002) }
        }

        static let left = Atomic(0)
        private let pause = Pause()
        var next: Slow?
        var list: [Slow] = []
        var named: [String: [Slow?]] = [:]
        var any: Set<Slow> = []
        weak var first: Slow?

        override class var modelProperties: [ModelProperty] {
            [
                ModelProperty("next", \Slow.next), ModelProperty("list", \Slow.list), ModelProperty("named", \Slow.named),
                ModelProperty("any", \Slow.any), ModelProperty("first", \Slow.first),
            ]
        }
        override func setUp() { Self.left.add(1, ordering: .relaxed) }
        override func tearDown() { Self.left.subtract(1, ordering: .relaxed) }
    }

    @Test("A deep tree is freed on a small stack, whoever is the last to let go")
    func deepTree() async throws {
        try await onThread(stackSize: 160 << 10) {
            let first = Slow()
            var last = first
            for number in 0..<3000 {
                let next = Slow()
                switch number % 5 {
                case 0: last.next = next
                case 1: last.list = [next, next]
                case 2: last.named = ["a": [nil, next]]
                case 3: last.any = [next]
                // The deep one comes after others.
                default: last.list = [Slow(), Slow(), next]
                }
                next.first = first
                last = next
            }
        }
        // Most is left to other threads.
        for _ in 0..<1000 where Slow.left.load(ordering: .relaxed) > 0 { try await Task.sleep(for: .milliseconds(10)) }
        #expect(Slow.left.load(ordering: .relaxed) == 0)
    }

    #if Macros
        /// Its others are freed from deeper and deeper places on the stack.
        @Model("ModelLifeSpine") final class Spine: BaseModel {
            static let left = Atomic(0)
            var next: Spine?
            var others: [Any] = []
            override func setUp() { Self.left.add(1, ordering: .relaxed) }
            override func tearDown() { Self.left.subtract(1, ordering: .relaxed) }

            func addOthers() {
                for depth in 0..<20 {
                    let other = Spine()
                    other.next = Spine()
                    others.append((0..<depth).reduce(other as Any) { value, _ in [value] })
                }
            }
        }

        @Test("However many branches of a deep tree are left to another thread, all are freed soon")
        func deepBranches() async throws {
            try await onThread(stackSize: 160 << 10) {
                let first = Spine()
                var last = first
                for _ in 0..<1000 {
                    last.addOthers()
                    let next = Spine()
                    last.next = next
                    last = next
                }
            }
            for _ in 0..<1000 where Spine.left.load(ordering: .relaxed) > 0 { try await Task.sleep(for: .milliseconds(10)) }
            #expect(Spine.left.load(ordering: .relaxed) == 0)
        }
    #endif

    @Test("An element that can't be set says which it is")
    func instancesError() {
        #expect { try Item.instances(with: [["text": "a"], ["count": "many"]]) } throws: { error in
            (error as? ModelError)?.path.description == "[1].count"
        }
    }

    final class Sets: BaseModel {
        var seen = ""
        override class var modelProperties: [ModelProperty] { [ModelProperty("seen", \Sets.seen)] }
        override func set(with array: [Any]) throws { seen += "array\(array.count)" }
        override func set(with string: String) throws { seen += "string \(string)" }
        override func set(with number: ModelNumber) throws { seen += "number \(number.doubleValue ?? -1)" }
        override func set(with data: Data) throws { seen += "data\(data.count)" }
        override func set(with date: Date) throws { seen += "date" }
        override func set(with dictionary: [String: Any]) throws {
            try super.set(with: dictionary)
            seen += "+"
        }
    }

    @Test("Each kind of value finds its method")
    func setters() throws {
        #expect(try Sets(object: [1, 2])?.seen == "array2")
        #expect(try Sets(object: "x")?.seen == "string x")
        #expect(try Sets(object: 2.5)?.seen == "number 2.5")
        #expect(try Sets(object: true)?.seen == "number -1.0")
        #expect(try Sets(object: NSNumber(value: 7))?.seen == "number 7.0")
        #expect(try Sets(object: Data([1]))?.seen == "data1")
        #expect(try Sets(object: Date())?.seen == "date")
        #expect(try Sets(object: ["seen": "dictionary"])?.seen == "dictionary+")
        #expect(throws: ModelError.self) { try Item(object: [1]) }
        #expect(throws: ModelError.self) { try Item(object: Thread.current) }
    }

    @Test("A plain file goes to the setter of its kind, also inside another model")
    func settersFromDecoder() throws {
        #expect(try ModelNode.scalar(.string("x")).decoded(Sets.self).seen == "string x")
        let dictionary = try AnyValue.encodeToNode(["seen": "d"])
        #expect(try dictionary.decoded(Sets.self).seen == "d+")
        // A null is told from a missing key, also on the way through the dictionary.
        let nulled = try AnyValue.encodeToNode(["maybe": NSNull(), "flag": true])
        #expect(try nulled.decoded(Everything.self).maybe == nil)
        #expect(try AnyValue.encodeToNode(["flag": true]).decoded(Everything.self).maybe == "default")
    }

    @Test("A class without a name of its own in files has its Swift name without the module")
    func codedNames() {
        #expect(ModelClass.of(Item.self).name == "Item")
        #expect(ModelClass.of(Counted.self).name == "ModelLifeTests.Counted")
        final class Local: BaseModel {}
        #expect(ModelClass.of(Local.self).name == "Local")
        #expect(Item.saveFile == "Item.plist")
        #expect(Item.resourceFile == "Item.plist")
    }
}

extension AnyValue {
    static func encodeToNode(_ value: Any) throws -> ModelNode {
        try ModelNode(encoding: value as Any?)
    }
}
