import CFuzzing
import Foundation
import Fuzzing

/// What a worker tells, in memory that it shares with the program that started it: it is still there when the worker is gone.
@safe struct WorkerState {
    // Each offset is within what was asked for, and each text is cut to its room.
    private static let size = 1 << 18
    private static let textSize = 4096
    private let memory: UnsafeMutableRawPointer

    init() { unsafe memory = fuzzing_shared_memory(Self.size) }

    /// The number of the input that the worker is at.
    var number: UInt64 {
        get { unsafe memory.load(as: UInt64.self) }
        nonmutating set { unsafe memory.storeBytes(of: newValue, as: UInt64.self) }
    }

    /// How many inputs were tried, and how many of them opened.
    var tried: UInt64 {
        get { unsafe memory.load(fromByteOffset: 8, as: UInt64.self) }
        nonmutating set { unsafe memory.storeBytes(of: newValue, toByteOffset: 8, as: UInt64.self) }
    }
    var opened: UInt64 {
        get { unsafe memory.load(fromByteOffset: 16, as: UInt64.self) }
        nonmutating set { unsafe memory.storeBytes(of: newValue, toByteOffset: 16, as: UInt64.self) }
    }

    /// How many findings were like one that is kept already.
    var repeated: UInt64 {
        get { unsafe memory.load(fromByteOffset: 24, as: UInt64.self) }
        nonmutating set { unsafe memory.storeBytes(of: newValue, toByteOffset: 24, as: UInt64.self) }
    }

    /// What it is doing, what it found, and the input.
    var stage: String {
        get { text(at: 64) }
        nonmutating set { set(newValue.utf8.prefix(Self.textSize - 8), at: 64) }
    }
    var kind: String {
        get { text(at: 64 + Self.textSize) }
        nonmutating set { set(newValue.utf8.prefix(Self.textSize - 8), at: 64 + Self.textSize) }
    }
    var detail: String {
        get { text(at: 64 + 2 * Self.textSize) }
        nonmutating set { set(newValue.utf8.prefix(Self.textSize - 8), at: 64 + 2 * Self.textSize) }
    }
    var input: [UInt8] {
        get { bytes(at: 64 + 3 * Self.textSize) }
        nonmutating set { set(newValue.prefix(Self.size - 64 - 3 * Self.textSize - 8), at: 64 + 3 * Self.textSize) }
    }

    private func text(at offset: Int) -> String { String(decoding: bytes(at: offset), as: UTF8.self) }

    private func bytes(at offset: Int) -> [UInt8] {
        let count = unsafe memory.load(fromByteOffset: offset, as: Int.self)
        return unsafe [UInt8](UnsafeRawBufferPointer(start: memory + offset + 8, count: count))
    }

    private func set(_ bytes: some Collection<UInt8>, at offset: Int) {
        unsafe memory.storeBytes(of: bytes.count, toByteOffset: offset, as: Int.self)
        unsafe UnsafeMutableRawBufferPointer(start: memory + offset + 8, count: bytes.count).copyBytes(from: bytes)
    }
}

/// A process of its own for inputs.
enum Worker {
    /// The status of one that found something, without dying of it.
    static let found: Int32 = 3

    /// Runs `body` in a new process, which ends with the status that it returns.
    static func start(_ options: Options, _ body: () -> Int32) throws -> pid_t {
        let process = fuzzing_fork()
        if process == 0 {
            fuzzing_be_quiet()
            if options.memory > 0 { fuzzing_limit_memory(options.memory << 20) }
            _exit(body())
        }
        guard process > 0 else { throw Options.Wrong(description: "No process can be started: \(errno)") }
        return process
    }

    /// Tries one input, within its limits.
    ///
    /// - Parameter choice: As in `Trial`.
    static func attempt(
        _ target: FuzzTarget, _ options: Options, _ state: WorkerState, choice: UInt64?, _ make: () throws -> Input
    ) -> Finding? {
        fuzzing_limit_time(options.time, options.time * 10 + 30)
        state.stage = "making it"
        state.input = []
        do {
            let input = try make()
            state.input = input.bytes
            if try Trial(target, choice: choice, stage: { state.stage = $0 }).run(input) { state.opened += 1 }
        } catch let finding as Finding {
            return finding
        } catch {
            state.stage = "making it: \(error)"
        }
        return nil
    }

    /// What a worker died of; nil where it came to its end. The status is the one of `waitpid`.
    static func death(_ status: Int32, _ state: WorkerState) -> String? {
        let signal = status & 0x7F
        let code = status >> 8 & 0xFF
        if signal == 0, code == 0 { return nil }
        if signal == 0, code == found { return state.kind }
        let what =
            switch signal {
            case 0: "ends with status \(code)"
            case SIGPROF: "takes too long"
            case SIGALRM: "waits for ever"
            default: "dies of signal \(signal)"
            }
        return "\(what) while \(state.stage)"
    }
}
