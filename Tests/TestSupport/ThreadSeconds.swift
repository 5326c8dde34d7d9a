import Foundation

/// The processor time of this thread that `body` takes, in seconds: what other threads and programs do isn't in it.
public func threadSeconds(_ body: () throws -> Void) rethrows -> Double {
    var (start, end) = (timespec(), timespec())
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &start)
    try body()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &end)
    return Double(end.tv_sec - start.tv_sec) + Double(end.tv_nsec - start.tv_nsec) / 1e9
}
