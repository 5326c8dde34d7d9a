import Foundation
import TestSupport
import Testing

@testable import Documents

#if canImport(Glibc)
    import Glibc
#endif

@Suite("When a look at a file is enough")
struct FileStampTests {
    private func status(secondsAgo: Int) -> stat {
        var status = stat()
        status.st_dev = 1
        status.st_ino = 2
        status.st_size = 3
        status.st_mtim.tv_sec = Int(Date().timeIntervalSince1970) - secondsAgo
        status.st_ctim.tv_sec = status.st_mtim.tv_sec
        return status
    }

    @Test("Where its last change is some seconds old and nothing differs")
    func covers() {
        let old = status(secondsAgo: 60)
        let stamp = FileStamp(FileStatus(old), Data("abc".utf8))
        #expect(stamp.covers(FileStatus(old)))
        let changes: [(inout stat) -> Void] = [
            { $0.st_dev = 9 }, { $0.st_ino = 9 }, { $0.st_size = 9 }, { $0.st_mtim.tv_sec += 1 }, { $0.st_mtim.tv_nsec = 1 },
            { $0.st_ctim.tv_sec += 1 }, { $0.st_ctim.tv_nsec = 1 },
        ]
        for change in changes {
            var new = old
            change(&new)
            #expect(!stamp.covers(FileStatus(new)))
        }
        #expect(stamp.isDigest(of: Data("abc".utf8)) && !stamp.isDigest(of: Data("abd".utf8)))
    }

    @Test("Never where it was just changed, or will be, or nobody looked", arguments: [0, 1, -100])
    func unsettled(_ secondsAgo: Int) {
        let look = FileStatus(status(secondsAgo: secondsAgo))
        #expect(!FileStamp(look, Data()).covers(look))
        #expect(!FileStamp(nil, Data()).covers(look))
    }
}
