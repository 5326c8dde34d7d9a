import ModelCore

extension ContractCheck {
    /// The check of shared objects and cycles.
    package static let sharing = ContractCheck(
        "sharing",
        """
        One object stays one and cycles close; else shared objects are equal copies, and a cycle is an error with \
        its path.
        """
    ) { run in
        let shared = ContractLink("shared")
        let root = ContractLink("root")
        root.next = shared
        root.others = [shared, ContractLink("shared"), shared]
        let back = try run.readBack(root, "an object that is referred to three times, beside an equal one")
        if run.capabilities.contains(.identity) {
            run.expect(
                back.others.count == 3 && back.next === back.others[0] && back.others[0] === back.others[2]
                    && back.others[0] !== back.others[1],
                "an object that is referred to three times", expected: "one object, and an equal one beside it",
                found: run.fingerprint(back))
            try run.checkCycles()
        } else {
            run.checkRefusedCycles()
        }
    }
}

extension ContractRun {
    /// Cycles of links, each with the path of the reference that closes the cycle.
    private func rings() -> [(name: String, root: ContractLink, path: String)] {
        let own = ContractLink("own")
        own.next = own
        let first = ContractLink("first")
        let second = ContractLink("second")
        let third = ContractLink("third")
        first.others = [ContractLink("leaf"), second]
        second.next = third
        third.others = [first]
        let outside = ContractLink("outside")
        let ring = ContractLink("ring")
        let end = ContractLink("end")
        outside.next = ring
        ring.next = end
        end.next = ring
        return [
            ("an object that refers to itself", own, "next"), ("a ring of three", first, "others[1].next.others[0]"),
            ("a ring behind the root", outside, "next.next.next"),
        ]
    }

    fileprivate func checkCycles() throws {
        for (name, root, _) in rings() {
            defer { root.unlink() }
            attempt(name) { try readBack(root, name).unlink() }
        }
        // A weak reference is kept if the object is part of the file, and omitted if it isn't.
        let parent = ContractLink("parent")
        let child = ContractLink("child")
        let stranger = ContractLink("stranger")
        parent.others = [child]
        child.owner = parent
        parent.owner = stranger
        let back = try decode(ContractLink.self, from: encode(parent))
        expect(
            back.others.first?.owner === back, "a weak reference to the parent", expected: "the parent",
            found: fingerprint(back))
        checkForwardReferences()
        expect(
            back.owner == nil, "a weak reference to an object outside of the file", expected: "nil",
            found: fingerprint(back.owner))
    }

    /// Checks weak references that come before their objects, and references from these objects to other objects.
    private func checkForwardReferences() {
        let root = ContractLink("root")
        let first = ContractLink("first")
        let later = ContractLink("later")
        let last = ContractLink("last")
        defer { root.unlink() }
        root.next = first
        root.others = [later, last]
        first.owner = later
        later.next = first
        later.others = [ContractLink("inside")]
        later.owner = last
        last.owner = later
        attempt("weak references to what comes later") {
            try readBack(root, "weak references to what comes later").unlink()
        }
    }

    fileprivate func checkRefusedCycles() {
        for (name, root, path) in rings() {
            defer { root.unlink() }
            let error = expectError(name, codes: [.cycle]) { try encode(root) }
            guard let error else { continue }
            // The error's path is the path of the reference that closes the ring, or the beginning of this path.
            expect(
                error.path.description == path || path.hasPrefix(error.path.description), name,
                expected: "an error at \(path)", found: "an error at \(error.path): \(error)")
        }
    }
}
