import Foundation

/// Measures in the processor time of this process, all threads together, user and system.
enum Clock {
    /// The seconds that `body` takes, and what it returns, whose release isn't measured.
    static func measure<Result>(_ body: () throws -> Result) rethrows -> (seconds: Double, result: Result) {
        let start = seconds
        let result = try body()
        return (seconds - start, result)
    }

    private static var seconds: Double {
        var time = timespec()
        // The pointer is good for the call, which is all the time that it is used.
        _ = unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}

extension [Double] {
    /// The value in the middle, of an even number of values the mean of the two; 0 of none.
    var median: Double {
        let sorted = sorted()
        guard !sorted.isEmpty else { return 0 }
        return (sorted[(count - 1) / 2] + sorted[count / 2]) / 2
    }
}
