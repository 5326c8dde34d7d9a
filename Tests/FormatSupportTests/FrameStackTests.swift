import FormatSupport
import Testing

@Suite("Stacks of frames")
struct FrameStackTests {
    @Test("The innermost is changed where it stands, and the outer ones stay")
    func order() {
        var frames = FrameStack(0)
        for number in 1...1000 {
            frames.push(number)
            frames.top += number
        }
        let ends = (frames.depth, frames.top, frames[0], frames[500])
        #expect(ends == (1000, 2000, 0, 1000))
        frames.pop()
        let next = (frames.depth, frames.top)
        #expect(next == (999, 1998))
        frames.pop(to: 3)
        let few = (frames.depth, frames.top)
        #expect(few == (3, 6))
        frames.pop(to: -1)
        frames.pop()
        let first = (frames.depth, frames.top)
        #expect(first == (0, 0))
    }
}
