/// One measurement: our code, where there is one a peer doing the same, and the ratio that we want to reach.
public struct Contest {
    /// `WORKLOAD/FORMAT/encode` or `…/decode`.
    public let name: String
    /// How many times as fast as the peer ours has to be; nil where no figure is set.
    public let target: Double?
    public let ours: Contender
    public let peer: Contender?
    /// Throws `WrongResult` unless ours and the peer give back what they got.
    public let verify: () throws -> Void

    public init(
        name: String, target: Double?, ours: Contender, peer: Contender?, verify: @escaping () throws -> Void
    ) {
        self.name = name
        self.target = target
        self.ours = ours
        self.peer = peer
        self.verify = verify
    }
}

/// One way to do what a contest measures.
public struct Contender {
    public let name: String
    /// Does it once. The result is returned so that its release can stay outside of the measured time.
    public let run: () throws -> Any
    /// Takes apart what `run` returned where releasing it isn't enough.
    public var discard: (Any) -> Void = { _ in }
    /// Does it once, and returns the seconds that it took: of one that runs in a process of its own.
    public var seconds: (() throws -> Double)?

    public init(
        name: String, discard: @escaping (Any) -> Void = { _ in }, run: @escaping () throws -> Any
    ) {
        self.name = name
        self.run = run
        self.discard = discard
    }

    /// One that measures itself.
    public init(name: String, seconds: @escaping () throws -> Double) {
        self.init(name: name) { () }
        self.seconds = seconds
    }
}

/// A measurement that would be of something else than it says.
public struct WrongResult: Error, CustomStringConvertible {
    public let description: String

    public init(_ description: String) {
        self.description = description
    }

    public static func check(_ isRight: Bool, _ what: @autoclosure () -> String) throws {
        if !isRight { throw WrongResult("\(what()) is not what went in.") }
    }
}
