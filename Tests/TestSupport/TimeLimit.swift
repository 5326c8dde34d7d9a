import Testing

extension Trait where Self == TimeLimitTrait {
    /// Ends a test that would else never end.
    ///
    /// Longer than all tests take together: a test's time counts from before it gets a thread, and others may go first.
    public static var endsAtLast: Self { .timeLimit(.minutes(60)) }
}
