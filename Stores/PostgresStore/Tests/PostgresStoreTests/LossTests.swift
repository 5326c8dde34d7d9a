#if Tests
import Foundation
import ModelCore
import PostgresStore
import Testing

@Suite("Connections that are lost", .needsServer)
struct LossTests {
    @Test("The next operation connects again")
    func idle() throws {
        let library = try Library()
        try library.use {
            try library.books.save(Book("a", 1), id: "a")
            for _ in 0..<3 {
                try library.endConnections()
                #expect(try library.books.load(id: "a").title == "a")
                try library.endConnections()
                try library.books.update(id: "a") { $0.year = ($0.year ?? 0) + 1 }
            }
            #expect(try library.books.load(id: "a").year == 4)
        }
    }

    @Test("In a transaction it is an error, and nothing is stored")
    func inside() throws {
        let library = try Library()
        try library.use {
            let books = library.books
            try books.save(Book("a", 1), id: "a")
            #expect {
                try books.transaction {
                    try books.update(id: "a") { $0.year = 2 }
                    try library.endConnections()
                    // Also if the body goes on.
                    #expect(errorCode { try books.save(Book("b"), id: "b") } == .fileUnwritable)
                }
            } throws: {
                let error = $0 as? ModelError
                return error?.code == .fileUnwritable && error?.description.contains("connection was lost") == true
            }
            #expect(errorCode { try books.transaction { try library.endConnections() } } == .fileUnwritable)
            #expect(
                errorCode {
                    try books.forEach { _, _ in
                        try library.endConnections()
                        _ = try books.load(id: "a")
                    }
                } == .fileUnreadable)
            #expect(try books.load(id: "a").year == 1)
            #expect(try books.identifiers() == ["a"])
        }
    }

    @Test("During a commit, the error tells that the outcome is unknown", .timeLimit(.minutes(1)))
    func commit() throws {
        let library = try Library()
        try library.use {
            try library.books.save(Book("a", 1), id: "a")
            try library.query(
                """
                CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(20); RETURN NULL; END';
                CREATE CONSTRAINT TRIGGER slow AFTER UPDATE ON model_record
                DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION wait()
                """)
            let ending = DispatchGroup()
            ending.enter()
            Thread {
                // The commit waits in the trigger.
                for _ in 0..<500 where (try? library.isAsleep()) != true { usleep(20_000) }
                _ = try? library.endConnections()
                ending.leave()
            }.start()
            #expect {
                try library.books.transaction { try library.books.update(id: "a") { $0.year = 2 } }
            } throws: {
                let error = $0 as? ModelError
                return error?.code == .outcomeUnknown && error?.description.contains("or not at all") == true
            }
            ending.wait()
            #expect(try library.books.load(id: "a").year == 1)
        }
    }

    @Test("A commit that the database refuses stores nothing")
    func refusedCommit() throws {
        let library = try Library()
        try library.use {
            try library.books.save(Book("a", 1), id: "a")
            try library.query(
                """
                CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''no''; END';
                CREATE CONSTRAINT TRIGGER refusal AFTER UPDATE ON model_record
                DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refuse()
                """)
            #expect(errorCode { try library.books.update(id: "a") { $0.year = 2 } } == .underlying)
            #expect(try library.books.load(id: "a").year == 1)
        }
    }

    @Test("A server that doesn't answer, and a statement that takes too long, are errors", .timeLimit(.minutes(1)))
    func silence() throws {
        let library = try Library(timeout: 0.5)
        try library.use {
            let books = library.books
            try books.save(Book("a", 1), id: "a")
            // Each connection is a process of the server.
            let processes = try library.processes()
            for process in processes { #expect(kill(process, SIGSTOP) == 0) }
            let start = Date.now
            _ = errorCode { _ = try books.load(id: "a") }
            #expect(Date.now.timeIntervalSince(start) < 15)
            for process in processes { kill(process, SIGCONT) }
            #expect(try books.load(id: "a").year == 1)
            try library.query(
                """
                CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(20); RETURN NEW; END';
                CREATE TRIGGER slow BEFORE UPDATE ON model_record FOR EACH ROW EXECUTE FUNCTION wait()
                """)
            #expect(errorCode { try books.update(id: "a") { $0.year = 2 } } == .fileUnwritable)
            #expect(Date.now.timeIntervalSince(start) < 20)
        }
    }

    @Test("A connection that can't be made is an error, soon, without the password")
    func refusedConnections() throws {
        let server = try #require(Server.shared)
        let parts = try #require(URLComponents(string: server.url))
        let (port, password) = (try #require(parts.port), try #require(parts.password))
        func failure(_ text: String, patience: Double = 0.3) throws -> String {
            let store = PostgresStore(text, patience: patience)
            var printed = ""
            dump(store, to: &printed)
            printed += "\(store)"
            do {
                try store.snapshot(in: .postgres) { _ in }
                Issue.record("There is no such connection.")
            } catch {
                #expect((error as? ModelError)?.code == .fileUnreadable)
                printed += "\(error) \((error as? ModelError).debugDescription)"
                dump(error, to: &printed)
            }
            return printed
        }
        let start = Date.now
        let wrong = try failure("postgresql://model:tellnobody@127.0.0.1:\(port)/postgres", patience: 60)
        #expect(!wrong.contains("tellnobody"))
        #expect(wrong.contains("authentication"))
        #expect(!(try failure(server.url.replacing("/postgres", with: "/nothing"), patience: 60).contains(password)))
        #expect(Date.now.timeIntervalSince(start) < 20)
        #expect(!(try failure("postgresql://model:tellnobody@127.0.0.1:1/postgres").contains("tellnobody")))
        for text in [
            "tellnobody", "password=tellnobody host", "postgresql://model:tellnobody@[::1/x",
            "postgresql://a:tellnobody@b:port/",
            "hots=localhost password=tellnobody", "password='tellnobody",
        ] {
            #expect(!(try failure(text).contains("tellnobody")), "\(text)")
        }
        #expect(Date.now.timeIntervalSince(start) < 60)
    }
}
#endif
