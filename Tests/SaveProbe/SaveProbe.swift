import CFaults
import Foundation
import ModelCore

/// Saves while something goes wrong, and tells what doesn't hold then: a line beginning with `problem` for each, and `done` at the end.
///
///     save-probe                                    the formats
///     save-probe log FORMAT FOLDER                  the calls of a save of a new file, and of the next one
///     save-probe faults FORMAT FOLDER STEP FAULT…   a fault at each STEP-th call; with `changes` or `changes3`, of those that change something
///     save-probe kills FORMAT FOLDER COUNT          kills at any time
///     save-probe leave FORMAT FOLDER                the file that a killed save leaves
///     save-probe count FORMAT FOLDER COUNT          processes that count in one file, COUNT saves each
@main
struct SaveProbe {
    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count > 3 else {
            print(SavePlace.names.joined(separator: "\n"))
            return
        }
        // Before there are other processes to share it with.
        Shared.calls.value = 0
        let (command, name, folder) = (arguments[1], arguments[2], arguments[3])
        var number = arguments.count > 4 ? Int(arguments[4]) ?? 1 : 1
        switch command {
        case "log":
            let place = try SavePlace(name, folder: folder, size: 10)
            for save in 1...2 {
                unsafe faults_arm(folder, 0, FAULT_NONE, 0)
                try place.save(save)
                print("save \(save): \(faults_disarm()) calls")
                print(unsafe String(cString: faults_log()))
            }
        case "faults":
            if arguments.count > 4, arguments[4].hasPrefix("changes") {
                faults_count_changes_only(1)
                number = Int(arguments[4].dropFirst(7)) ?? 1
            }
            // All kinds, or some.
            for fault in Fault.all where arguments.count < 6 || arguments[5...].contains(fault.name) {
                for isNew in [false, true] {
                    var trial = Trial(try SavePlace(name, folder: folder, size: 10))
                    let calls = try trial.run(fault, isNew: isNew, step: number)
                    print("\(fault.name) \(calls) calls")
                    trial.tell()
                }
            }
        case "kills":
            var trial = Trial(try SavePlace(name, folder: folder, size: 2000))
            print("finished \(try trial.kill(number)) saves")
            trial.tell()
        case "leave":
            var trial = Trial(try SavePlace(name, folder: folder, size: 10))
            print(trial.leave() ?? "nothing")
        case "count":
            let place = try SavePlace(name, folder: folder, size: 10)
            print("counted \(try place.count(number)) saves")
        default: fatalError("unknown command \(command)")
        }
        print("done")
    }
}

extension Trial {
    func tell() {
        for problem in problems { print("problem \(problem)") }
    }
}
