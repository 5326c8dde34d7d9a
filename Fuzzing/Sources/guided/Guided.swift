import Foundation
import Fuzzing

// What libFuzzer calls. The format is the one that $FORMAT names.
//
// libFuzzer keeps inputs that reach new code, limits time and memory, and runs in processes of its own with -fork=1.

private let target =
    FuzzTarget.all.first { $0.name == ProcessInfo.processInfo.environment["FORMAT"] } ?? FuzzTarget.all[0]
private let maker = try? InputMaker(target, root: ProcessInfo.processInfo.environment["ROOT"] ?? ".", seed: 1)

@_cdecl("LLVMFuzzerTestOneInput")
public func tryInput(_ start: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
    let bytes = unsafe [UInt8](UnsafeBufferPointer(start: start, count: count))
    // The same for the same bytes, and without all that could be done with them.
    var random = Generator(seed: 1, input: bytes.reduce(0) { $0 &* 31 &+ UInt64($1) })
    do {
        _ = try Trial(target, choice: random.next(), stage: { _ in }).run(
            maker?.sealed(Input(bytes: bytes)) ?? Input(bytes: bytes))
    } catch let finding as Finding {
        fatalError("\(target.name): \(finding.kind): \(finding.detail)")
    } catch {
        return -1
    }
    return 0
}

@_cdecl("LLVMFuzzerCustomMutator")
public func damage(_ start: UnsafeMutablePointer<UInt8>, _ count: Int, _ room: Int, _ seed: UInt32) -> Int {
    // libFuzzer's own changes in between: it knows what the code compares with.
    if seed % 3 == 0 { return unsafe LLVMFuzzerMutate(start, count, room) }
    let bytes = unsafe [UInt8](UnsafeBufferPointer(start: start, count: count))
    let damaged = (maker?.again(bytes, number: UInt64(seed)) ?? bytes).prefix(room)
    for (index, byte) in damaged.enumerated() { unsafe start[index] = byte }
    return damaged.count
}

@_silgen_name("LLVMFuzzerMutate")
private func LLVMFuzzerMutate(_ start: UnsafeMutablePointer<UInt8>, _ count: Int, _ room: Int) -> Int
