import Benchmark
import Foundation
import ModelCore
import Workloads

// `swift package benchmark` runs these: ours alone, with the statistics, baselines and thresholds of that package. What
// is compared with Foundation in turns is in the program `compare`.
let benchmarks: @Sendable () -> Void = {
    // Global state of that package, which nothing else touches while it calls this.
    unsafe Benchmark.defaultConfiguration = .init(
        metrics: [.wallClock, .throughput, .peakMemoryResident], warmupIterations: 2, maxDuration: .seconds(3))

    for format in BenchmarkFormat.allCases {
        addCoding("people/\(format)", of: format) { People(PeopleRecord.generated(count: PeopleWorkload.count)) }
        addCoding("items/\(format)", of: format) { Items(count: 100_000) }
    }
    for format in GraphWorkload.formats {
        addCoding("graph-acyclic/\(format)", of: format) {
            PlaceMap(PlaceRecord.generated(count: GraphWorkload.count, isCyclic: false))
        }
    }
}

/// Adds the benchmarks that encode and decode a model in a format.
private func addCoding<Model: BaseModel>(
    _ name: String, of format: BenchmarkFormat, _ make: @escaping @Sendable () -> Model
) {
    Benchmark("\(name)/encode") { (benchmark: Benchmark, model: Model) in
        for _ in benchmark.scaledIterations { blackHole(try format.encode(model)) }
    } setup: {
        make()
    }

    Benchmark("\(name)/decode") { (benchmark: Benchmark, bytes: Data) in
        for _ in benchmark.scaledIterations { blackHole(try format.decode(Model.self, from: bytes)) }
    } setup: {
        try format.encode(make())
    }
}
