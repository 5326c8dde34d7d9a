import CFuzzing
import Foundation
import Fuzzing

fuzzing_print_lines()
let options: Options
do {
    options = try Options(CommandLine.arguments.dropFirst())
} catch {
    print(error)
    exit(2)
}
do {
    if let file = options.file { exit(try Replay.run(file, options) ? 0 : 1) }
    var total = 0
    var rows: [String] = []
    for target in options.targets {
        let campaign = try Campaign(target, options)
        try campaign.run()
        total += campaign.findingCount
        rows.append(campaign.row)
    }
    print(Campaign.head)
    rows.forEach { print($0) }
    exit(total == 0 ? 0 : 1)
} catch {
    print("fuzz: \(error)")
    exit(2)
}
