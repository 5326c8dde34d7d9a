import ModelCore

/// The models that were made for the current value: those that the next ones may share.
enum Pool {
    nonisolated(unsafe) static var models: [BaseModel] = []
}

/// What the generated classes add to their superclass's part of a random object.
enum Fillers {
    typealias Fill = (BaseModel, inout Randomness, Int) -> Void
    nonisolated(unsafe) private static var own: [ObjectIdentifier: Fill] = [:]
    nonisolated(unsafe) private static var below: [ObjectIdentifier: [BaseModel.Type]] = [:]

    static func add<Model: BaseModel>(_ type: Model.Type, _ fill: @escaping (Model, inout Randomness, Int) -> Void) {
        own[ObjectIdentifier(type)] = { object, r, depth in unsafe fill(unsafeDowncast(object, to: Model.self), &r, depth) }
        var superclass: AnyClass? = type
        while let each = superclass as? BaseModel.Type {
            below[ObjectIdentifier(each), default: []].append(type)
            superclass = _getSuperclass(each)
        }
    }

    static func fill(_ object: BaseModel, _ r: inout Randomness, _ depth: Int) {
        var fills: [Fill] = []
        var type: AnyClass? = Swift.type(of: object)
        while let each = type {
            if let fill = own[ObjectIdentifier(each)] { fills.append(fill) }
            type = _getSuperclass(each)
        }
        for fill in fills.reversed() { fill(object, &r, depth) }
    }

    /// The class and its subclasses.
    static func classes(of type: BaseModel.Type) -> [BaseModel.Type] { below[ObjectIdentifier(type)] ?? [type] }
}

extension BaseModel: RandomValue {
    static func random(_ r: inout Randomness, _ depth: Int) -> Self {
        if r.shares, r.isOne(in: 5), let old = Pool.models.last(where: { $0 is Self }) as? Self { return old }
        let type = self == BaseModel.self || r.isOne(in: 3) ? r.pick(Fillers.classes(of: self)) : self
        guard let object = type.init() as? Self else { preconditionFailure("\(type) isn't below \(self)") }
        if depth > -3 { Fillers.fill(object, &r, depth - 1) }
        Pool.models.append(object)
        return object
    }
}

/// A model that exists already, for what refers weakly.
func randomKnown<Model: BaseModel>(_ r: inout Randomness) -> Model? {
    r.isOne(in: 3) ? Pool.models.last { $0 is Model } as? Model : nil
}

/// The calls of the program's code since the last `take()`.
enum Calls {
    nonisolated(unsafe) private static var noted: [String] = []

    static func note(_ call: String) { noted.append(call) }

    static func during<Value>(_ body: () throws -> Value) -> (outcome: Result<Value, any Error>, calls: [String]) {
        noted = []
        defer { noted = [] }
        let outcome = Result { try body() }
        return (outcome, noted)
    }
}

func note(_ call: String) { Calls.note(call) }
